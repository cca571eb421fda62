"""Matches and tournaments as library calls, from scripts of a few lines without a `__main__` guard."""

import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

import turnwright
from turnwright.arena.match import Progress, compile_for
from turnwright.arena.store import Store, StoreError

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
MATCH = f"""
import turnwright

print("the script runs")
result = turnwright.match("greedy_action", "random", game="{TINY}", games=4, budget="30ev", seed=3, workers=2{{store}})
print(result)
print(len(result.games), result.wins + result.draws + result.losses, len(result.pairs))
print(result.share, tuple(result.interval), result.elo)
print({{{{game.ending for game in result.games}}}} <= set(turnwright.game("hero_academy").endings))
"""
TOURNAMENT = f"""
import turnwright

agents = ["greedy_action", "random", "random:policy=meta"]
result = turnwright.tournament(agents, game="{TINY}", games=2, budget="30ev", workers=2)
print(result)
print(len(result.games), [str(player) for player in result.ranking])
"""


@pytest.fixture(autouse=True)
def _here(pairing, tmp_path, monkeypatch):
    compile_for([pairing("random", "greedy_action"), pairing("random:policy=meta", "random")])
    monkeypatch.chdir(tmp_path)


def run(script: str) -> list[str]:
    Path("script.py").write_text(script)
    ran = subprocess.run([sys.executable, "script.py"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout.splitlines()


@pytest.mark.parametrize("store", [pytest.param("", marks=pytest.mark.slow), ', store="games.db"'])
def test_a_match_of_ten_lines(store):
    """Without a store, in a temporary one; the script itself is run once, not by the workers."""
    lines = run(MATCH.format(store=store))
    assert lines.count("the script runs") == 1
    assert "greedy_action@30ev against random@30ev" in lines
    assert lines[-3] == "4 4 2"
    assert lines[-1] == "True"
    assert Path("games.db").exists() == bool(store)
    if store:
        with Store("games.db") as kept:
            assert kept.count() == 4


@pytest.mark.slow
def test_a_tournament_of_five_lines():
    lines = run(TOURNAMENT)
    assert lines[-1].startswith("6 ['greedy_action@30ev', ")
    assert any("Elo ± 95 %" in line for line in lines)


def test_the_result_says_what_the_command_says(begun):
    result = turnwright.match("greedy_action", "random", game=TINY, games=4, budget="30ev", backend="here")
    assert len(begun) == 4
    data = result.as_dict()
    assert (data["games"], data["wins"], data["share"]) == (4, result.wins, result.share)
    assert data["endings"] == dict(result.score.endings)
    assert sum(data["endings"].values()) == 4
    assert f"4: {result.wins} won, {result.draws} drawn, {result.losses} lost" in str(result)
    assert "endings" in str(result)
    assert "greedy_action@30ev against random@30ev" in result._repr_html_()
    assert [game.setup.key for game in result.games] == [game.setup.key for game in result.pairing]


def test_an_open_store_stays_open_and_is_not_played_twice(begun):
    with Store("games.db") as store:
        for _ in range(2):
            result = turnwright.match("random", "random", game=TINY, games=2, store=store, backend="here")
        assert len(begun) == 2
        assert store.count() == len(result.games) == 2


def test_a_question_stops_the_match(begun):
    """Greedy beats random in every game: a few pairs answer it."""
    game = "hero_academy:map=a-tiny,deck=TINY"
    result = turnwright.match(
        "greedy_action", "random", game=game, games=400, budget="30ev", sprt="elo0=0,elo1=100", backend="here"
    )
    assert result.test is not None
    assert result.test.state.decision == "elo1"
    assert len(result.pairs) == result.test.pairs_used < 100


def test_progress_hears_of_every_game_and_of_games_stored_before(begun):
    class Ears(Progress):
        def __init__(self):
            self.before, self.heard = [], []

        def following(self, pairings, before):
            self.before.append(before)
            return nullcontext(self.heard.append)

    ears = Ears()
    for games in (2, 6):
        turnwright.match("random", "random", game=TINY, games=games, store="g.db", backend="here", progress=ears)
    assert ears.before == [0, 2]
    assert len(ears.heard) == 6


def test_a_store_in_a_folder_that_is_not_there_is_refused():
    with pytest.raises(StoreError, match="there is no folder 'gmaes'; create it first, or name another place"):
        turnwright.match("random", "random", game=TINY, games=2, store="gmaes/g.db")
    assert not Path("gmaes").exists()


def test_only_public_names_are_shown():
    assert set(dir(turnwright)) == {*turnwright.__all__, "__version__"}
    assert {"match", "tournament", "game", "agent"} <= set(dir(turnwright))
