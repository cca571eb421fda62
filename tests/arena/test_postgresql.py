"""The store in a real PostgreSQL: what it promises of a file, it keeps there too."""

import threading

import psycopg
import pytest

from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import play_pairings
from turnwright.arena.play_game import play_game
from turnwright.arena.schema import VERSION
from turnwright.arena.scores import score_of
from turnwright.arena.store import Store, StoreError

pytestmark = pytest.mark.slow


@pytest.fixture
def place(postgresql):
    return postgresql()


@pytest.fixture
def record(pairing):
    return play_game(pairing().pair(0)[0].setup)


def add(store, record, source="a"):
    store.add([(record, source)], run=store.begin_run({}), versions={"turnwright": "0"})


def test_a_record_is_read_as_it_was_written(place, record):
    with Store(place) as store:
        add(store, record)
        add(store, record)
        add(store, record, source="b")
    with Store(place, create=False) as store:
        assert [stored.source for stored in store.search()] == ["a", "b"]
        assert [stored.source for stored in store.search(newest=True, limit=10**30)] == ["b", "a"]
        (first, _) = store.search(game="HERO_academy", agent="Random")
        assert first.record == record
        assert store.game(first.id) == first
        assert store.records([record.setup], "a") == {record.setup.key: record}
        assert store.outcomes([record.setup], None).keys() == {record.setup.key}
        assert store.count() == 2
        for number in (0, -1, 2**31, 2**62, 10**30):
            with pytest.raises(StoreError, match=f"has no game {number}"):
                store.game(number)
        assert "secret" not in store.place


def test_reading_makes_no_store(place):
    with pytest.raises(StoreError, match="there is no store at"):
        Store(place, create=False)
    with psycopg.connect(place) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_databases_that_are_not_ours_or_newer_are_left_alone(postgresql, place):
    with Store(place) as store, store.transaction() as connection:
        connection.exec_driver_sql(f"UPDATE facts SET value = '{VERSION + 1}'")
    with pytest.raises(StoreError, match="newer Turnwright"):
        Store(place)
    other = postgresql()
    with psycopg.connect(other) as connection:
        connection.execute("CREATE TABLE shopping (item TEXT)")
    with pytest.raises(StoreError, match="not a store of Turnwright"):
        Store(other)


def test_many_may_make_it_at_once(place, record):
    """The tables are made once, and nobody is told of a quarrel about them."""
    wrong = []

    def make():
        try:
            with Store(place) as store:
                add(store, record, source=threading.current_thread().name)
        except StoreError as error:
            wrong.append(error)

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    with Store(place) as store:
        assert store.count() == 6


def test_a_match_is_played_into_it_and_goes_on_where_it_was(place, pairing, begun):
    with Store(place) as store:
        play_pairings([pairing(games=4)], ArenaConfig(store=store, backend="here"))
        play_pairings([pairing(games=6)], ArenaConfig(store=store, backend="here"))
        assert len(begun) == 6
        assert score_of(pairing(games=6), ArenaConfig(store=store)).games == 6


def test_what_is_wrong_with_the_server_is_one_sentence_without_the_password(place):
    for url in (place.replace("games", "nowhere"), "postgresql://me:secret@127.0.0.1:1/games"):
        with pytest.raises(StoreError, match="cannot be used") as caught:
            Store(url)
        assert "secret" not in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_connection_that_the_server_ends_is_made_again(place, record):
    with Store(place) as store:
        add(store, record)
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid()"
            )
        assert store.count() == 1
