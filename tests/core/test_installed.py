"""Games and agents from folders, modules and installed packages."""

import sys
from pathlib import Path

import pytest

import turnwright
from turnwright.agents.registry import agent_class, is_own_agent, own_agent_names
from turnwright.agents.turn_check import ask
from turnwright.arena.provenance import source_of
from turnwright.cli import main
from turnwright.core import installed
from turnwright.core.source_digest import closure, module_file
from turnwright.core.spec import SpecError, parse_spec
from turnwright.web.seats import agents_catalogue, allowed_agent

PAIRS = Path(__file__).resolve().parents[2] / "examples" / "pairs.py"
BOTS = '''
from dataclasses import dataclass
from .inner import ending

@dataclass(frozen=True, kw_only=True)
class Passes:
    """Passes."""

    times: int = 1
    """Ignored."""

    def plan(self, view, budget, seed):
        return ending(view, seed)

class Broken:
    """Has no plan."""
'''
INNER = "def ending(view, seed):\n    return [view.world(seed).end_action]\n"
ENTRIES = """[turnwright.agents]
passes = my_package.bots:Passes
broken = my_package.bots:Broken
gone = my_package.nothing:Bot
raises = my_package.raising:Bot
no_class = my_package.bots
oep = my_package.bots:Passes
human = my_package.bots:Passes
cmd = my_package.bots:Passes
a.b = my_package.bots:Passes
a/b = my_package.bots:Passes

[turnwright.games]
pairs = my_package.pairs:Pairs
hero_academy = my_package.pairs:Pairs
bad_game = my_package.bots:Passes
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package in a folder of its own, which is not importable yet."""
    folder = tmp_path / "site" / "my_package"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("from .bots import Passes\n")
    (folder / "bots.py").write_text(BOTS)
    (folder / "inner.py").write_text(INNER)
    (folder / "raising.py").write_text("raise KeyError('x')")
    (folder / "pairs.py").write_text(PAIRS.read_text(encoding="utf-8"))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_package"]:
        del sys.modules[name]


@pytest.fixture
def importable(package, monkeypatch):
    monkeypatch.syspath_prepend(package.parent)
    return package


@pytest.fixture
def distribution(importable):
    """The package, installed with names for its classes."""
    about = importable.parent / "my_package-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    caches = (installed.installed_names, installed._entries)
    for cached in caches:
        cached.cache_clear()
    yield importable
    for cached in caches:
        cached.cache_clear()


def code_of(spec: str) -> set[Path]:
    """The files of an agent whose edit makes it another one."""
    return set(closure(module_file(agent_class(spec).__module__)))


@pytest.fixture(scope="module")
def start():
    return turnwright.game("hero_academy:map=a-tiny").start(seed=1)


def test_a_folder_that_is_a_package_holds_agents(package, start, monkeypatch):
    monkeypatch.chdir(package.parent)
    for spec in ("./my_package:Passes:times=3", f"{package}:Passes:times=3"):
        bot = turnwright.agent(spec)
        assert bot.spec == spec
        assert ask(bot, start).actions == (start.end_action,)
        assert not is_own_agent(spec)
        assert code_of(spec) == {package / "bots.py", package / "inner.py"}


def test_a_folder_is_refused_in_one_sentence_if_it_is_no_package(package, monkeypatch):
    monkeypatch.chdir(package.parent)
    for spec, message in (
        ("./nothing:Passes", "there is no folder './nothing' in"),
        (f"./{'x' * 5000}:Passes", "there is no folder './xxx"),
        (f"{package.parent}:Passes", "is not a package: it has no file __init__.py"),
        ("./my_package:Nobody", "has no class 'Nobody'; its agents are Passes"),
    ):
        with pytest.raises(SpecError, match=message):
            turnwright.agent(spec)


