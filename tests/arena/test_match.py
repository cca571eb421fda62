"""Contests: what is played, what is stored, and that nothing is played twice or depends on who plays it."""

import json
import sqlite3
import threading
from collections import Counter
from pathlib import Path
from time import sleep

import pytest
import sqlalchemy as sa

import turnwright
from turnwright.arena import provenance
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import compile_for, games_of, play_pairings
from turnwright.arena.replay import positions
from turnwright.arena.scores import score_of
from turnwright.arena.store import Store, StoreError
from turnwright.core import source_digest

TIMES = {"id", "run", "started", "seconds", "overrun"}


def rows(place: str | Path) -> list[dict]:
    """What a store holds, read without the arena's own code; times left out, in an order that is always the same."""
    with sqlite3.connect(place) as connection:
        connection.row_factory = sqlite3.Row
        found = [dict(row) for row in connection.execute("SELECT * FROM games")]
    connection.close()
    for row in found:
        row["reports"] = {name: column for name, column in json.loads(row["reports"]).items() if name != "milliseconds"}
    return sorted(({name: row[name] for name in row if name not in TIMES} for row in found), key=lambda row: row["key"])


@pytest.mark.slow
def test_stored_games_are_the_same_for_one_two_and_three_workers(pairing, tmp_path):
    """Counted budgets: all that is stored, but for times."""
    pairings = [pairing("random", "greedy_action"), pairing("random:policy=meta", "greedy_action:top=5")]
    compile_for(pairings)
    for workers in (1, 2, 3):
        with Store(tmp_path / f"{workers}.db") as store:
            play_pairings(pairings, ArenaConfig(store=store, workers=workers))
    one, two, three = (rows(tmp_path / f"{workers}.db") for workers in (1, 2, 3))
    assert len(one) == 8
    assert one == two
    assert one == three


def test_a_row_has_all_that_a_game_was_played_with(pairing, tmp_path, begun):
    played = pairing("greedy_action:top=5", "random@7st", games=2, view="hidden", seed=5)
    with Store(tmp_path / "games.db") as store:
        play_pairings([played], ArenaConfig(store=store, backend="here"), what={"occasion": "a test"})
    row = next(row for row in rows(tmp_path / "games.db") if row["second"] == "random")
    setup = played.pair(0)[0].setup
    assert json.loads(row["versions"]).keys() == {"turnwright", "python", "numba", "numpy"}
    assert json.loads(row["versions"])["turnwright"] == turnwright.__version__
    assert len(row["source"]) == 16
    assert turnwright.game(row["game"]).spec == played.game
    assert (row["first"], row["second"]) == ("greedy_action:top=5", "random")
    assert (row["first_budget"], row["second_budget"]) == ("30ev", "7st")
    assert (row["view"], row["seed"]) == ("hidden", setup.seed)
    assert (row["first_seed"], row["second_seed"]) == setup.agent_seeds
    turns = json.loads(row["turns"])
    for name in ("seat", "evaluations", "steps", "iterations"):
        assert len(row["reports"][name]) == len(turns)
    by_seat = zip(row["reports"]["seat"], row["reports"]["evaluations"], strict=True)
    assert all(0 < evaluations <= 30 for seat, evaluations in by_seat if seat == 0)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        what, machine = connection.execute("SELECT what, machine FROM runs").fetchone()
    connection.close()
    assert json.loads(what)["occasion"] == "a test"
    assert json.loads(what)["pairings"][0]["players"] == ["greedy_action:top=5@30ev", "random@7st"]
    assert json.loads(machine)["cores"] >= 1


def test_every_stored_game_follows_the_rules_to_its_outcome(pairing, begun):
    played = pairing("random", "greedy_action", games=20)
    with Store.in_memory() as store:
        play_pairings([played], ArenaConfig(store=store, backend="here"))
        for stored in store.search():
            *_, last = positions(stored.record)
            assert last.outcome == stored.record.outcome
            assert turnwright.game(stored.record.setup.game).start(stored.record.setup.seed).text != last.text


def test_an_agent_against_itself_scores_half_within_its_interval(pairing, begun):
    """Seeds differ by game and seat, so it is a fair match against an equal."""
    played = pairing("random", "random", games=200, seed=11, game="hero_academy:map=a-tiny,deck=TINY")
    with Store.in_memory() as store:
        play_pairings([played], ArenaConfig(store=store, backend="here"))
        score = score_of(played, ArenaConfig(store=store))
    assert score.games == 200
    assert score.paired.interval.low < 0.5 < score.paired.interval.high
    assert score.interval.low < 0.5 < score.interval.high
    assert 0 < score.wins < 200
    assert 0 < score.losses < 200


def test_the_same_contest_plays_nothing_again_and_a_longer_one_only_what_is_new(pairing, tmp_path, begun):
    told: list[str] = []
    for games in (4, 4, 10):
        with Store(tmp_path / "games.db") as store:
            listener = lambda record: told.append(record.setup.key)  # noqa: E731
            play_pairings([pairing(games=games)], ArenaConfig(store=store, backend="here"), listener=listener)
    assert [setup.key for setup in begun] == [game.setup.key for game in pairing(games=10)]
    assert told == [setup.key for setup in begun]


