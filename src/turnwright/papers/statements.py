"""What was published in words or as a figure alone, tested on our scores.

Verdicts have the words of all others: *agrees* where our 95 % interval bears the statement out, *differs* where it
contradicts it, *too few games* where it does neither.
"""

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np

from turnwright.arena.statistics import Interval, VerdictWord, difference_interval, verdict
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.published import Statement
from turnwright.papers.result import CellScore, Tested

_QUANTILE = 1.96
"""Of the normal distribution, for an interval of 95 %."""


def judge_statements(experiment: Experiment, scores: Sequence[CellScore]) -> list[Tested]:
    """Every statement about scores that were played, with its verdict; it says so where not all of them were."""
    played = [score for score in scores if score.games]
    tested = []
    for statement in experiment.statements:
        about = [score for score in played if _concerns(statement, score.cell)]
        wanted = [cell for cell in experiment.cells if not cell.extra and _concerns(statement, cell)]
        word = _TESTS[statement.test](statement, about, played) if about else None
        if word is not None:
            partly = f" (tested on {len(about)} of {len(wanted)} scores)" if len(about) < len(wanted) else ""
            tested.append(Tested(says=statement.says + partly, word=word, detail=_detail(about)))
    return tested


def _concerns(statement: Statement, cell: Cell) -> bool:
    if statement.series and cell.series not in statement.series:
        return False
    return statement.test in ("highest", "grows", "falls") or not statement.at or cell.at in statement.at


def _detail(scores: Sequence[CellScore]) -> str:
    parts = []
    for score in scores:
        low, high = (100 * end for end in score.interval)
        place = f"{score.cell.row}, {score.cell.column}" if score.cell.at is not None else score.cell.row
        parts.append(f"{place}: {100 * (score.share or 0):.0f} ({low:.0f}–{high:.0f})")
    return "; ".join(parts)


def all_of(words: Sequence[VerdictWord]) -> VerdictWord:
    """What several verdicts come to: one that differs is enough to differ."""
    if "differs" in words:
        return "differs"
    return "too few games" if "too few games" in words else "agrees"


def side_of_zero(interval: Interval) -> VerdictWord:
    """Whether a difference that should be above 0 is."""
    if interval.low > 0:
        return "agrees"
    return "differs" if interval.high < 0 else "too few games"


def _above(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    level = statement.value / 100
    return all_of([side_of_zero(Interval(s.interval.low - level, s.interval.high - level)) for s in about])


def _below(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    level = statement.value / 100
    return all_of([side_of_zero(Interval(level - s.interval.high, level - s.interval.low)) for s in about])


def _not_above(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    """Significantly above differs; an interval that ends below or near the value agrees."""
    near = all_of([_near_one(statement, score) for score in about if score.interval.high >= statement.value / 100])
    above = any(score.interval.low > statement.value / 100 for score in about)
    return "differs" if above else near


def _near(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    return all_of([_near_one(statement, score) for score in about])


def _near_one(statement: Statement, score: CellScore) -> VerdictWord:
    """No significant difference was published: as if the value had been, over as many games."""
    return verdict(score.points, score.games, statement.value / 100, score.cell.games).word


def _grows(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    slope = slope_interval(about)
    return None if slope is None else side_of_zero(slope)


def _falls(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    slope = slope_interval(about)
    return None if slope is None else side_of_zero(Interval(-slope.high, -slope.low))


def slope_interval(scores: Sequence[CellScore]) -> Interval | None:
    """The 95 % interval of the slope of scores along their axis, each weighted by its error; None below two places."""
    places = [score.cell.at for score in scores]
    if len(set(places)) < 2:
        return None
    x = [float(place or 0) for place in places]
    y = [score.share or 0.0 for score in scores]
    # The longer side of Wilson's interval is never 0, so a score of 100 % does not weigh beyond all others.
    errors = [max(b - s.interval.low, s.interval.high - b) / _QUANTILE for s, b in zip(scores, y, strict=True)]
    (slope, _), covariance = np.polyfit(x, y, 1, w=[1 / error for error in errors], cov="unscaled")
    error = _QUANTILE * sqrt(covariance[0, 0])
    return Interval(float(slope) - error, float(slope) + error)


def _difference(one: CellScore, other: CellScore) -> Interval:
    return difference_interval(one.points, one.games, other.points, other.games)


def _highest(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    tops = [score for score in about if score.cell.at in statement.at]
    others = [score for score in about if score.cell.at not in statement.at]
    if not tops or not others:
        return None
    return all_of([side_of_zero(_difference(top, other)) for top in tops for other in others])


def _higher_than(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    others = {score.cell.at: score for score in played if score.cell.series == statement.other}
    if any(score.cell.at not in others for score in about):
        return None
    return all_of([side_of_zero(_difference(score, others[score.cell.at])) for score in about])


_TESTS: dict[str, Callable[[Statement, Sequence[CellScore], Sequence[CellScore]], VerdictWord | None]] = {
    "above": _above,
    "below": _below,
    "not_above": _not_above,
    "near": _near,
    "grows": _grows,
    "falls": _falls,
    "highest": _highest,
    "higher_than": _higher_than,
}
