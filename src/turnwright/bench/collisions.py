"""How often keys of states collide: distinct states that share a key.

States come from random play: whole games, whose states differ in much, and many turns from the same
positions, whose states differ in little. The second is what a search's table holds. Two states are distinct
if a digest of all that makes them differs; it is made by chaining, unlike the keys under test, which are
sums.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwright.bench.workload import own_module, workloads
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game

SOURCES = ("random games", "random turns")
KEYS = ("turnwright", "reference")


class NoReferenceHashError(TurnwrightError):
    """The game has only one hash."""


@dataclass(frozen=True, kw_only=True)
class CollisionReport:
    """What became of one key on one set of states."""

    source: str
    """Where the states come from."""
    key: str
    """Which key: this engine's or the reference's."""
    distinct: int
    """Distinct states, in what the key is meant to tell apart."""
    collisions: int
    """States whose key some other state already had."""

    @property
    def share(self) -> float:
        return self.collisions / max(1, self.distinct)

    def as_dict(self) -> dict[str, Any]:
        return {
            "states": self.source,
            "key": self.key,
            "distinct": self.distinct,
            "collisions": self.collisions,
            "share": self.share,
        }


def count_collisions(game: Game, visits: int) -> list[CollisionReport]:
    """How many distinct states share a key, among those met in this many steps of random play; for both keys."""
    module = own_module(game)
    if module is None or not hasattr(module, "visit"):
        raise NoReferenceHashError(f"{game.name} has no reference hash to compare with; only hero_academy has one")
    loads = workloads(game)
    reports = []
    for source in SOURCES:
        share = [visits * len(load.positions) // sum(len(other.positions) for other in loads) for load in loads]
        columns = [module.visit(load, count, source == SOURCES[0]) for load, count in zip(loads, share, strict=True)]
        digests, keys, reference_digests, reference_keys = map(np.concatenate, zip(*columns, strict=True))
        for name, states, words in zip(KEYS, (digests, reference_digests), (keys, reference_keys), strict=True):
            distinct = len(np.unique(states))
            collisions = distinct - len(np.unique(words))
            reports.append(CollisionReport(source=source, key=name, distinct=distinct, collisions=collisions))
    return reports
