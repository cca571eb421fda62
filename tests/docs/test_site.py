"""The documentation site: its navigation has every page, its reference every name, its own Markdown rules hold."""

import doctest
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import turnwright

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


class SiteLoader(yaml.SafeLoader):
    """Reads mkdocs.yml without importing the functions that it names."""


SiteLoader.add_multi_constructor("tag:yaml.org,2002:python/name:", lambda loader, suffix, node: suffix)
SITE = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=SiteLoader)


def pages_of(entry: Any) -> list[str]:
    """The pages of an entry of the navigation: a page, a titled page or section, or a list of entries."""
    if isinstance(entry, str):
        return [entry]
    entries = entry.values() if isinstance(entry, dict) else entry
    return [page for part in entries for page in pages_of(part)]


@pytest.fixture
def site_markdown():
    spec = importlib.util.spec_from_file_location("site_markdown", ROOT / "tools" / "site_markdown.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_navigation_lists_every_page_once():
    assert sorted(pages_of(SITE["nav"])) == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


def test_the_reference_lists_every_name_of_the_package_once():
    listed = re.findall(r"^::: turnwright\.(\w+)$", (DOCS / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(turnwright.__all__)


def test_the_sites_own_markdown_does_what_its_examples_say(site_markdown):
    failed, tried = doctest.testmod(site_markdown)
    assert tried
    assert failed == 0


def test_fences_that_are_there_stay_as_they_are(site_markdown):
    lines = ["```pycon", ">>> 1 + 1", "2", "", "```", ""]
    assert site_markdown.with_fenced_examples(lines) == lines


def test_a_link_to_a_missing_file_outside_the_pages_is_an_error(site_markdown):
    with pytest.raises(ValueError, match=r"docs/arena\.md links to \.\./src/nowhere\.py"):
        site_markdown.repository_address("arena.md", "../src/nowhere.py", "https://example.org")
