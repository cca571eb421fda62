"""Running a benchmark: all measures in one run, taken in turns, the median of each."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from turnwright.bench.measures import Measure, measures_of
from turnwright.bench.ticks import ROUNDS, TICK_STEPS, chain
from turnwright.bench.workload import workloads
from turnwright.core.game import Game

_ROUND_SECONDS = 0.05


@dataclass(frozen=True, kw_only=True)
class Figure:
    """How long one operation takes."""

    name: str
    what: str
    """What one operation is."""
    ns: float
    """Nanoseconds, the median of all rounds."""
    ticks: float
    """The same in ticks of this run."""

    @property
    def rate(self) -> float:
        """Operations a second."""
        return 1e9 / self.ns

    def as_dict(self) -> dict[str, float]:
        return {"ns": self.ns, "rate": self.rate, "ticks": self.ticks}


@dataclass(frozen=True, kw_only=True)
class Report:
    """The figures of a run."""

    game: Game
    tick_ns: float
    """What a tick took, in nanoseconds."""
    positions: int
    """How many positions were measured on."""
    figures: tuple[Figure, ...]

    def as_dict(self) -> dict[str, Any]:
        figures = {figure.name: figure.as_dict() for figure in self.figures}
        return {"tick_ns": self.tick_ns, self.game.name: figures}


def run(game: Game, *, rounds: int = ROUNDS, progress: Callable[[str], None] = lambda line: None) -> Report:
    """Measure a game. Measures take turns, so that what disturbs the machine disturbs all of them alike."""
    loads = workloads(game)
    measures = measures_of(loads)
    chain(1)
    repetitions = {}
    for measure in measures:
        progress(f"warming up {measure.name}")
        repetitions[measure.name] = _repetitions(measure)
    tick_ns: list[float] = []
    ns: dict[str, list[float]] = {measure.name: [] for measure in measures}
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        tick_ns.append(_timed(_tick, TICK_STEPS))
        for measure in measures:
            ns[measure.name].append(_timed(measure.run, repetitions[measure.name]))
    tick = median(tick_ns)
    figures = [
        Figure(name=m.name, what=m.what, ns=median(ns[m.name]), ticks=median(ns[m.name]) / tick) for m in measures
    ]
    positions = sum(len(load.positions) for load in loads)
    return Report(game=game, tick_ns=tick, positions=positions, figures=tuple(figures))


def _tick(steps: int) -> int:
    chain(steps)
    return steps


def _timed(work: Callable[[int], int], repetitions: int) -> float:
    """Nanoseconds an operation."""
    begun = time.perf_counter_ns()
    operations = work(repetitions)
    return (time.perf_counter_ns() - begun) / operations


def _repetitions(measure: Measure) -> int:
    """How often a measure's loop must run to fill a round; the first run compiles, the second is timed."""
    measure.run(1)
    begun = time.perf_counter()
    measure.run(1)
    return max(1, round(_ROUND_SECONDS / max(time.perf_counter() - begun, 1e-6)))
