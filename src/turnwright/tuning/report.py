"""What a tuning has found: recommendations and how they came about, their play-off, and the landscape of values."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from turnwright.arena.scores import Score
from turnwright.core.spec import write_value
from turnwright.tuning.journal import Entry
from turnwright.tuning.landscape import Marginal, marginal
from turnwright.tuning.plan import Plan
from turnwright.tuning.space import Evaluation, Point


@dataclass(frozen=True, kw_only=True)
class Recommendation:
    """What a run recommends after some iterations."""

    iteration: int
    """The number of evaluations before it."""
    point: Point
    estimate: float
    """The fitness that the run's model expects of it."""


@dataclass(frozen=True, kw_only=True)
class RunReport:
    """The result of a run."""

    number: int
    entries: tuple[Entry, ...]
    trajectory: tuple[Recommendation, ...]
    """Its recommendations over time; the last one is final."""


@dataclass(frozen=True, kw_only=True)
class Final:
    """A recommendation in the play-off."""

    point: Point
    runs: int
    """How many runs recommend it."""
    score: Score
    """Against the opponent, as far as it has been played."""


@dataclass(frozen=True, kw_only=True)
class TuningReport:
    """The result of a tuning so far."""

    plan: Plan
    optimiser: str
    runs: tuple[RunReport, ...]
    finals: tuple[Final, ...]
    """Every point that a run recommends; none without a play-off."""

    @cached_property
    def evaluations(self) -> list[Evaluation]:
        """The evaluations of all runs."""
        return [(entry.point, entry.fitness) for run in self.runs for entry in run.entries]

    @property
    def games(self) -> int:
        """Games in sets; those of the play-off come on top."""
        return self.plan.games * len(self.evaluations)

    @property
    def forfeits(self) -> int:
        """Games in sets that points' players lost by forfeit."""
        return sum(entry.forfeits for run in self.runs for entry in run.entries)

    @property
    def overrun(self) -> float | None:
        """By how many milliseconds a turn went over its time at most; none without a time budget."""
        overruns = [entry.overrun for run in self.runs for entry in run.entries]
        return max(
            (found for found in (*overruns, *(end.score.overrun_ms for end in self.finals)) if found), default=None
        )

    @cached_property
    def best(self) -> Point | None:
        """The winner of the play-off; without one what is expected most of."""
        played = [final for final in self.finals if final.score.share is not None]
        if played and len(played) == len(self.finals):
            return max(played, key=lambda final: (final.score.share, final.runs)).point
        last = [run.trajectory[-1] for run in self.runs]
        return max(last, key=lambda found: found.estimate).point if last else None

    def final(self, point: Point) -> Final | None:
        """A point's part in the play-off."""
        return next((final for final in self.finals if final.point == point), None)

    def marginal(self, *dimensions: int) -> Marginal:
        """The fitness by the values of one dimension, or of two, in all runs."""
        return marginal(self.plan.space, self.evaluations, *dimensions)

    def spread(self) -> dict[str, dict[str, int]]:
        """For every dimension, how many runs recommend which value."""
        points = [run.trajectory[-1].point for run in self.runs]
        return {
            dimension.name: {
                write_value(dimension.values[place]): runs
                for place, runs in sorted(Counter(point[number] for point in points).items())
            }
            for number, dimension in enumerate(self.plan.space.dimensions)
        }

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        space = self.plan.space
        dimensions = range(len(space.names))
        return {
            "optimiser": self.optimiser,
            "plan": self.plan.as_dict(),
            "evaluations": len(self.evaluations),
            "games": self.games,
            "forfeits": self.forfeits,
            "overrun_ms": self.overrun,
            "best": None if self.best is None else self._as_dict(self.best),
            "runs": [
                {
                    "run": run.number + 1,
                    "iterations": len(run.entries),
                    "trajectory": [
                        {"iteration": found.iteration, "values": space.values(found.point), "estimate": found.estimate}
                        for found in run.trajectory
                    ],
                }
                for run in self.runs
            ],
            "play_off": [self._as_dict(final.point) for final in self.finals],
            "spread": self.spread(),
            "marginals": {space.names[at]: _columns(self.marginal(at)) for at in dimensions},
            "pair_marginals": [
                {"dimensions": [space.names[one], space.names[other]]} | _columns(self.marginal(one, other))
                for one, other in combinations(dimensions, 2)
            ],
        }

    def _as_dict(self, point: Point) -> dict[str, Any]:
        pairing, final = self.plan.pairing(point), self.final(point)
        return {
            "values": self.plan.space.values(point),
            "agent": str(pairing.players[0]),
            "game": pairing.game,
            "runs": None if final is None else final.runs,
            "score": None if final is None else final.score.as_dict(),
        }


def _columns(found: Marginal) -> dict[str, Any]:
    return {
        "counts": found.counts.tolist(),
        "means": _without_nan(found.means),
        "errors": _without_nan(found.errors),
    }


def _without_nan(figures: np.ndarray) -> Any:
    """Nested lists; JSON knows no NaN."""
    listed = figures.astype(object)
    listed[np.isnan(figures)] = None
    return listed.tolist()
