"""What was published in words or as a figure alone, tested on our scores.

Verdicts: *agrees* where our 95 % intervals bear the statement out, *differs* where they contradict it. Where they do
neither, the statement is *not borne out* if our games are as many as the published ones, else *undecided*. With scaled
budgets there is no verdict.
"""

from collections.abc import Callable, Sequence
from math import hypot, sqrt

import numpy as np

from turnwright.arena.statistics import Interval, VerdictWord, verdict
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.published import Statement
from turnwright.papers.result import CellScore, Tested

_QUANTILE = 1.96
"""Of the normal distribution, for an interval of 95 %."""


def judge_statements(experiment: Experiment, scores: Sequence[CellScore]) -> list[Tested]:
    """Every statement about scores that were played, with its verdict; it notes if some were not played."""
    played = [score for score in scores if score.games]
    tested = []
    for statement in experiment.statements:
        about = [score for score in played if _concerns(statement, score.cell)]
        wanted = [cell for cell in experiment.cells if not cell.extra and _concerns(statement, cell)]
        word = _TESTS[statement.test](statement, about, played) if about else None
        if word is not None:
            is_judged = all(score.is_judged for score in about)
            partly = f" (tested on {len(about)} of {len(wanted)} scores)" if len(about) < len(wanted) else ""
            tested.append(Tested(says=statement.says + partly, word=word if is_judged else None, detail=_detail(about)))
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
    order: tuple[VerdictWord, ...] = ("differs", "not borne out", "undecided")
    return next((word for word in order if word in words), "agrees")


def side_of_zero(interval: Interval, *scores: CellScore) -> VerdictWord:
    """Whether a difference that should be above 0 is; the scores tell whether there were games enough to see it."""
    if interval.low > 0:
        return "agrees"
    if interval.high < 0:
        return "differs"
    return "not borne out" if all(score.games >= score.cell.games for score in scores) else "undecided"


def _above(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    level = statement.value / 100
    return all_of([side_of_zero(Interval(s.interval.low - level, s.interval.high - level), s) for s in about])


def _below(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    level = statement.value / 100
    return all_of([side_of_zero(Interval(level - s.interval.high, level - s.interval.low), s) for s in about])


def _not_above(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    """Significantly above differs; an interval that ends below or near the value agrees."""
    near = all_of([_near_one(statement, score) for score in about if score.interval.high >= statement.value / 100])
    above = any(score.interval.low > statement.value / 100 for score in about)
    return "differs" if above else near


def _near(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord:
    return all_of([_near_one(statement, score) for score in about])


def _near_one(statement: Statement, score: CellScore) -> VerdictWord:
    """No significant difference was published: as if the value had been, over as many games."""
    margin = score.cell.margin / 100
    return verdict(
        score.points, score.games, statement.value / 100, score.cell.games, margin=margin, interval=score.interval
    ).word


def _grows(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    slope = slope_interval(about)
    return None if slope is None else side_of_zero(slope, *about)


def _falls(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    slope = slope_interval(about)
    return None if slope is None else side_of_zero(Interval(-slope.high, -slope.low), *about)


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
    """Newcombe's interval, from those of the two scores."""
    shares = (one.share or 0.0), (other.share or 0.0)
    return Interval(
        shares[0] - shares[1] - hypot(shares[0] - one.interval.low, other.interval.high - shares[1]),
        shares[0] - shares[1] + hypot(one.interval.high - shares[0], shares[1] - other.interval.low),
    )


def _highest(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    tops = [score for score in about if score.cell.at in statement.at]
    others = [score for score in about if score.cell.at not in statement.at]
    if not tops or not others:
        return None
    return all_of([side_of_zero(_difference(top, other), top, other) for top in tops for other in others])


def _higher_than(statement: Statement, about: Sequence[CellScore], played: Sequence[CellScore]) -> VerdictWord | None:
    others = {score.cell.at: score for score in played if score.cell.series == statement.other}
    if any(score.cell.at not in others for score in about):
        return None
    return all_of(
        [side_of_zero(_difference(score, others[score.cell.at]), score, others[score.cell.at]) for score in about]
    )


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
