"""Whether our figure agrees with a published one."""

from dataclasses import dataclass
from typing import Literal

from turnwright.arena.statistics.intervals import Interval, Sample, difference_interval, mean_difference_interval
from turnwright.core.errors import TurnwrightError

VerdictWord = Literal["differs", "agrees", "too few games"]

WIDEST = 0.12
"""The largest half-width with which an interval around 0 still means agreement: 12 points of a share, or 12 % of
a published mean."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Ours against the published figure."""

    word: VerdictWord
    """*differs*: the interval excludes 0; *agrees*: it contains 0 and is narrow; else *too few games*."""
    difference: float | None
    """Ours − published; None without games of ours."""
    interval: Interval
    """Of that difference, the errors of both samples included."""


def verdict(
    ours_points: float, ours_games: int, published_share: float, published_games: int, confidence: float = 0.95
) -> Verdict:
    """What our points in so many games say about a published share (from 0 to 1) of so many games."""
    if not 0 <= published_share <= 1:
        raise TurnwrightError(f"a published share of {published_share} is impossible; it must be from 0 to 1")
    interval = difference_interval(
        ours_points, ours_games, published_share * published_games, published_games, confidence
    )
    difference = ours_points / ours_games - published_share if ours_games else None
    return Verdict(word=_word(interval, WIDEST), difference=difference, interval=interval)


def verdict_of_means(ours: Sample, published: Sample, widest: float | None = None, confidence: float = 0.95) -> Verdict:
    """What our mean says about a published one.

    `widest` is the largest half-width that still means agreement: 12 % of the published mean unless given; give
    0.12 where the values are shares. Where a paper prints no deviation, ours may stand in for it.
    """
    interval = mean_difference_interval(ours, published, confidence)
    limit = WIDEST * abs(published.mean) if widest is None else widest
    return Verdict(word=_word(interval, limit), difference=ours.mean - published.mean, interval=interval)


def _word(interval: Interval, widest: float) -> VerdictWord:
    if 0.0 not in interval:
        return "differs"
    return "agrees" if interval.half_width <= widest else "too few games"
