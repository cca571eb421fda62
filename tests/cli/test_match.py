"""`turnwright match`: who is stronger, how sure that is, and what is refused before any game is played."""

import shutil
import sqlite3
from collections import namedtuple
from pathlib import Path

import pytest

import turnwright
from turnwright.core.cores import available_cores

TINY = ("--game", "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20")
PRINTER = """
print("hello")

class Prints:
    def __init__(self):
        print("made")

    def plan(self, view, budget, seed):
        print("[1, 2, 3]")
        return "end"

class Raises:
    def plan(self, view, budget, seed):
        raise ValueError("[red]no[/red]")
"""


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNWRIGHT_STORE", raising=False)
    Path("own.py").write_text(PRINTER)


def test_json_alone_on_stdout_whatever_agents_print_and_resuming_plays_nothing(turnwright_command):
    """And the games that it names replay: the deal's start and the turns give the outcome."""
    command = (
        "match", "own.py:Prints", "random", *TINY, "--games", 4, "--seed", 5, "--workers", 2, "--store", "g.db",
        "--plain", "--json",
    )  # fmt: skip
    ran = turnwright_command(*command)
    assert ran.code == 0, ran.err
    told = ran.data
    assert told["players"] == ["own.py:Prints", "random"]
    assert (told["games"], told["wins"] + told["draws"] + told["losses"]) == (4, 4)
    assert told["points"] == told["wins"] + told["draws"] / 2
    assert told["wilson"][0] <= told["share"] <= told["wilson"][1]
    assert sum(told["pairs"]["counts"]) == 2
    assert told["forfeits"] == []
    assert told["overrun_ms"] is None
    lines = [line for line in ran.err.splitlines() if line.startswith("game ")]
    assert [line.split(":")[0] for line in lines] == [f"game {number} of 4" for number in (1, 2, 3, 4)]

    again = turnwright_command(*command)
    assert again.data == told
    assert "4 of 4 games are already in the store" in again.err
    assert not any(line.startswith("game ") for line in again.err.splitlines())

    games = turnwright_command("results", "--store", "g.db", "--json").data
    assert len(games) == 4
    for game in games:
        state = turnwright.game(game["game"]).start(game["seed"])
        for turn in game["turns"]:
            state = state.play(*turn.split())
        assert state.is_over
        assert state.outcome == game["outcome"]
    seats = [("own.py:Prints", "random"), ("random", "own.py:Prints")]
    assert sorted((game["first"], game["second"]) for game in games) == sorted(2 * seats)


def test_the_table_for_people_with_forfeits_and_a_time_budget(turnwright_command):
    ran = turnwright_command(
        "match", "own.py:Raises", "random@50ms", *TINY, "--games", 2, "--workers", 1, "--store", "g[1].db"
    )
    assert ran.code == 0, ran.err
    assert "own.py:Raises against random@50ms" in ran.out
    assert "2: 0 won, 0 drawn, 2 lost" in ran.out
    assert "95 % interval" in ran.out
    assert "own.py:Raises forfeited 2 games: own.py:Raises failed with ValueError: [red]no[/red]" in ran.out
    assert "games are in g[1].db" in ran.out
    assert "the longest turn took " in ran.out
    assert ", by forfeit: own.py:Raises failed" in ran.err