def test_half_a_pair_is_made_whole(pairing, begun):
    """As a run leaves it that was killed between the two games."""
    played = pairing(games=2)
    with Store.in_memory() as store:
        other = pairing(games=4)
        play_pairings([other], ArenaConfig(store=store, backend="here"), wanted=lambda pairing, pair: pair == 0)
        assert len(begun) == 2
        with store.transaction() as connection:
            connection.exec_driver_sql("DELETE FROM games WHERE key = ?", (played.pair(0)[1].setup.key,))
        assert (
            score_of(played, ArenaConfig(store=store)).games,
            score_of(played, ArenaConfig(store=store)).paired.left_over,
        ) == (1, 1)
        play_pairings([played], ArenaConfig(store=store, backend="here"))
        assert [setup.key for setup in begun[2:]] == [played.pair(0)[1].setup.key]
        assert (
            score_of(played, ArenaConfig(store=store)).games,
            score_of(played, ArenaConfig(store=store)).paired.left_over,
        ) == (2, 0)


def test_pairings_that_share_games_play_them_once(pairing, begun):
    with Store.in_memory() as store:
        play_pairings([pairing(games=4), pairing(games=8), pairing(games=4)], ArenaConfig(store=store, backend="here"))
        assert store.count() == 8
    assert max(Counter(setup.key for setup in begun).values()) == 1


def test_a_run_begins_no_game_that_another_run_has_finished_meanwhile(pairing, tmp_path, begun):
    """The second run plays all the rest while the first is about to begin its seventh game."""
    played = pairing(games=12)
    place = tmp_path / "games.db"
    with Store(place) as first, Store(place) as second:

        def before(setup):
            if len(begun) == 6:
                while first.count() < 6:  # stored by another thread
                    sleep(0.01)
                begun.append(setup)  # the first run's seventh, which is in the air
                play_pairings([played], ArenaConfig(store=second, backend="here"))
                assert second.count() == 12

        begun.before = before
        play_pairings([played], ArenaConfig(store=first, backend="here"))
    keys = [game.setup.key for game in played]
    assert [setup.key for setup in begun] == [*keys[:6], keys[6], *keys[6:], keys[6]]
    assert [row["key"] for row in rows(place)] == sorted(keys)


def test_two_runs_at_the_same_time_store_every_game_once(pairing, tmp_path, begun):
    """Made anew by both at once, and written to by both."""
    played = pairing(games=40)
    place = tmp_path / "games.db"
    errors: list[BaseException] = []
    barrier = threading.Barrier(4)

    def run() -> None:
        try:
            barrier.wait()
            with Store(place) as store:
                play_pairings([played], ArenaConfig(store=store, backend="here"))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert [row["key"] for row in rows(place)] == sorted(game.setup.key for game in played)


def test_an_edited_agent_plays_anew_and_old_games_count_only_if_any_source_does(strangers, pairing, begun):
    """The digest of sources is part of what a game is known by."""
    played = pairing("strangers.py:Passes", "random", games=2)

    def forget() -> None:  # as a new process would
        provenance.source_of.cache_clear()
        source_digest._closure_digest.cache_clear()
        source_digest._source.cache_clear()

    forget()
    with Store.in_memory() as store:
        play_pairings([played], ArenaConfig(store=store, backend="here"))
        (strangers / "strangers.py").write_text((strangers / "strangers.py").read_text() + "\nEDITED = True\n")
        forget()
        assert score_of(played, ArenaConfig(store=store)).games == 0
        assert score_of(played, ArenaConfig(store=store, any_source=True)).games == 2
        play_pairings([played], ArenaConfig(store=store, backend="here", any_source=True))
        assert len(begun) == 2
        play_pairings([played], ArenaConfig(store=store, backend="here"))
        assert len(begun) == 4
        assert score_of(played, ArenaConfig(store=store)).games == 2
        assert score_of(played, ArenaConfig(store=store, any_source=True)).games == 2
        assert store.count() == 4
    forget()


def test_a_full_disk_ends_the_run_and_harms_nothing_that_is_stored(pairing, tmp_path, begun):
    """SQLite's own complaint, in the middle of a run."""
    place = tmp_path / "games.db"
    with Store(place) as store:
        play_pairings([pairing(games=4)], ArenaConfig(store=store, backend="here"))
    before = rows(place)
    with Store(place) as store:
        with store.transaction() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

        def limit(connection, _):
            connection.execute(f"PRAGMA max_page_count = {pages + 2}").close()

        store._engine.dispose()
        sa.event.listen(store._engine, "connect", limit)
        with pytest.raises(StoreError, match="database or disk is full"):
            play_pairings([pairing(games=2000)], ArenaConfig(store=store, backend="here"))
    assert len(begun) < 2000
    kept = {row["key"]: row for row in rows(place)}
    assert all(kept[row["key"]] == row for row in before)
    with Store(place) as store:
        play_pairings([pairing(games=6)], ArenaConfig(store=store, backend="here"))
        assert len(games_of(pairing(games=6), ArenaConfig(store=store))) == 6


def test_what_a_listener_raises_ends_the_run(pairing, begun):
    def listen(record):
        raise RuntimeError("enough")

    with Store.in_memory() as store, pytest.raises(RuntimeError, match="enough"):
        play_pairings([pairing(games=400)], ArenaConfig(store=store, backend="here"), listener=listen)
    assert len(begun) < 400
