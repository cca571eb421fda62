"""The evaluations of a tuning, kept in the arena's database, so that it can be resumed."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from turnwright.arena.config import ArenaConfig
from turnwright.arena.journal import JournalTable
from turnwright.arena.provenance import source_for
from turnwright.arena.schema import metadata
from turnwright.core.spec import write_value
from turnwright.tuning.plan import Plan
from turnwright.tuning.space import Point

_evaluations = sa.Table(
    "tuning_evaluations",
    metadata,
    sa.Column("tuning", sa.Text, primary_key=True),
    sa.Column("source", sa.Text, primary_key=True),
    sa.Column("run", sa.Integer, primary_key=True),
    sa.Column("iteration", sa.Integer, primary_key=True),
    sa.Column("point", sa.Text, nullable=False),
    sa.Column("fitness", sa.Float, nullable=False),
    sa.Column("forfeits", sa.Integer, nullable=False),
    sa.Column("overrun", sa.Float),
)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One evaluation of a tuning."""

    run: int
    iteration: int
    point: Point
    fitness: float
    forfeits: int = 0
    """Games that the point's player lost by forfeit."""
    overrun: float | None = None
    """By how many milliseconds a turn went over its time at most; none without a time budget."""


class Journal:
    """The evaluations of one tuning. More iterations, runs or a longer play-off do not make it another one."""

    def __init__(self, arena: ArenaConfig, plan: Plan, optimiser: str) -> None:
        self._space = plan.space
        self._tuning = _name(plan, optimiser)
        self._source = source_for(next(plan.covering()))
        self._any_source = arena.any_source
        self._table = JournalTable(arena.store, _evaluations)

    def entries(self, run: int) -> list[Entry]:
        """The evaluations of a run, in order, up to the first that is missing."""
        query = sa.select(_evaluations).where(_evaluations.c.tuning == self._tuning, _evaluations.c.run == run)
        if not self._any_source:
            query = query.where(_evaluations.c.source == self._source)
        entries: list[Entry] = []
        for row in self._table.rows(query.order_by(_evaluations.c.iteration, _evaluations.c.source)):
            if row.iteration == len(entries):
                entries.append(
                    Entry(
                        run=run,
                        iteration=row.iteration,
                        point=self._point(row.point),
                        fitness=row.fitness,
                        forfeits=row.forfeits,
                        overrun=row.overrun,
                    )
                )
        return entries

    def _point(self, text: str) -> Point:
        try:
            return self._space.checked(json.loads(text))
        except (ValueError, TypeError) as error:
            raise self._table.damaged("evaluation", error) from error

    def add(self, entries: Sequence[Entry]) -> None:
        """Keep evaluations; those that are there already stay as they are."""
        if not entries:
            return
        named = {"tuning": self._tuning, "source": self._source}
        rows = [asdict(entry) | {"point": json.dumps(entry.point)} | named for entry in entries]
        self._table.put(rows, replaces=False)


def _name(plan: Plan, optimiser: str) -> str:
    """A name for everything that decides which points come when, and what they score."""
    facts = {
        "optimiser": optimiser,
        "settings": asdict(plan.settings_of(optimiser)),
        "space": [[item.name, *map(write_value, item.values)] for item in plan.space.dimensions],
        "agent": plan.agent,
        "opponent": str(plan.opponent),
        "game": plan.game,
        "budget": None if plan.budget is None else str(plan.budget),
        "games": plan.games,
        "seed": plan.seed,
        "view": plan.view,
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]
