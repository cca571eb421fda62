"""`turnwright tournament`, and what `results` and `replay` find in its store."""

import csv
import json
from pathlib import Path

import pytest

import turnwright

SPECIFICATION = """
game = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
agents = ["random", "greedy_action", "own.py:Raises"]
budget = "30ev"
games = 4
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with a tournament's store."""
    folder = tmp_path_factory.mktemp("tournament")
    (folder / "t.toml").write_text(SPECIFICATION)
    (folder / "own.py").write_text("class Raises:\n    def plan(self, view, budget, seed):\n        return 1 / 0\n")
    return folder


@pytest.fixture
def here(played, monkeypatch, turnwright_command):
    monkeypatch.chdir(played)
    if not Path("g.db").exists():
        ran = turnwright_command("tournament", "t.toml", "--store", "g.db", "--workers", 2)
        assert ran.code == 0, ran.err
    return played


def test_the_table_for_people(here, turnwright_command):
    ran = turnwright_command("tournament", "t.toml", "--store", "g.db")
    assert ran.code == 0
    assert "12 of 12 games are already in the store" in ran.err
    for word in ("greedy_action@30ev", "random@30ev", "own.py:Raises@30ev", "Elo", "±", "games are in g.db"):
        assert word in ran.out
    assert ran.out.index("greedy_action@30ev") < ran.out.index("own.py:Raises@30ev")
    assert "own.py:Raises forfeited 8 games: " in ran.out


def test_agents_can_be_named_on_the_command_line(here, turnwright_command):
    """The same tournament as the file's: all its games are in the store already."""
    game = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
    agents = ("random", "greedy_action", "own.py:Raises")
    ran = turnwright_command(
        "tournament", *agents, "--game", game, "--games", 4, "--budget", "30ev", "--store", "g.db", "--json"
    )
    assert ran.code == 0, ran.err
    assert "12 of 12 games are already in the store" in ran.err
    assert ran.data == turnwright_command("tournament", "t.toml", "--store", "g.db", "--json").data
    gauntlet = turnwright_command(
        "tournament", *agents, "--game", game, "--games", 4, "--budget", "30ev", "--store", "g.db", "--json",
        "--format", "gauntlet",
    ).data  # fmt: skip
    assert [pairing["games"] for pairing in gauntlet["pairings"]] == [4, 4]


def test_agents_and_a_file_are_not_mixed(here, refused):
    assert "'t.toml' describes a whole tournament; give it alone" in refused("tournament", "random", "t.toml")
    assert "set 'games' there, not as an option" in refused("tournament", "t.toml", "--games", 2)
    assert "a tournament needs at least two agents, not 1" in refused("tournament", "random", "--store", "no.db")
    assert "there is no agent 'oap'" in refused("tournament", "random", "oap", "--store", "no.db")
    assert not Path("no.db").exists()


def test_the_table_as_json(here, turnwright_command):
    told = turnwright_command("tournament", "t.toml", "--store", "g.db", "--json").data
    assert told["players"] == ["random@30ev", "greedy_action@30ev", "own.py:Raises@30ev"]
    assert [told["table"][2][other]["points"] for other in (0, 1)] == [0, 0]
    assert told["ranking"][-1] == 2
    assert len(told["ratings"]["elo"]) == 3
    assert [pairing["games"] for pairing in told["pairings"]] == [4, 4, 4]


def test_a_specification_that_is_wrong_is_refused(here, refused):
    Path("bad.toml").write_text('agents = ["random", "oap@1s"]')
    assert "the tournament 'bad.toml': there is no agent 'oap'" in refused("tournament", "bad.toml", "--store", "no.db")
    assert "cannot be read: No such file" in refused("tournament", "nowhere.toml", "--store", "no.db")
    assert not Path("no.db").exists()


def test_results_are_listed_and_filtered(here, turnwright_command):
    listed = turnwright_command("results", "--store", "g.db").out
    assert "12 games in g.db; 'turnwright replay GAME' shows one" in listed
    assert "forfeit" in listed
    games = turnwright_command("results", "--store", "g.db", "--json").data
    assert [game["id"] for game in games] == list(range(1, 13))
    raising = turnwright_command("results", "--store", "g.db", "--agent", "Raises", "--json").data
    assert len(raising) == 8
    assert all("Raises" in game["first"] + game["second"] for game in raising)
    assert turnwright_command("results", "--store", "g.db", "--game", "pairs", "--json").data == []
    newest = turnwright_command("results", "--store", "g.db", "--limit", 2, "--json").data
    assert newest == games[-2:]


