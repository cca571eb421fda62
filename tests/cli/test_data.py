"""`turnwright export` and `turnwright import`."""

import json
from pathlib import Path

import pytest

from turnwright import Budget
from turnwright.arena.pairing import Pairing
from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.store import Store

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with a store of two games."""
    monkeypatch.chdir(tmp_path)
    pairing = Pairing(
        game=TINY, players=(Player.parse("random"), Player.parse("greedy_action", Budget(evaluations=30))), games=2
    )
    with Store("g.db") as opened:
        games = [(play_game(seated.setup), "digest") for seated in pairing.pair(0)]
        opened.add(games, run=opened.begin_run({}), versions={})


@pytest.mark.parametrize("name", ["games.parquet", "games.txt"])
def test_games_travel_from_store_to_store(name, turnwright_command):
    ran = turnwright_command("export", name, "--store", "g.db", "--card", "card.md")
    assert (ran.code, "wrote 2 games" in ran.err) == (0, True)
    assert Path("card.md").read_text().startswith(f"# {name}\n")
    ran = turnwright_command("import", name, "--store", "new.db")
    assert "read 2 games" in ran.err
    assert "2 of them are new" in ran.err
    assert "0 of them are new" in turnwright_command("import", name, "--store", "new.db").err
    one, other = (turnwright_command("results", "--store", store, "--json").data for store in ("g.db", "new.db"))
    assert [game["turns"] for game in one] == [game["turns"] for game in other]
    assert turnwright_command("replay", 1, "--store", "new.db", "--turn", 1).code == 0


def test_positions_are_exported(turnwright_command, refused):
    for name in ("p.parquet", "p.json", "p.csv"):
        assert turnwright_command("export", name, "--what", "positions", "--store", "g.db").code == 0
    rows = json.loads(Path("p.json").read_text())
    assert {row["points"] for row in rows} <= {0, 0.5, 1}
    assert len(Path("p.csv").read_text().splitlines()) == len(rows) + 1
    assert "has no known format; name a file that ends in .csv, .json, .parquet" in refused(
        "export", "p.txt", "--what", "positions", "--store", "g.db"
    )
    assert "has the table 'positions'; 'games' is wanted here" in refused("import", "p.parquet", "--store", "n.db")
    assert not Path("n.db").exists()


def test_a_game_prints_as_text(turnwright_command):
    said = turnwright_command("replay", 1, "--store", "g.db", "--text").out
    assert said.startswith(f'[Game "{TINY}"]\n[First "random"]')
    Path("one.txt").write_text(said)
    assert "read 1 game " in turnwright_command("import", "one.txt", "--store", "other.db").err
