"""A store may come from anybody: listing it runs nothing, and its games from files are replayed only with --trust."""

import json
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from turnwright.arena.live.schema import live_games
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.store import Store
from turnwright.study.schema import study_games

GAME = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
PAIRS = Path(__file__).resolve().parents[2] / "examples" / "pairs.py"


@pytest.fixture
def place(tmp_path):
    return tmp_path / "games.db"


def store_game(place, game=GAME, first="random", second="random") -> int:
    setup = GameSetup(game=game, players=(Player(agent=first), Player(agent=second)), seed=1, agent_seeds=(2, 3))
    with Store(place) as store:
        record = GameRecord(setup=setup, outcome=1, turns=(), forfeit="left", reports={"seat": []})
        store.add([(record, "x")], run=store.begin_run({}), versions={})
        return max(stored.id for stored in store.search())


def test_listing_and_exporting_run_nothing(place, tmp_path, canary, turnwright_command):
    for spec in canary.specs:
        store_game(place, game=spec, first=spec, second=spec)
    for more in ((), ("--json",), ("--export", tmp_path / "games.csv"), ("--game", "evil"), ("--agent", "evil")):
        assert turnwright_command("results", "--store", place, *more).code == 0
    assert len(turnwright_command("results", "--store", place, "--json").data) == len(canary.specs)


def test_replaying_names_the_option_that_allows_it(place, canary, refused):
    for spec in canary.specs:
        number = store_game(place, game=spec)
        for more in ((), ("--json",), ("--turn", 0)):
            said = refused("replay", number, "--store", place, *more)
            assert said.endswith("is not trusted; if you trust it, allow it with --trust"), said
            assert said.count("\n") == 0


def test_players_from_outside_are_not_needed_to_replay(place, canary, turnwright_command):
    number = store_game(place, first=canary.specs[0], second="cmd:./evil.sh")
    assert turnwright_command("replay", number, "--store", place, "--all").code == 0


def test_trusted_rules_are_run(place, turnwright_command, refused, tmp_path, monkeypatch):
    folder = tmp_path / "my games"
    folder.mkdir()
    (folder / "pairs.py").write_text(PAIRS.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(folder)
    number = store_game(place, game="pairs.py:Pairs")
    replay = ("replay", number, "--store", place, "--all", "--trust")
    assert "a b c d e" in turnwright_command(*replay).out
    monkeypatch.chdir(tmp_path)
    assert refused(*replay).endswith(
        f"there is no file 'pairs.py' in {tmp_path} to take the game 'Pairs' from; "
        "go to the folder that the path starts at, or give the whole path"
    )


def test_studies_of_strangers_run_nothing(place, tmp_path, canary, refused):
    for number, spec in enumerate(canary.specs):
        for key, game, agent in (("game", spec, "random"), ("agent", GAME, spec)):
            place = tmp_path / f"{key}-{number}.db"
            write_study(place, game, agent)
            for command in (("show",), ("export", tmp_path / "people.json")):
                said = refused("study", *command, "--store", place)
                assert (
                    "cannot be shown here" in said
                    or "is not trusted; its rules are not trusted here" in said
                    or "is not trusted; start the server with --trust to continue the game" in said
                ), said
            assert not canary.has_run, spec


def write_study(place, game, agent):
    seats = [{"agent": agent, "budget": None}, {"agent": "human", "budget": None}]
    setup = {"game": game, "seats": seats, "view": "open", "deal": 1, "seeds": [2, 3]}
    live = {"name": "x", "started": time.time(), "changed": time.time(), "setup": json.dumps(setup), "turns": "[]"}
    live |= {"actions": "[]", "reports": "[]", "resigned": None, "forfeit": "", "stored": None}
    row = {"name": "x", "study": "s", "plan": "{}", "person": "p", "skill": "expert", "seat": 1, "cores": 1}
    with Store(place) as store, store.transaction() as connection:
        live_games.create(connection, checkfirst=True)
        study_games.create(connection, checkfirst=True)
        connection.execute(sa.insert(live_games).values(**live))
        connection.execute(sa.insert(study_games).values(**row, started=0.0, comment=""))