def test_results_have_all_that_is_stored(here, turnwright_command):
    game = turnwright_command("results", "--store", "g.db", "--agent", "greedy", "--limit", 1, "--json").data[0]
    assert set(game) >= {
        "seed", "first", "second", "outcome", "turns", "game", "budgets", "agent_seeds", "view", "forfeit", "reports",
        "started", "seconds", "overrun_ms", "source", "versions",
    }  # fmt: skip


def test_results_are_exported(here, turnwright_command):
    games = turnwright_command("results", "--store", "g.db", "--json").data
    for suffix in (".json", ".csv"):
        ran = turnwright_command("results", "--store", "g.db", "--export", f"games{suffix}")
        assert (ran.code, ran.out) == (0, "")
        assert f"wrote 12 games to games{suffix}" in ran.err
    assert json.loads(Path("games.json").read_text()) == games
    with Path("games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in rows] == [game["seed"] for game in games]
    assert [json.loads(row["turns"]) for row in rows] == [game["turns"] for game in games]
    assert [json.loads(row["reports"]) for row in rows] == [game["reports"] for game in games]


def test_results_are_exported_to_parquet(here, turnwright_command):
    parquet = pytest.importorskip("pyarrow.parquet")
    games = turnwright_command("results", "--store", "g.db", "--json").data
    assert turnwright_command("results", "--store", "g.db", "--export", "games.parquet").code == 0
    rows = parquet.read_table("games.parquet").to_pylist()
    assert [row["seed"] for row in rows] == [game["seed"] for game in games]
    assert [row["turns"] for row in rows] == [game["turns"] for game in games]


def test_exports_that_cannot_be_written_are_refused(here, refused):
    assert "has no known format; name a file that ends in .csv, .json, .parquet, .txt" in refused(
        "results", "--store", "g.db", "--export", "games.xlsx"
    )
    assert "cannot be written" in refused("results", "--store", "g.db", "--export", "nowhere/games.csv")
    assert "there is no store at 'nowhere.db'" in refused("results", "--store", "nowhere.db")
    assert not Path("nowhere.db").exists()


def test_a_game_is_replayed(here, turnwright_command):
    games = turnwright_command("results", "--store", "g.db", "--json").data
    game = next(game for game in games if not game["forfeit"])
    told = turnwright_command("replay", game["id"], "--store", "g.db", "--json").data
    assert len(told["positions"]) == len(game["turns"]) + 1
    assert turnwright.state(told["positions"][-1]).outcome == game["outcome"]
    every = turnwright_command("replay", game["id"], "--store", "g.db", "--all")
    assert every.code == 0
    for number, turn in enumerate(game["turns"], 1):
        assert f"turn {number}, " in every.out
        assert turn in every.out
    assert "the whole game follows the rules, including its outcome" in every.err
    one = turnwright_command("replay", game["id"], "--store", "g.db", "--turn", 2).out
    assert "turn 2, " in one
    assert "turn 3, " not in one
    assert turnwright.state(told["positions"][2]).draw() in one


def test_a_forfeited_game_is_replayed_with_its_reason(here, turnwright_command):
    game = turnwright_command("results", "--store", "g.db", "--agent", "Raises", "--limit", 1, "--json").data[0]
    out = turnwright_command("replay", game["id"], "--store", "g.db", "--all").out
    assert "forfeit: own.py:Raises failed with ZeroDivisionError: division by zero (own.py, line 3)" in out


def test_games_and_turns_that_are_not_there(here, refused, turnwright_command):
    assert "has no game 99" in refused("replay", 99, "--store", "g.db")
    assert "has no game 99999999999999999999" in refused("replay", "99999999999999999999", "--store", "g.db")
    game = turnwright_command("results", "--store", "g.db", "--limit", 1, "--json").data[0]
    turns = len(game["turns"])
    said = refused("replay", game["id"], "--store", "g.db", "--turn", turns + 1)
    assert f"has {turns} turns, so there is no turn {turns + 1}" in said
    assert turnwright_command("replay", "first", "--store", "g.db").code == 2
