"""The store: what it refuses, what it never harms, and what it finds again."""

import json
import os
import re
import shutil
import sqlite3
import sys
from collections import namedtuple
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from turnwright.arena import database
from turnwright.arena.play_game import play_game
from turnwright.arena.schema import VERSION, runs
from turnwright.arena.store import Outcome, Store, StoreError, default_place


@pytest.fixture
def record(pairing):
    return play_game(pairing().pair(0)[0].setup)


def refusal(place, **options) -> str:
    with pytest.raises(StoreError) as caught:
        Store(place, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def add(store, record, source="a"):
    store.add([(record, source)], run=store.begin_run({}), versions={"turnwright": "0"})


def test_a_record_is_read_as_it_was_written(tmp_path, record):
    with Store(tmp_path / "games.db") as store:
        add(store, record)
        (stored,) = store.search()
        assert store.game(stored.id) == stored
        assert stored.record == record
        assert (stored.source, stored.versions) == ("a", {"turnwright": "0"})
        assert store.records([record.setup], "a") == {record.setup.key: record}
        assert store.outcomes([record.setup], "a").keys() == {record.setup.key}
        assert store.outcomes([record.setup], "b") == {}
        assert store.outcomes([record.setup], None) == {record.setup.key: Outcome.of(record)}


def test_a_game_is_stored_once_for_each_source_and_the_first_stays(record, tmp_path):
    with Store(tmp_path / "games.db") as store:
        add(store, record)
        add(store, record)
        add(store, record, source="b")
        assert store.count() == 2
        assert [stored.source for stored in store.search()] == ["a", "b"]
        assert [stored.source for stored in store.search(newest=True, limit=1)] == ["b"]


def test_stores_merge_and_what_both_have_is_there_once(record, tmp_path):
    """With the runs that the games are from, and as often as one likes."""
    with Store(tmp_path / "one.db") as one, Store(tmp_path / "other.db") as other:
        add(one, record)
        add(other, replace(record, outcome=-record.outcome))  # another run's game of the same setup and source
        add(other, record, source="b")
        assert one.merge(other) == (1, 1)
        assert one.merge(other) == (0, 2)
        assert [(stored.source, stored.record) for stored in one.search()] == [("a", record), ("b", record)]
        with one.reading() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(runs)).scalar_one() == 3
        assert other.count() == 2
        with pytest.raises(StoreError, match="cannot be merged into itself"):
            one.merge(one)


def test_games_are_found_by_a_part_of_their_specs(pairing):
    with Store.in_memory() as store:
        short = "hero_academy:map=a-tiny,turn_limit=2"
        for game in (*pairing(games=2), *pairing("greedy_action:top=5", games=2, game=short)):
            add(store, play_game(game.setup))
        assert len(list(store.search(agent="top=5"))) == 2
        assert len(list(store.search(agent="greedy"))) == 4
        assert len(list(store.search(agent="random"))) == 2
        assert len(list(store.search(game="deck=TINY"))) == 2
        assert list(store.search(agent="%")) == []
        assert len(list(store.search(limit=10**30))) == 4


def test_many_games_are_asked_for_at_once(pairing, record):
    """More than a database takes in one question."""
    with Store.in_memory() as store:
        add(store, record)
        setups = [game.setup for game in pairing(games=3000)]
        assert store.outcomes(setups, "a").keys() == {record.setup.key}


def test_the_default_place_is_the_users_or_named_by_the_environment(monkeypatch):
    monkeypatch.delenv("TURNWRIGHT_STORE", raising=False)
    assert default_place().endswith(os.path.join("turnwright", "games.db"))
    monkeypatch.setenv("TURNWRIGHT_STORE", "elsewhere.db")
    assert default_place() == "elsewhere.db"


@pytest.mark.parametrize("number", [0, -1, 2, 10**30, -(10**30)])
def test_a_game_that_is_not_there(record, number):
    with Store.in_memory() as store:
        add(store, record)
        with pytest.raises(StoreError, match=f"has no game {number}"):
            store.game(number)


