"""Tables in which long runs store their progress, so that they can be resumed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from turnwright.arena.database import StoreError
from turnwright.arena.store import Store
from turnwright.core.errors import in_one_line


class JournalTable:
    """One such table in a store; it is made where it is missing."""

    def __init__(self, store: Store, table: sa.Table) -> None:
        self._store, self._table = store, table
        with store.transaction() as connection:
            table.create(connection, checkfirst=True)

    def rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with self._store.reading() as connection:
            return connection.execute(query).all()

    def put(self, rows: Iterable[Mapping[str, Any]], *, replaces: bool) -> None:
        """Keep rows, all or, if that fails, none. A row whose key is there already takes its place, or stays out."""
        with self._store.transaction() as connection:
            for row in rows:
                same = sa.and_(*(column == row[column.name] for column in self._table.primary_key))
                if connection.execute(sa.select(*self._table.primary_key).where(same)).first() is None:
                    connection.execute(sa.insert(self._table).values(**row))
                elif replaces:
                    connection.execute(sa.update(self._table).where(same).values(**row))

    def damaged(self, what: str, error: Exception) -> StoreError:
        """The error for a row that cannot be understood."""
        return StoreError(f"the store {self._store.place!r} has a damaged {what}: {in_one_line(error)}")
