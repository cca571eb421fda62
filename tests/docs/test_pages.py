"""The documentation's own promises: examples run, links lead somewhere, settings are all there."""

import doctest
import re
import shlex
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import turnwright
from turnwright.agents.registry import agent_class, agent_names, agent_settings
from turnwright.agents.settings import RolloutSettings, SearchSettings
from turnwright.cli import main
from turnwright.cli.commands import COMMANDS
from turnwright.core.game import Rules
from turnwright.core.settings_text import settings_texts
from turnwright.games.registry import game_settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
README = ROOT / "README.md"


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def python_of_the_front_page() -> list[str]:
    """Its example, and its agent."""
    example, agent = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [example, agent]


LONG = (
    "adding-a-game.md",
    "amazons.md",
    "arena.md",
    "arimaa.md",
    "batches.md",
    "benchmarks.md",
    "cluster.md",
    "data.md",
    "docs/README.md",
    "environments.md",
    "external-bots.md",
    "locm.md",
    "perft.md",
    "puzzles.md",
    "thesis-2015.md",
    "tuning.md",
    "tutorials.md",
    "writing-an-agent.md",
)
"""Names or paths of pages whose commands take long: they compile with checked bounds, measure, or play many games."""


def with_patience(page: Path) -> Any:
    return pytest.param(page, marks=pytest.mark.slow) if {page.name, name_of(page)} & set(LONG) else page


