"""Games that were played before are learned from as they are; what does not belong is left out or refused."""

from dataclasses import replace
from shutil import copy

import pytest
import sqlalchemy as sa

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.schema import games
from turnwright.arena.store import Store, StoreError
from turnwright.training.plan import TrainingError
from turnwright.training.stored import stored_games
from turnwright.training.train import train


@pytest.fixture(scope="module")
def played(small_plan, tmp_path_factory):
    """A store with ten games by the plan's rules, read another way, and two by other rules."""
    file = tmp_path_factory.mktemp("played") / "games.db"
    read_otherwise = small_plan.game.replace("described", "material")
    other_rules = small_plan.game.replace("turn_limit=30", "turn_limit=31")
    for game, number in ((read_otherwise, 10), (other_rules, 2)):
        turnwright.match("random", "random:greedy=1", game=game, games=number, store=file, workers=1)
    return file


@pytest.fixture
def stored(small_plan, played, tmp_path, monkeypatch):
    """A plan that learns from a copy of that store."""
    monkeypatch.chdir(tmp_path)
    copy(played, "games.db")
    return replace(small_plan, stored="games.db", generations=1)


def test_games_by_the_same_rules_are_found(stored):
    found = stored_games(stored)
    assert len(found) == 10
    assert all("evaluation=material" in record.setup.game for record in found)


def test_the_first_generation_learns_from_them(stored, tmp_path):
    with Store("training.db") as store:
        report = train(stored, ArenaConfig(store=store, workers=1), tmp_path)
        assert store.count() == stored.gate.games  # nothing else was played
    assert report.generations[0].games == 10


def test_a_game_that_does_not_replay_is_refused(stored):
    with Store("games.db") as store, store.transaction() as connection:
        other = sa.case((games.c.outcome == 1, -1), else_=1)
        connection.execute(sa.update(games).where(games.c.id == 3).values(outcome=other))
    with pytest.raises(TrainingError, match=r"game 3 of hero_academy in the store 'games.db' does not replay"):
        stored_games(stored)


def test_a_store_with_too_few_games_or_none_is_refused(stored):
    with pytest.raises(TrainingError, match=r"has 10 finished games .* at least 12"):
        stored_games(replace(stored, held_out=6))
    with pytest.raises(StoreError):
        stored_games(replace(stored, stored="missing.db"))
