"""Insertions that can say what happens to rows that are there already: each database has its own words for that."""

from importlib import import_module
from typing import Any

import sqlalchemy as sa


def insertion(table: sa.Table, dialect: str) -> Any:
    """An insertion into a table of a database, whose words are loaded only now: most stores are never on PostgreSQL."""
    words = import_module(f"sqlalchemy.dialects.{'postgresql' if dialect == 'postgresql' else 'sqlite'}")
    return words.insert(table)