def test_a_sequential_match_stops_with_the_same_answer_for_one_and_two_workers(turnwright_command):
    """Raises loses every game, so that a few pairs answer the question."""
    told = []
    for workers in (1, 2):
        ran = turnwright_command(
            "match", "random", "own.py:Raises", *TINY, "--games", 1000, "--sprt", "elo0=0,elo1=100",
            "--workers", workers, "--store", f"{workers}.db", "--json",
        )  # fmt: skip
        assert ran.code == 0, ran.err
        told.append({key: value for key, value in ran.data.items() if key != "store"})
    assert told[0] == told[1]
    assert told[0]["sprt"]["decision"] == "elo1"
    assert told[0]["games"] == 2 * told[0]["sprt"]["pairs"] < 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("oap", "random"), "there is no agent 'oap'"),
        (("oep", "random"), "oep needs a budget"),
        (("oep", "random", "--budget", "5 parsecs"), "'5 parsecs' is not a budget"),
        (("oep:populaton=5", "random", "--budget", "5ev"), "oep has no setting 'populaton'"),
        (("random", "nowhere.py:Bot"), "there is no file 'nowhere.py'"),
        (("random", "own.py:Nobody"), "'own.py' has no class 'Nobody'; its agents are Prints, Raises"),
        (("random", "random", "--game", "chess"), "there is no game 'chess'"),
        (("random", "random", "--game", "hero_academy:map=mars"), "mars"),
        (("random", "random", "--games", "-2"), "-2 games cannot be played"),
        (("random", "random", "--games", "7"), "the number must be even"),
        (("random", "random", "--backend", "cloud"), "there is no backend 'cloud'"),
        (("random", "random", "--sprt", "elo0=10,elo1=0"), "elo1 must be the greater"),
        (("random", "random", "--sprt", "elo2=10"), "sprt has no setting 'elo2'"),
        (("random:evaluation=nonsense", "random"), "nonsense"),
    ],
)
def test_bad_input_is_refused_in_one_sentence_before_any_game(refused, arguments, message):
    said = refused("match", *arguments, "--store", "g.db")
    assert message in said
    assert len([line for line in said.splitlines() if line.startswith("error: ")]) == 1
    if Path("g.db").exists():
        with sqlite3.connect("g.db") as connection:
            assert connection.execute("SELECT count(*) FROM games").fetchone() == (0,)
        connection.close()


@pytest.mark.parametrize(
    "arguments", [("--view", "x-ray"), ("--games", "ten"), ("--workers", "0"), ("--patience", "0")]
)
def test_options_that_cannot_be_read_are_refused(turnwright_command, arguments):
    ran = turnwright_command("match", "random", "random", "--store", "g.db", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert arguments[0] in ran.err
    assert not Path("g.db").exists()


def test_more_games_at_once_than_cores_are_refused_with_a_time_budget(refused):
    cores = available_cores()
    said = refused("match", "random@5ms", "random", "--workers", cores + 1, "--store", "g.db")
    assert f"{cores + 1} games at once would share {cores} cores" in said
    assert f"--workers {cores}" in said


def test_threads_of_an_agent_count_with_a_time_budget(refused):
    """Every thread needs a core of its own; one game at a time is always possible."""
    cores, threads = available_cores(), available_cores() + 1
    said = refused("match", f"oep:islands=2,threads={threads}@5ms", "random", "--workers", 2, "--store", "g.db")
    assert f"2 games at once of {threads} threads each would share {cores} cores" in said
    assert "--workers 1" in said


def test_stores_that_cannot_be_used_are_refused(refused, monkeypatch):
    Path("text.db").write_text("this is no database " * 100)
    assert "file is not a database" in refused("match", "random", "random", "--store", "text.db")
    assert Path("text.db").read_text() == "this is no database " * 100
    with sqlite3.connect("other.db") as connection:
        connection.execute("CREATE TABLE shopping (item TEXT)")
    connection.close()
    assert "not a store of Turnwright" in refused("match", "random", "random", "--store", "other.db")
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda place: usage(10**9, 10**9, 0))
    said = refused("match", "random", "random", *TINY, "--store", "full.db")
    assert "is full: 0 kB are left" in said


def test_the_store_is_named_by_the_environment_too(turnwright_command, monkeypatch):
    monkeypatch.setenv("TURNWRIGHT_STORE", "named.db")
    ran = turnwright_command("match", "random", "own.py:Raises", *TINY, "--games", 2, "--workers", 1, "--json")
    assert ran.data["store"] == "named.db"
    assert Path("named.db").exists()