def test_reading_makes_no_store(tmp_path):
    place = tmp_path / "games.db"
    assert f"there is no store at {str(place)!r}" in refusal(place, create=False)
    assert not place.exists()
    place.touch()
    assert "there is no store at" in refusal(place, create=False)
    assert place.read_bytes() == b""


def test_a_store_of_a_newer_version_is_left_alone(tmp_path, record):
    place = tmp_path / "games.db"
    with Store(place) as store:
        add(store, record)
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE facts SET value = ?", (str(VERSION + 1),))
    connection.close()
    before = place.read_bytes()
    for create in (True, False):
        assert f"newer Turnwright (version {VERSION + 1} of the store, this version reads up to {VERSION})" in refusal(
            place, create=create
        )
    assert place.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database, but much longer than its header would be " * 20, b"short"])
def test_a_file_that_is_no_database_is_left_alone(tmp_path, content):
    place = tmp_path / "games.db"
    place.write_bytes(content)
    assert "file is not a database" in refusal(place)
    assert place.read_bytes() == content


@pytest.mark.parametrize(
    "statement",
    ["CREATE TABLE shopping (item TEXT)", "CREATE TABLE facts (name TEXT, value TEXT)", "CREATE TABLE facts (a TEXT)"],
)
def test_a_database_that_is_no_store_is_left_alone(tmp_path, statement):
    """Not even its journal is changed."""
    place = tmp_path / "shopping.db"
    with sqlite3.connect(place) as connection:
        connection.execute(statement)
    connection.close()
    before = place.read_bytes()
    assert str(place) in refusal(place)
    assert place.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["shopping.db"]


def test_a_version_that_is_no_number_is_not_ours(tmp_path):
    place = tmp_path / "games.db"
    with sqlite3.connect(place) as connection:
        connection.execute("CREATE TABLE facts (name TEXT, value TEXT)")
        connection.execute("INSERT INTO facts VALUES ('version', 'two')")
    connection.close()
    assert "not a store of Turnwright" in refusal(place)


def test_places_where_nothing_can_be_made(tmp_path):
    (tmp_path / "file").touch()
    assert "there is no folder " in refusal(tmp_path / "file" / "games.db")
    assert "unable to open database file" in refusal(tmp_path)


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that nobody can write to")
def test_a_folder_that_cannot_be_written_to():
    said = refusal("/proc/games.db")
    assert "'/proc/games.db' cannot be used: OperationalError: unable to open database file" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="an administrator may write everywhere")
def test_a_store_that_may_only_be_read(tmp_path, record):
    place = tmp_path / "games.db"
    with Store(place) as store:
        add(store, record)
    place.chmod(0o400)
    with Store(place) as store, pytest.raises(StoreError, match="readonly"):
        store.begin_run({})


def test_a_disk_without_room_is_noticed_before_a_game_is_played(tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda place: usage(10**9, 10**9 - 5000, 5000))
    with (
        Store(tmp_path / "games.db") as store,
        pytest.raises(StoreError, match="is full: 5 kB are left; free some space"),
    ):
        store.begin_run({})


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://me:secret@host/games", "cannot be used"),
        ("nonsense://me:secret@host/games", "cannot be used"),
        ("sqlite:///games.db", "must be a file, or the URL of a PostgreSQL database"),
        ("postgresql://me:secret@[/games", "cannot be used"),
    ],
)
def test_urls_of_other_databases_are_refused_and_passwords_kept(url, message):
    said = refusal(url)
    assert message in said
    assert "secret" not in said


def test_a_damaged_row_is_told_in_one_sentence(tmp_path, record):
    place = tmp_path / "games.db"
    with Store(place) as store:
        add(store, record)
        with store.transaction() as connection:
            connection.exec_driver_sql("UPDATE games SET turns = 'nonsense'")
        with pytest.raises(StoreError, match="game 1 of the store is damaged: JSONDecodeError"):
            store.game(1)


