"""The state of an evolution after a generation, kept in the arena's database, so that it can be resumed."""

from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from turnwright.arena.config import ArenaConfig
from turnwright.arena.journal import JournalTable
from turnwright.arena.schema import metadata
from turnwright.core.errors import TurnwrightError
from turnwright.evaluators.network import Network
from turnwright.neat.plan import Plan
from turnwright.neat.population import Population

_evolutions = sa.Table(
    "evolutions",
    metadata,
    sa.Column("evolution", sa.Text, primary_key=True),
    sa.Column("source", sa.Text, primary_key=True),
    sa.Column("state", sa.LargeBinary, nullable=False),
)


@dataclass(frozen=True, kw_only=True)
class Generation:
    """What happened in a generation."""

    number: int
    """Counted from 0."""
    epsilon: float
    """Of the opponent."""
    best: float
    """Points of the best network in its games."""
    mean: float
    """Points of all networks, on average."""
    species: int
    nodes: int
    """Of the best network, the inputs not counted."""
    links: int
    """Of the best network."""


@dataclass(frozen=True, kw_only=True)
class Finalist:
    """One of the best networks so far."""

    generation: int
    level: int
    """Its opponent, counted from 0."""
    points: float
    """In its games against it."""
    network: Network


@dataclass(kw_only=True)
class Evolution:
    """The state of an evolution."""

    population: Population
    level: int = 0
    """The opponent, counted from 0."""
    is_beaten: bool = False
    """Whether the last opponent has been beaten."""
    history: list[Generation]
    finalists: list[Finalist]


@dataclass(frozen=True, kw_only=True)
class _Written:
    """An evolution as plain data."""

    level: int
    is_beaten: bool
    history: list[Generation]
    finalists: list[Finalist]
    population: dict[str, Any]


class Journal:
    """Where one evolution is kept: under its plan, and the sources that its games depend on."""

    def __init__(self, arena: ArenaConfig, plan: Plan) -> None:
        self._plan = plan
        self._key, self._source = plan.key, plan.source
        self._table = JournalTable(arena.store, _evolutions)

    def read(self) -> Evolution | None:
        """The evolution as it was kept last, if it has begun."""
        query = sa.select(_evolutions.c.state)
        rows = self._table.rows(query.filter_by(evolution=self._key, source=self._source))
        if not rows:
            return None
        try:
            written = msgspec.json.decode(rows[0].state, type=_Written)
            return Evolution(
                population=Population.from_dict(self._plan.neat, self._plan.input_count, written.population),
                level=written.level,
                is_beaten=written.is_beaten,
                history=written.history,
                finalists=written.finalists,
            )
        except (msgspec.MsgspecError, TurnwrightError, KeyError, TypeError, ValueError) as error:
            raise self._table.damaged("evolution", error) from error

    def write(self, evolution: Evolution) -> None:
        """Store the state of the evolution, replacing the one before."""
        written = {
            "level": evolution.level,
            "is_beaten": evolution.is_beaten,
            "history": evolution.history,
            "finalists": evolution.finalists,
            "population": evolution.population.as_dict(),
        }
        row = {"evolution": self._key, "source": self._source, "state": msgspec.json.encode(written)}
        self._table.put([row], replaces=True)
