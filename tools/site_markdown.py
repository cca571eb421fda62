"""A Markdown extension for the documentation site.

Pages are read in two places. In the repository, `../src/turnwright/core` is a folder. The site has the pages only, so
there the link becomes an address below REPOSITORY_URL, an environment variable.

Docstrings show examples as Python's prompt does. Markdown would take `>>>` for quotations, so they become code blocks.
"""

import os
import posixpath
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

ROOT = Path(__file__).resolve().parents[1]
UNKNOWN_REPOSITORY = "https://example.org/turnwright"
"""Where links lead while nobody says where the repository is; the domain is reserved for examples."""


def heading_anchor(heading: str, separator: str) -> str:
    """The anchor that the repository's own pages give a heading, so that one link works in both places.

    >>> heading_anchor("Settings of `oep`", "-")
    'settings-of-oep'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", separator)


def repository_address(page: str, link: str, repository: str) -> str | None:
    """The address of a linked file outside docs/; None for any other link. `page` is the path below docs/.

    >>> repository_address("agents/oep.md", "../../examples/pig.py", "https://example.org/turnwright")
    'https://example.org/turnwright/blob/HEAD/examples/pig.py'
    >>> repository_address("agents/oep.md", "../arena.md#a-skill-ladder", "https://example.org/turnwright")
    """
    file, mark, anchor = link.partition("#")
    if not file or "://" in file or file.startswith(("/", "mailto:")):
        return None
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), file))
    if path.startswith("docs/"):
        return None
    if not (ROOT / path).exists():
        raise ValueError(f"docs/{page} links to {link}, and there is no {path}; correct the link.")
    return f"{repository}/blob/HEAD/{path}{mark}{anchor}"


def with_fenced_examples(lines: list[str]) -> list[str]:
    """The lines with a fence around every example that has none. An example ends at a blank line.

    >>> with_fenced_examples(["Adds.", "", ">>> 1 + 1", "2"])
    ['Adds.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    fenced, in_fence, in_example = [], False, False
    for line in [*lines, ""]:
        in_fence ^= line.lstrip().startswith("```")
        if in_example and not line.strip():
            fenced.append("```")
            in_example = False
        elif not in_example and not in_fence and line.startswith(">>> "):
            fenced.append("```pycon")
            in_example = True
        fenced.append(line)
    return fenced[:-1]


class FencedExamples(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return with_fenced_examples(lines)


class RepositoryLinks(Treeprocessor):
    def run(self, root: Element) -> None:
        from zensical.extensions.context import ContextPreprocessor

        context = ContextPreprocessor.from_markdown(self.md)
        if context is None:
            return
        repository = os.environ.get("REPOSITORY_URL", "").rstrip("/") or UNKNOWN_REPOSITORY
        for link in root.iter("a"):
            address = repository_address(context.page.path, link.get("href", ""), repository)
            if address is not None:
                link.set("href", address)


class SiteExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (the name that Markdown calls)
        # Fences are read by "fenced_code_block" (25); links exist once "inline" (20) has run.
        md.preprocessors.register(FencedExamples(md), "fenced_examples", 35)
        md.treeprocessors.register(RepositoryLinks(md), "repository_links", 15)


def makeExtension(**settings: Any) -> SiteExtension:  # noqa: N802 (the name that Markdown calls)
    return SiteExtension(**settings)
