"""What tests of the arena share: a tiny game, agents in a file of strangers, and games played without processes."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from turnwright import Budget
from turnwright.arena import backends
from turnwright.arena.pairing import Pairing
from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord, GameSetup

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
STRANGERS = Path(__file__).with_name("strangers.py")


@pytest.fixture
def tiny() -> str:
    """Spec of the smallest board; its games last a few milliseconds."""
    return TINY


@pytest.fixture
def pairing() -> Callable[..., Pairing]:
    """Makes pairings of the tiny game."""

    def make(first: str = "random", second: str = "greedy_action", games: int = 4, **settings: object) -> Pairing:
        budget = Budget(evaluations=30)
        players = (Player.parse(first, budget), Player.parse(second, budget))
        return Pairing(**{"game": TINY, "players": players, "games": games, **settings})

    return make


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The present folder, with a file of agents that do what they like."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strangers.py").write_text(STRANGERS.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


class Begun(list[GameSetup]):
    """Every game that the backend `here` has begun, in order."""

    before: Callable[[GameSetup], None] = staticmethod(lambda setup: None)
    """Called before a game is begun."""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    """A backend `here` that plays in this very process."""
    setups_begun = Begun()

    def play(setups: Iterable[GameSetup], workers: int, patience: float) -> Iterator[tuple[GameSetup, GameRecord]]:
        for setup in setups:
            setups_begun.before(setup)
            setups_begun.append(setup)
            yield setup, play_game(setup)

    module = ModuleType("backend_here")
    module.play = play  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "backend_here", module)
    monkeypatch.setitem(backends._BACKENDS, "here", ("backend_here", "play"))
    return setups_begun
