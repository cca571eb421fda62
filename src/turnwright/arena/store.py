"""The store: one row a game, with everything needed to play it again.

A database by URL, or a file: SQLite with a write-ahead log. A game is either stored whole or not at all; a kill at any
moment loses no stored game. Several runs may write to one store.
"""

import json
import os
import platform
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from turnwright.arena.database import (
    StoreError,
    check_room,
    data_folder,
    make_engine,
    set_up_new,
    shown_place,
    wait_for_others,
)
from turnwright.arena.insertion import insertion
from turnwright.arena.record import GameRecord, GameSetup, record_in_row, row_of
from turnwright.arena.schema import VERSION, facts, games, metadata, runs
from turnwright.core.errors import in_one_line

_CHUNK = 500
"""Keys per query; databases limit the number of parameters."""


@dataclass(frozen=True, kw_only=True)
class StoredGame:
    """A row of the store."""

    id: int
    """The game's number in this store."""
    record: GameRecord
    source: str
    """Digest of the sources that played it."""
    versions: dict[str, str]
    """Versions of the software that played it."""

    def as_dict(self) -> dict[str, Any]:
        """Everything that is stored of the game, as plain data: what exports have."""
        return {"id": self.id, **self.record.as_dict(), "source": self.source, "versions": self.versions}


def default_place() -> str:
    """The default place of the store: `TURNWRIGHT_STORE`, or the user's data folder."""
    return os.environ.get("TURNWRIGHT_STORE") or str(data_folder() / "games.db")