def test_a_module_holds_agents_and_games(importable, start):
    bot = turnwright.agent("my_package.bots:Passes:times=3")
    assert bot.spec == "my_package.bots:Passes:times=3"
    assert ask(bot, start).actions == (start.end_action,)
    assert code_of(bot.spec) == {importable / "bots.py", importable / "inner.py"}
    game = turnwright.game("my_package.pairs:Pairs:stones=3")
    assert game.spec == "my_package.pairs:Pairs:stones=3"
    assert game.settings.stones == 3


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("my_package.nothing:Bot", "there is no module 'my_package.nothing'; install its package"),
        ("no_package.bots:Bot", "there is no module 'no_package.bots'; install its package"),
        ("my_package.raising:Bot", "the module 'my_package.raising' cannot be imported: KeyError: 'x'"),
        ("my_package.bots:Nobody", "'my_package.bots' has no class 'Nobody'; its agents are Passes"),
        ("my_package.bots:Broken", "'Broken' in 'my_package.bots' is not an agent"),
    ],
)
def test_a_module_without_the_agent_is_refused_in_one_sentence(importable, spec, message):
    with pytest.raises(SpecError) as caught:
        turnwright.agent(spec)
    assert message in str(caught.value)


def test_an_installed_package_names_its_classes(distribution, start):
    assert turnwright.agent_names() == [*own_agent_names(), "broken", "gone", "no_class", "passes", "raises"]
    assert turnwright.game_names() == ["hero_academy", "locm", "arimaa", "amazons", "bad_game", "pairs"]
    assert not any(name.startswith("my_package") for name in sys.modules)  # nothing is loaded for its name alone
    bot = turnwright.agent("passes", times=3)
    assert (bot.spec, bot.name) == ("passes:times=3", "passes")
    assert ask(bot, start).actions == (start.end_action,)
    game = turnwright.game("pairs:stones=3")
    assert (game.spec, game.name) == ("pairs:stones=3", "pairs")
    assert not parse_spec("passes").runs_foreign_code


def test_our_own_names_stay_ours(distribution):
    assert type(turnwright.agent("oep")).__module__.startswith("turnwright.")
    assert type(turnwright.game("hero_academy")).__module__.startswith("turnwright.")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("broken", "'Broken' in 'my_package.bots' is not an agent"),
        ("gone", "there is no module 'my_package.nothing'"),
        ("raises", "the module 'my_package.raising' cannot be imported: KeyError: 'x'"),
        ("no_class", "'no_class' of the package 'my-package' is 'my_package.bots', which is not a class"),
        ("passs", "there is no agent 'passs' (did you mean 'passes'?); available: "),
    ],
)
def test_a_broken_name_is_refused_in_one_sentence(distribution, name, message):
    with pytest.raises(SpecError) as caught:
        turnwright.agent(name)
    assert message in str(caught.value)


def test_an_edit_of_an_installed_package_makes_another_player(distribution):
    game = "hero_academy:map=a-tiny"
    with_package, without = source_of(game, "passes", "random"), source_of(game, "random", "random")
    assert with_package != without
    from turnwright.core import source_digest

    (distribution / "inner.py").write_text(INNER + "more = 1\n")
    for cached in (source_of, source_digest._closure_digest, source_digest._source):
        cached.cache_clear()
    assert source_of(game, "passes", "random") != with_package
    assert source_of(game, "random", "random") == without


def test_lists_say_which_name_is_broken_and_go_on(distribution, monkeypatch, capfd):
    for command, names, broken in (
        ("agents", {"passes", "oep"}, {"broken", "gone", "no_class", "raises"}),
        ("games", {"pairs", "locm"}, {"bad_game"}),
    ):
        monkeypatch.setattr(sys, "argv", ["turnwright", command])
        with pytest.raises(SystemExit) as caught:
            main()
        assert not caught.value.code
        printed = capfd.readouterr()
        assert names <= set(printed.out.split())
        assert {line.partition(" cannot be used: ")[0] for line in printed.err.splitlines()} == broken


def test_visitors_may_choose_installed_agents_with_moderate_settings(distribution):
    assert allowed_agent("passes:times=3", trust=False) == "passes:times=3"
    with pytest.raises(SpecError, match="times is 5000; this server allows up to 1000"):
        allowed_agent("passes:times=5000", trust=False)
    assert {"passes", "oep"} <= {each["agent"] for each in agents_catalogue()}
    assert not {"broken", "gone", "no_class", "raises"} & {each["agent"] for each in agents_catalogue()}
