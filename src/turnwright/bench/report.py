"""Running a benchmark: all measures in one run, taken in turns, the median of each."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from statistics import median
from typing import Any

from turnwright.bench import environment
from turnwright.bench.measures import measures_of
from turnwright.bench.search import islands_speedup, search_measures
from turnwright.bench.ticks import ROUNDS
from turnwright.bench.timing import repetitions_of, time_tick, timed
from turnwright.bench.workload import workloads
from turnwright.core.cores import available_cores
from turnwright.core.game import Game
from turnwright.core.spec import choose

ISLANDS = "islands_speedup"


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
class BenchReport:
    """The figures of a run."""

    game: Game
    tick_ns: float
    """What a tick took, in nanoseconds."""
    positions: int
    """How many positions were measured on."""
    figures: tuple[Figure, ...]
    islands_speedup: float | None = None
    """How many times the evaluations of one island two do in the same time; none if there is but one core."""

    def as_dict(self) -> dict[str, Any]:
        figures = {figure.name: figure.as_dict() for figure in self.figures}
        if self.islands_speedup is not None:
            figures[ISLANDS] = {"ratio": self.islands_speedup}
        return {"tick_ns": self.tick_ns, self.game.name: figures}


def run(
    game: Game,
    *,
    rounds: int = ROUNDS,
    only: Collection[str] = (),
    effort: float = 1.0,
    progress: Callable[[str], None] = lambda line: None,
) -> BenchReport:
    """Measure a game: everything, or `only` some figures by name. `effort` scales the budgets of searches.

    Measures take turns, so that what disturbs the machine disturbs all of them alike.
    """
    loads = workloads(game)
    measures = [*measures_of(loads), *search_measures(loads, effort)]
    known = [*(measure.name for measure in measures), *environment.NAMES, ISLANDS]
    wanted = {choose(name, known, "figure") for name in only} or set(known)
    measures = [measure for measure in measures if measure.name in wanted]
    measures += environment.environment_measures(game, wanted)
    repetitions = {}
    for measure in measures:
        progress(f"warming up {measure.name}")
        repetitions[measure.name] = repetitions_of(measure.run)
    tick_ns: list[float] = []
    ns: dict[str, list[float]] = {measure.name: [] for measure in measures}
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        tick_ns.append(time_tick())
        for measure in measures:
            ns[measure.name].append(timed(measure.run, repetitions[measure.name]))
    tick = median(tick_ns)
    figures = [
        Figure(name=m.name, what=m.what, ns=median(ns[m.name]), ticks=median(ns[m.name]) / tick) for m in measures
    ]
    speedup = None
    if ISLANDS in wanted and available_cores() >= 2:
        progress("two islands")
        speedup = islands_speedup(loads, effort)
    positions = sum(len(load.positions) for load in loads)
    return BenchReport(game=game, tick_ns=tick, positions=positions, figures=tuple(figures), islands_speedup=speedup)
