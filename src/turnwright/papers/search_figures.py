"""Figures of searches (iterations, depth, …) and the published ones: from stored games, or from turn starts."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

import turnwright
from turnwright.agents.base import Report
from turnwright.arena.record import FIGURES
from turnwright.papers.experiment import Experiment
from turnwright.papers.findings import mean_finding
from turnwright.papers.published import SearchFigure, turn_length_unit
from turnwright.papers.result import Finding, SearchMeans
from turnwright.papers.scale import Size

Searches = Mapping[tuple[str, int | None, float], Mapping[str, Sequence[float]]]
"""Figures of searches, turn by turn: by role, length of the turns and seconds of the paper, then by name."""

_SET_BY_COUNTS = ("iterations", "generations")
_OF_THE_MACHINE = ("per_second", "milliseconds")


def _per_second(report: Report) -> float:
    return 1000 * report.iterations / report.milliseconds if report.milliseconds else 0.0


def _last_improvement(report: Report) -> float:
    """When the best value was found, as a share of the search."""
    return report.curve[-1][0] / max(1, report.evaluations) if report.curve else 0.0


def _best_age(report: Report) -> float:
    return report.generations * (1 - _last_improvement(report))


def _last_gap(report: Report) -> float:
    places = [_last_improvement(part) for part in report.parts] or [0.0]
    return max(places) - min(places)


_DERIVED: dict[str, Callable[[Report], float]] = {
    "per_second": _per_second,
    "best_age": _best_age,
    "last_gap": _last_gap,
}


def figure_of(report: Report, figure: str) -> float:
    """A figure of a search's report, by its name in data files."""
    derived = _DERIVED.get(figure)
    return derived(report) if derived else float(getattr(report, figure))


def search_findings(experiment: Experiment, values: Mapping[int, Sequence[float]], size: Size) -> list[Finding]:
    """The experiment's search figures, by their number, with what was measured for them."""
    found = []
    for number, figure in enumerate(experiment.search):
        measured = values.get(number, ())
        if measured:
            found.append(_finding(experiment, figure, measured, size))
    return found


def _finding(experiment: Experiment, figure: SearchFigure, measured: Sequence[float], size: Size) -> Finding:
    note = f"{len(measured):,} turns" + (f"; {figure.note}" if figure.note else "")
    return mean_finding(
        experiment.players[figure.player].label,
        figure.label,
        measured,
        () if figure.published is None else (figure.published,),
        sigma=figure.sigma,
        note=note,
        is_given=size.budget == "paper" and figure.figure in _SET_BY_COUNTS,
        # Unscaled counts are what the published figure is about; speed is the machine's.
        is_judged=size.is_full and figure.figure not in _OF_THE_MACHINE,
    )


def match_findings(experiment: Experiment, searches: Searches, size: Size) -> list[Finding]:
    """The experiment's search figures, from played matches."""
    values: dict[int, list[float]] = {}
    for number, figure in enumerate(experiment.search):
        for (role, _, _), measured in searches.items():
            if role == figure.player and figure.figure in measured:
                values.setdefault(number, []).extend(measured[figure.figure])
    return search_findings(experiment, values, size)


def search_means(experiment: Experiment, searches: Searches) -> list[SearchMeans]:
    """The means of every search's figures, published or not."""
    game = turnwright.game(experiment.game)
    return [
        SearchMeans(
            group=experiment.players[role].label
            + ("" if length is None else f", {length} {turn_length_unit(game)}, {seconds:g} s"),
            turns=len(measured["milliseconds"]),
            means={name: fmean(measured[name]) for name in FIGURES if any(measured.get(name, ()))},
        )
        for (role, length, seconds), measured in searches.items()
        if measured.get("milliseconds")
    ]