@pytest.mark.parametrize("page", [with_patience(page) for page in PAGES], ids=name_of)
def test_python_examples_give_what_the_page_says(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_python_examples_are_in_code_blocks(page):
    """Outside of one, Markdown takes `>>>` for a quotation."""
    is_code = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("```"):
            is_code = not is_code
        assert is_code or not line.startswith(">>>"), line


@pytest.mark.parametrize("page", [with_patience(page) for page in (README, *PAGES)], ids=name_of)
def test_commands_run(page, monkeypatch, tmp_path, capsys):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_STORE", "games.db")  # not the user's
    if page == README:
        (tmp_path / "first_bot.py").write_text(python_of_the_front_page()[1], encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for line in filter(re.compile("turnwright ").match, block.splitlines()):
            monkeypatch.setattr(sys, "argv", shlex.split(line, comments=True))
            with pytest.raises(SystemExit) as caught:
                main()
            assert not caught.value.code, f"{line}: {capsys.readouterr().err}"


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_links_lead_to_files_and_headings(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        linked = page.parent / file if file else page
        assert linked.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert anchor in anchors, target


def test_the_page_about_games_lists_every_rule_with_its_arguments():
    """As the contract has them: required ones in the first table, optional ones in the second."""
    contract = (ROOT / "src" / "turnwright" / "core" / "game.py").read_text(encoding="utf-8")
    declared = dict(re.findall(r'^    (\w+): Rule(.*)\n    """`\1\(', contract, re.MULTILINE))
    assert set(declared) == {field.name for field in fields(Rules)}
    signatures = dict(re.findall(r'"""`((\w+)\([^`]*\))`', contract)).items()
    wanted = {name: signature for signature, name in signatures}
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    required, optional = re.findall(r"^\| (?:required|optional) \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    for table, is_required in ((required, True), (optional, False)):
        listed = {name: signature for signature, name in re.findall(r"^\| `((\w+)\([^`]*\))` \|", table, re.MULTILINE)}
        assert listed == {name: wanted[name] for name, rest in declared.items() if ("None" not in rest) == is_required}


def test_the_example_of_the_front_page_runs(capsys):
    names = {}
    exec(python_of_the_front_page()[0], names)
    printed = capsys.readouterr().out
    assert printed.startswith(f"{names['turn']} {names['turn'].value} ")
    assert names["state"].draw() in printed
    assert names["state"].player == 1


def test_the_front_page_lists_every_command_once_under_its_heading():
    rows = re.findall(r"^\| (.+?) \| .*\|$", README.read_text(encoding="utf-8"), re.MULTILINE)
    heading, listed = "", []
    for cell in rows:
        if cell.startswith("**"):
            heading = cell.strip("*")
        elif heading:
            listed += [(heading, name) for name in re.findall(r"`(?:turnwright )?([a-z-]+)`", cell)]
    assert listed == [(place.panel, name) for name, place in COMMANDS.items()]


def test_the_targets_of_the_front_page_exist():
    targets = re.findall(r"\bmake (\w+)", README.read_text(encoding="utf-8"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_index_names_every_page():
    """Kept results of experiments are linked from the page of their paper instead."""
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.name == "result.md":
            link = page.relative_to(ROOT / "docs" / "papers").as_posix()
            assert any(link in paper.read_text(encoding="utf-8") for paper in (ROOT / "docs" / "papers").glob("*.md"))
        elif page.name != "README.md":
            assert page.relative_to(ROOT / "docs").as_posix() in index


@pytest.mark.parametrize("name", turnwright.game_names())
def test_the_page_of_a_game_lists_every_setting_with_its_default(name):
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \| ", text, re.MULTILINE))
    defaults = {field.name: field.default for field in fields(game_settings(name))}
    assert listed == {key: "none" if value is None else str(value) for key, value in defaults.items()}


AGENT_PAGES = "\n".join(page.read_text(encoding="utf-8") for page in PAGES if page.parent.name == "agents")
AGENT_SETTINGS = {
    SearchSettings: "Settings of every agent",
    RolloutSettings: "Settings of rollouts",
    **{agent_settings(agent_class(name)): f"Settings of `{name}`" for name in agent_names()},
}


@pytest.mark.parametrize("kind", AGENT_SETTINGS, ids=lambda kind: kind.__name__)
def test_the_pages_of_agents_list_every_setting_with_its_default(kind):
    """Each class of settings has one section, with the fields that it declares itself."""
    (section,) = re.findall(
        rf"^## {re.escape(AGENT_SETTINGS[kind])}\n(.*?)(?=^#|\Z)", AGENT_PAGES, re.MULTILINE | re.DOTALL
    )
    listed = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \| ", section, re.MULTILINE))
    assert listed == {text.name: text.default for text in settings_texts(kind) if text.name in kind.__annotations__}


def test_no_settings_of_an_agent_escape_the_pages():
    for name in agent_names():
        parents = agent_settings(agent_class(name)).__mro__[:-1]
        assert set(parents) <= set(AGENT_SETTINGS), name


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name == "agents"], ids=lambda page: page.stem)
def test_the_page_of_an_agent_says_which_reading_its_defaults_are(page):
    text = " ".join(page.read_text(encoding="utf-8").split())
    says = "The default is `described`" if page.stem == "README" else r"The defaults are (the described|no) reading"
    assert re.search(says, text)


def test_spec_strings_on_the_pages_of_agents_name_agents():
    specs = re.findall(rf"`((?:{'|'.join(agent_names())})(?::[^`\s]+)?)`", AGENT_PAGES)
    assert specs
    for spec in specs:
        assert turnwright.agent(spec).spec


def test_the_tutorial_shows_the_first_bot_of_the_examples():
    page = (ROOT / "docs" / "tutorials.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert (ROOT / "examples" / "first_bot.py").read_text(encoding="utf-8").endswith("\n\n\n" + shown)


def test_the_front_page_shows_the_first_bot_of_the_examples():
    shown = python_of_the_front_page()[1]
    assert (ROOT / "examples" / "first_bot.py").read_text(encoding="utf-8").endswith("\n\n" + shown)


def test_the_glossary_explains_every_term_once_in_alphabetical_order():
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = re.findall(r"^\| \*\*(.+?)\*\* \|", page, re.MULTILINE)
    assert len(terms) > 50
    assert len(set(terms)) == len(terms)
    for section in page.split("\n## ")[1:]:
        listed = [term.lower() for term in re.findall(r"^\| \*\*(.+?)\*\* \|", section, re.MULTILINE)]
        assert listed == sorted(listed)


def test_the_page_of_the_arena_shows_the_tournament_of_the_examples():
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert (ROOT / "examples" / "tournament.toml").read_text(encoding="utf-8").endswith("\n\n" + shown)
