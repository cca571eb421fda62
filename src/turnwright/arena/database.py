"""The database under the store: SQLite in a file, with a write-ahead log, or PostgreSQL by its URL."""

import os
import shutil
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from turnwright.core.errors import TurnwrightError, in_one_line

_FREE_BYTES = 16_000_000
"""A disk with less space than this counts as full: better to fail before a game is played than after."""
_PATIENCE = 60
"""Seconds to wait while another run writes."""


_MAKING = 0x7457
"""The lock held while tables are created in PostgreSQL."""


class StoreError(TurnwrightError):
    """A store that cannot be used."""


def make_engine(place: str, *, create: bool) -> sa.Engine:
    """The engine of a store's database; a file need not exist if it may be made."""
    if place == ":memory:":
        shared = {"check_same_thread": False}
        return _with_transactions(sa.create_engine("sqlite://", poolclass=sa.StaticPool, connect_args=shared))
    if "://" in place:
        return _postgresql(place)
    path = Path(place)
    if not create and not path.exists():
        raise StoreError(f"there is no store at {place!r}; play a match or a tournament to create one")
    _check_folder(path)
    file = str(path.absolute())
    url = sa.URL.create("sqlite", database=file)
    if not create and not os.access(path.parent, os.W_OK):
        # Where nobody can write, nobody does: SQLite need not, and could not, keep a log beside the file.
        frozen = f"file:{quote(file)}?mode=ro&immutable=1"
        connect = partial(sqlite3.connect, frozen, uri=True, check_same_thread=False)
        return _with_transactions(sa.create_engine(url, creator=connect))
    return _with_transactions(sa.create_engine(url, connect_args={"timeout": _PATIENCE}))


def data_folder() -> Path:
    """The user's folder for what Turnwright keeps."""
    return Path(platformdirs.user_data_dir("turnwright", appauthor=False))


def _check_folder(file: Path) -> None:
    """Make the user's data folder if a store goes there; any other folder that is missing is more likely a typo."""
    folder = file.parent
    try:
        if folder == data_folder():
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the store {str(file)!r} cannot be created: {error.strerror}") from error
    if not folder.is_dir():
        raise StoreError(
            f"the store {str(file)!r} cannot be created: there is no folder {str(folder)!r}; create it first, or "
            "name another place"
        )


def _postgresql(place: str) -> sa.Engine:
    """The engine of a PostgreSQL database, by its URL."""
    try:
        url = sa.make_url(place)
        if url.get_backend_name() != "postgresql":
            raise StoreError(f"the store {shown_place(place)!r} must be a file, or the URL of a PostgreSQL database")
        url = url.set(drivername="postgresql+psycopg")
        # A server that was started again in the meantime costs a new connection, not a game.
        return sa.create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": _PATIENCE})
    except ImportError as error:
        raise StoreError(
            f"a store in PostgreSQL needs the package {error.name or 'psycopg'}, which is not installed or lacks its "
            "library: pip install 'turnwright[postgres]'"
        ) from None
    except (SQLAlchemyError, ValueError) as error:
        raise StoreError(f"the store {shown_place(place)!r} cannot be used: {in_one_line(error)}") from error


def shown_place(place: str) -> str:
    """A place that is safe to print: a URL without its password."""
    try:
        return sa.make_url(place).render_as_string() if "://" in place else place
    except (SQLAlchemyError, ValueError):
        return "URL"


def _with_transactions(engine: sa.Engine) -> sa.Engine:
    """SQLite with transactions that hold everything, the making of tables included; Python's begin too late."""

    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous=FULL").close()  # a stored game survives even a power cut

    def begun(connection: sa.Connection) -> None:
        # One that writes waits for its turn at once: it could not later, after reading what another run then changes.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", begun)
    return engine


def set_up_new(engine: sa.Engine) -> None:
    """Give a new file its write-ahead log, which it keeps; files that are no stores are left as they are."""
    if engine.dialect.name != "sqlite":
        return
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("PRAGMA journal_mode=WAL").close()
    except sqlite3.Error as error:
        raise StoreError(f"the store {engine.url.database!r} cannot be created: {in_one_line(error)}") from error
    finally:
        connection.close()


def wait_for_others(connection: sa.Connection) -> None:
    """Wait while another run makes tables; until the end of the transaction others wait in turn."""
    if connection.dialect.name == "postgresql":  # SQLite has only one writer at a time anyway
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MAKING)))


def check_room(engine: sa.Engine) -> None:
    """Refuse a disk that is as good as full."""
    place = engine.url.database
    if engine.dialect.name != "sqlite" or not place:
        return
    free = shutil.disk_usage(Path(place).parent).free
    if free < _FREE_BYTES:
        raise StoreError(
            f"the disk of the store {place!r} is full: {free // 1000:,} kB are left; free some space first"
        )