class Store:
    """A store, opened. Use it as a context manager, or close it."""

    def __init__(self, place: str | Path, *, create: bool = True) -> None:
        self._engine = make_engine(str(place), create=create)
        self._engines = {writes: self._engine.execution_options(writes=writes) for writes in (False, True)}
        self.place = shown_place(str(place))
        """Where it is, without a password."""
        self._missing: list[sa.Column[Any]] = []
        """Columns that an older program did not know, where they cannot be added."""
        # All threads share the one connection that a store in memory has, so they take turns.
        self._turn: AbstractContextManager[Any] = threading.RLock() if place == ":memory:" else nullcontext()
        try:
            self._prepare(create)
        except BaseException:
            self.close()
            raise

    @classmethod
    def in_memory(cls) -> "Store":
        """A store that is gone when it is closed."""
        return cls(":memory:")

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def _prepare(self, create: bool) -> None:
        with self._connection() as connection:
            if self._is_store(connection):
                self._missing = _missing_columns(connection)
                if not (self._missing and create):
                    return
        if self._missing:
            self._add_columns()
            return
        if not create:
            raise StoreError(f"there is no store at {self.place!r}; play a match or a tournament to create one")
        with self._errors():
            set_up_new(self._engine)
        with self._connection(writes=True) as connection:
            wait_for_others(connection)
            if not self._is_store(connection):  # another run may just have made it
                metadata.create_all(connection)
                connection.execute(self._insert(facts).values(name="version", value=str(VERSION)))

    def _add_columns(self) -> None:
        """Bring a store of an older program up to date. A store that may only be read is read as it is."""
        try:
            with self._connection(writes=True) as connection:
                wait_for_others(connection)
                for column in _missing_columns(connection):  # another run may just have added it
                    kind = column.type.compile(connection.dialect)
                    connection.exec_driver_sql(f"ALTER TABLE {games.name} ADD COLUMN {column.name} {kind}")
        except StoreError:
            return
        self._missing = []

    def _is_store(self, connection: sa.Connection) -> bool:
        """Whether this is a store, or at least nothing else yet; anything else is refused."""
        tables = sa.inspect(connection).get_table_names()
        version = None
        if facts.name in tables:
            version = connection.execute(sa.select(facts.c.value).where(facts.c.name == "version")).scalar()
        if version is None or not str(version).isdecimal():
            if tables:
                raise StoreError(f"{self.place!r} is a database, but not a store of Turnwright; name another file")
            return False
        if int(version) > VERSION:
            raise StoreError(
                f"the store {self.place!r} was written by a newer Turnwright (version {version} of the store, "
                f"this version reads up to {VERSION}); update Turnwright, or name another store"
            )
        return True

    @contextmanager
    def _connection(self, *, writes: bool = False) -> Iterator[sa.Connection]:
        """A connection with a transaction, which is committed at the end; one that writes never works on old facts."""
        with self._turn, self._errors(), self._engines[writes].begin() as connection:
            yield connection

    def _insert(self, table: sa.Table) -> Any:
        """An insertion that leaves alone what is already there."""
        return insertion(table, self._engine.dialect.name).on_conflict_do_nothing()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """The database's complaints in one sentence."""
        try:
            yield
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            raise StoreError(f"the store {self.place!r} cannot be used: {in_one_line(cause)}") from error

    # Writing

    def begin_run(self, what: dict[str, Any], *, started: float | None = None) -> int:
        """Note that a run begins, by default now; tells early whether the store can be written to at all."""
        check_room(self._engine)
        with self._connection(writes=True) as connection:
            began = time.time() if started is None else started
            values = {"started": began, "what": json.dumps(what), "machine": json.dumps(machine())}
            result = connection.execute(sa.insert(runs).values(**values))
            return int(result.inserted_primary_key[0])  # type: ignore[index]

    def add(self, records: Sequence[tuple[GameRecord, str]], *, run: int, versions: dict[str, str]) -> None:
        """Store finished games, each with the digest of its sources; those that are there already stay as they are."""
        played_with = json.dumps(versions)
        rows = [row_of(record) | {"source": source, "run": run, "versions": played_with} for record, source in records]
        with self._connection(writes=True) as connection:
            connection.execute(self._insert(games), rows)

    def merge(self, other: "Store") -> tuple[int, int]:
        """Take over the games of another store, each with its run; how many came, and how many were here already."""
        if other.place == self.place:
            raise StoreError(f"the store {self.place!r} cannot be merged into itself; name another one")
        came = found = 0
        with other._connection() as theirs:
            old_runs = theirs.execute(sa.select(runs).order_by(runs.c.id)).all()
            columns = [column for column in games.c if column.name != "id"]
            for run in old_runs:
                rows = theirs.execute(other._query(columns).where(games.c.run == run.id).order_by(games.c.id)).all()
                with self._connection(writes=True) as connection:
                    before = connection.execute(sa.select(sa.func.count()).select_from(games)).scalar_one()
                    known = {"started": run.started, "what": run.what, "machine": run.machine}
                    same = sa.and_(*(runs.c[name] == value for name, value in known.items()))
                    number = connection.execute(sa.select(runs.c.id).where(same)).scalar()
                    if number is None:
                        result = connection.execute(sa.insert(runs).values(**known))
                        number = int(result.inserted_primary_key[0])  # type: ignore[index]
                    for start in range(0, len(rows), _CHUNK):
                        part = [dict(row._mapping) | {"run": number} for row in rows[start : start + _CHUNK]]
                        connection.execute(self._insert(games), part)
                    after = connection.execute(sa.select(sa.func.count()).select_from(games)).scalar_one()
                came += after - before
                found += len(rows) - (after - before)
        return came, found

    def transaction(self) -> AbstractContextManager[sa.Connection]:
        """A connection for further tables in the same database; all of what it writes is written, or nothing."""
        return self._connection(writes=True)

    # Reading

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """A connection for further tables in the same database that reads only, so that it need not be writable."""
        return self._connection()

    def outcomes(self, setups: Iterable[GameSetup], source: str | None) -> dict[str, "Outcome"]:
        """The outcomes of those setups that have been played, by key; of several sources' games the first one's."""
        found: dict[str, Outcome] = {}
        wanted = (games.c.key, games.c.outcome, games.c.ending, games.c.forfeit, games.c.overrun)
        for rows in self._select(wanted, setups, source):
            for row in rows:
                found.setdefault(
                    row.key,
                    Outcome(
                        outcome=row.outcome,
                        ending=getattr(row, "ending", None),
                        forfeit=row.forfeit,
                        overrun_ms=row.overrun,
                    ),
                )
        return found

    def records(self, setups: Iterable[GameSetup], source: str | None) -> dict[str, GameRecord]:
        """The records of those setups that have been played, by key."""
        found: dict[str, GameRecord] = {}
        for rows in self._select(games.c, setups, source):
            for row in rows:
                record = _stored(row).record
                if record.setup.key != row.key:  # what is asked for is not what would come back
                    raise StoreError(
                        f"game {row.id} of the store is damaged: its setup is not the one that its key names"
                    )
                found.setdefault(row.key, record)
        return found

    def _query(self, columns: Iterable[sa.Column[Any]]) -> sa.Select[Any]:
        """Columns of the games, as far as this store has them."""
        missing = {column.name for column in self._missing}
        return sa.select(*(column for column in columns if column.name not in missing))

    def _select(
        self, columns: Iterable[sa.Column[Any]], setups: Iterable[GameSetup], source: str | None
    ) -> Iterator[Sequence[Any]]:
        keys = [setup.key for setup in setups]
        for start in range(0, len(keys), _CHUNK):
            query = self._query(columns).where(games.c.key.in_(keys[start : start + _CHUNK])).order_by(games.c.id)
            if source is not None:
                query = query.where(games.c.source == source)
            with self._connection() as connection:
                rows = connection.execute(query).all()
            yield rows

    def game(self, number: int) -> StoredGame:
        """The game with that number."""
        row = None
        if abs(number) < 2**63:  # databases count no further
            with self._connection() as connection:
                row = connection.execute(self._query(games.c).where(games.c.id == big(number))).first()
        if row is None:
            raise StoreError(f"the store {self.place!r} has no game {number}; 'turnwright results' lists its games")
        return _stored(row)

    def search(
        self, *, game: str | None = None, agent: str | None = None, limit: int | None = None, newest: bool = False
    ) -> Iterator[StoredGame]:
        """Games whose game or agent contains a text, in the order in which they were stored."""
        query = self._query(games.c).order_by(games.c.id.desc() if newest else games.c.id)
        if game is not None:
            query = query.where(games.c.game.icontains(game, autoescape=True))
        if agent is not None:
            wanted = [column.icontains(agent, autoescape=True) for column in (games.c.first, games.c.second)]
            query = query.where(sa.or_(*wanted))
        if limit is not None:
            query = query.limit(big(min(limit, 2**63 - 1)))  # databases count no further
        with self._connection() as connection:
            for row in connection.execution_options(yield_per=100).execute(query):
                yield _stored(row)

    def count(self) -> int:
        """How many games are stored."""
        with self._connection() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(games)).scalar_one()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What scores need of a game."""

    outcome: int
    """1 if player 0 won, -1 if player 1 did, 0 for a draw."""
    ending: str | None = None
    """How the game ended, in the game's own words."""
    forfeit: str = ""
    overrun_ms: float | None = None

    @classmethod
    def of(cls, record: GameRecord) -> "Outcome":
        """The outcome of a game that has just been played."""
        return cls(outcome=record.outcome, ending=record.ending, forfeit=record.forfeit, overrun_ms=record.overrun_ms)


def big(number: int) -> sa.BindParameter[int]:
    """A number for a query that may be larger than any id: PostgreSQL refuses to compare it otherwise."""
    return sa.literal(number, sa.BigInteger)


def machine() -> dict[str, Any]:
    """What the machine is, as far as results depend on it."""
    return {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()}


def _missing_columns(connection: sa.Connection) -> list[sa.Column[Any]]:
    """What the table of games lacks."""
    present = {column["name"] for column in sa.inspect(connection).get_columns(games.name)}
    return [column for column in games.c if column.name not in present]


def _stored(row: Any) -> StoredGame:
    try:
        record = record_in_row(row._mapping)
        return StoredGame(id=row.id, record=record, source=row.source, versions=json.loads(row.versions))
    except (ValueError, TypeError) as error:
        raise StoreError(f"game {row.id} of the store is damaged: {in_one_line(error)}") from error