def test_a_store_that_was_killed_while_it_was_made_is_made_again(tmp_path, monkeypatch, record):
    """The tables and their version come together or not at all."""
    place = tmp_path / "games.db"

    def dies(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_insert", dies)
        with pytest.raises(KeyboardInterrupt):
            Store(place)
    with Store(place) as store:
        add(store, record)
        assert store.count() == 1


def test_it_keeps_a_write_ahead_log_and_survives_power_cuts(tmp_path):
    with Store(tmp_path / "games.db") as store, store.transaction() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # full
    assert database._FREE_BYTES > 10**6


def test_what_is_written_is_plain_text_and_numbers(tmp_path, record):
    """Nothing in a store is code."""
    place = tmp_path / "games.db"
    with Store(place) as store:
        add(store, record)
    with sqlite3.connect(place) as connection:
        connection.row_factory = sqlite3.Row
        (row,) = connection.execute("SELECT * FROM games")
    connection.close()
    assert json.loads(row["turns"]) == list(record.turns)
    assert {type(value) for value in dict(row).values()} <= {int, float, str, type(None)}


def test_a_store_is_read_where_nothing_can_be_written(tmp_path, monkeypatch, record):
    """As from a disk that is mounted read-only."""
    place = tmp_path / "my games?.db"
    with Store(place) as store:
        add(store, record)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with Store(place, create=False) as store:
        assert store.game(1).record == record
        assert [file.name for file in tmp_path.iterdir()] == [place.name]
        with pytest.raises(StoreError, match="readonly"):
            store.begin_run({})


def test_without_its_package_a_store_in_postgresql_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'turnwright[postgres]'" in refusal("postgresql://me:secret@127.0.0.1/games")


def test_a_row_whose_setup_is_not_its_keys_is_refused(tmp_path, record):
    """Whoever asks for the games of a setup gets that setup's, whatever else a stranger has written into their rows."""
    place = tmp_path / "games.db"
    with Store(place) as store:
        add(store, record)
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE games SET game = 'evil.py:Game'")
    connection.close()
    with Store(place) as store, pytest.raises(StoreError, match="its setup is not the one that its key names"):
        store.records([record.setup], None)


def test_a_store_of_an_older_program_gets_its_new_column_and_keeps_its_games(tmp_path, record):
    """A column that may be empty is added where the store may be written to; a reader does without."""
    place = tmp_path / "games.db"
    with Store(place) as store:
        add(store, record)
    with sqlite3.connect(place) as connection:
        connection.execute("ALTER TABLE games DROP COLUMN ending")
    connection.close()
    before = place.read_bytes()
    older = replace(record, ending=None)
    with Store(place, create=False) as store:
        assert store.game(1).record == older
        assert store.records([record.setup], "a") == {record.setup.key: older}
        assert store.outcomes([record.setup], "a") == {record.setup.key: Outcome.of(older)}
    assert place.read_bytes() == before
    with Store(place) as store:
        assert store.game(1).record == older
        add(store, record, source="b")
    with Store(place, create=False) as store:
        assert [stored.record for stored in store.search()] == [older, record]


def test_a_missing_folder_is_not_made_unless_it_is_the_users_own(tmp_path, monkeypatch):
    """A typo in a path must not leave folders behind."""
    monkeypatch.setattr(database, "data_folder", lambda: tmp_path / "data" / "turnwright")
    assert "there is no folder" in refusal(tmp_path / "gmaes" / "games.db")
    assert not (tmp_path / "gmaes").exists()
    with Store(tmp_path / "data" / "turnwright" / "games.db") as store:
        assert store.count() == 0


def test_exported_names_are_those_of_the_documentation(record):
    """Scripts read them: docs/arena.md lists them all."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    with Store.in_memory() as store:
        add(store, record)
        data = store.game(1).as_dict()
    listed = page[page.index("| field |") : page.index("**Players are numbered")]
    rows = re.findall(r"^\| (`.*?`) \|", listed, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(data)
