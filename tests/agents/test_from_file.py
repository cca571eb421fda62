"""Agents from files: what a stranger may write, and what is refused."""

from pathlib import Path

import pytest

import turnwright
from turnwright import Budget
from turnwright.agents.turn_check import ask
from turnwright.arena.players import Player
from turnwright.core.spec import SpecError

MY_BOT = Path(__file__).resolve().parents[2] / "examples" / "my_bot.py"

PLAIN = """
class Passes:
    def plan(self, view, budget, seed):
        return [view.world(seed).end_action]
"""
SUBCLASS = """
from dataclasses import dataclass
import turnwright

@dataclass(frozen=True, kw_only=True)
class Passes(turnwright.Agent):
    times: int = 1
    "Ignored."

    def plan(self, view, budget=None, seed=0):
        return turnwright.Turn(state=view.world(seed), actions=(view.world(seed).end_action,), value=float(self.times))
"""
SEARCH = """
from dataclasses import dataclass
from turnwright.agents.base import Turn
from turnwright.agents.search import SearchAgent
from turnwright.agents.settings import SearchSettings

@dataclass(frozen=True, kw_only=True)
class Settings(SearchSettings):
    patience: int = 3

class Passes(SearchAgent):
    settings_class = Settings

    def search(self, state, budget, rng, keep_tree):
        return Turn(state=state, actions=(state.end_action,))
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Write a file of one's own and stand beside it."""

    def write(content: str) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "own.py").write_text(content)

    return write


@pytest.fixture
def pairs_file():
    return MY_BOT.with_name("pairs.py")


@pytest.fixture(scope="module")
def start():
    return turnwright.game("hero_academy").start(seed=1)


@pytest.mark.parametrize("content", [PLAIN, SUBCLASS, SEARCH])
def test_a_class_with_a_plan_is_an_agent(own, start, content):
    own(content)
    bot = turnwright.agent("own.py:Passes")
    assert isinstance(bot, turnwright.Agent)
    assert (bot.spec, bot.name) == ("own.py:Passes", "own.py:Passes")
    turn = ask(bot, start, Budget(iterations=1))
    assert (turn.actions, str(turn)) == ((start.end_action,), "end")


@pytest.mark.parametrize(
    ("content", "spec"), [(SUBCLASS, "own.py:Passes:times=4"), (SEARCH, "own.py:Passes:worlds=2,patience=5")]
)
def test_settings_are_dataclass_fields_and_come_back_from_the_spec(own, content, spec):
    own(content)
    assert turnwright.agent(spec).spec == spec
    with pytest.raises(SpecError, match=r"own\.py:Passes has no setting 'colour'"):
        turnwright.agent("own.py:Passes:colour=red")


def test_a_path_may_have_spaces(own, start, tmp_path, pairs_file):
    """A spec that is printed is one word, so that it can stand in front of a position and be read back."""
    own(SUBCLASS)
    folder = tmp_path / "my dir"
    folder.mkdir()
    (tmp_path / "own.py").rename(folder / "own.py")
    (folder / "pairs.py").write_text(pairs_file.read_text(encoding="utf-8"), encoding="utf-8")
    bot = turnwright.agent("my dir/own.py:Passes:times=4")
    assert bot.spec == "my%20dir/own.py:Passes:times=4"
    assert turnwright.agent(bot.spec).spec == bot.spec
    assert Player.parse("my dir/own.py:Passes@1s") == Player(agent="my%20dir/own.py:Passes", budget=Budget.parse("1s"))
    state = turnwright.game("my dir/pairs.py:Pairs").start(1)
    assert turnwright.state(state.text) == state
    assert turnwright.game(state.game.spec).start(1) == state


def test_a_turn_keeps_what_the_agent_says_of_it(own, start):
    own(SUBCLASS)
    assert ask(turnwright.agent("own.py:Passes:times=3"), start).value == 3.0


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("X = 1", "Bot", "'own.py' has no class 'Bot'; it has no agents"),
        (PLAIN, "Bot", "'own.py' has no class 'Bot'; its agents are Passes"),
        ("class Bot: pass", "Bot", "'Bot' in 'own.py' is not an agent: a class with a method plan(view, budget, seed)"),
        ("1 / 0", "Bot", "'own.py' cannot be run: ZeroDivisionError: division by zero"),
        (PLAIN, "Passes:times=3", "own.py:Passes has no settings, so times cannot be set"),
        (PLAIN + "    def __init__(self, x): pass", "Passes", "own.py:Passes cannot be created: TypeError:"),
    ],
)
def test_what_is_no_agent_is_refused_in_one_sentence(own, content, name, message):
    own(content)
    with pytest.raises(SpecError) as caught:
        turnwright.agent(f"own.py:{name}")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_example_honours_budget_and_seed(start):
    bot = turnwright.agent(f"{MY_BOT}:MyBot")
    turns = [ask(bot, start, Budget(evaluations=30), seed) for seed in (5, 5, 6)]
    assert turns[0].actions == turns[1].actions != turns[2].actions
    assert ask(bot, start, Budget(milliseconds=0)).actions == (start.end_action,)


def test_the_example_plays_better_the_longer_it_looks(start):
    """The first turns it looks at are the same, so more of them cannot be worse."""
    values = []
    for tries in (1, 10, 100):
        turn = ask(turnwright.agent(f"{MY_BOT}:MyBot:tries={tries}"), start, seed=2)
        values.append(start.play(*turn.actions).evaluate(start.player))
    assert values == sorted(values)
    assert values[0] < values[-1]
