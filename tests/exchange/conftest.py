"""Games to exchange: a few of the tiny game, in a store."""

from pathlib import Path

import pytest

from turnwright import Budget
from turnwright.arena.pairing import Pairing
from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.arena.store import Store, StoredGame

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"


@pytest.fixture(scope="session")
def records() -> list[GameRecord]:
    """Four games, two of them without a budget for random."""
    players = (Player.parse("random"), Player.parse("greedy_action", Budget(evaluations=30)))
    pairing = Pairing(game=TINY, players=players, games=4)
    return [play_game(seated.setup) for pair in range(2) for seated in pairing.pair(pair)]


@pytest.fixture
def store(tmp_path: Path, records: list[GameRecord]) -> Path:
    """A store that has them."""
    place = tmp_path / "games.db"
    with Store(place) as opened:
        run = opened.begin_run({})
        opened.add([(record, "digest") for record in records], run=run, versions={"turnwright": "0.1.0"})
    return place


def stored_in(place: Path) -> list[StoredGame]:
    with Store(place, create=False) as opened:
        return list(opened.search())
