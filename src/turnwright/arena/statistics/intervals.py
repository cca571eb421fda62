"""Between which values the truth lies: one share, a difference of two shares, a difference of two means."""

from dataclasses import dataclass
from math import hypot, inf, isfinite, sqrt
from statistics import NormalDist
from typing import NamedTuple

from turnwright.arena.statistics.student import student_quantile
from turnwright.core.errors import TurnwrightError


class Interval(NamedTuple):
    """Two ends between which a value lies with some confidence."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """What is written after ±, even where the interval is not symmetric."""
        return (self.high - self.low) / 2

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A mean as papers print it."""

    mean: float
    """The mean of the values."""
    deviation: float
    """The standard deviation of the values (not of their mean)."""
    count: int
    """How many values."""

    def __post_init__(self) -> None:
        if self.count < 1 or not isfinite(self.mean) or not 0 <= self.deviation < inf:
            raise TurnwrightError(
                f"a mean of {self.mean} with deviation {self.deviation} over {self.count} values is impossible; "
                "give finite numbers, a deviation of 0 or more, and at least one value"
            )


def normal_quantile(confidence: float) -> float:
    """How many standard errors lie on either side of an interval: 1.96 for a confidence of 0.95."""
    if not 0 < confidence < 1:
        raise TurnwrightError(f"a confidence of {confidence} is impossible; it must be between 0 and 1, such as 0.95")
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson_interval(score: float, games: int, confidence: float = 0.95) -> Interval:
    """Wilson's interval for the true share, after `score` points in this many games.

    A draw is half a point, which makes the interval a little wider than it need be. Without games, nothing
    is known.
    """
    if not 0 <= score <= games:
        raise TurnwrightError(f"a score of {score} in {games} games is impossible; it must be from 0 to {games}")
    z = normal_quantile(confidence)
    if games == 0:
        return Interval(0.0, 1.0)
    share = score / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Rounding must not make a trace above 0 of nothing, which would be a finite Elo difference.
    low = 0.0 if score == 0 else (middle - spread) / scale
    high = 1.0 if score == games else (middle + spread) / scale
    return Interval(low, high)


def difference_interval(
    points: float, games: int, other_points: float, other_games: int, confidence: float = 0.95
) -> Interval:
    """Between which values the difference of two shares lies, the errors of both samples included.

    Newcombe's interval from the two Wilson intervals: unlike the textbook's, it stays sane at 0 % and 100 %.
    Where one sample has no games, nothing is known.
    """
    one, other = wilson_interval(points, games, confidence), wilson_interval(other_points, other_games, confidence)
    if games == 0 or other_games == 0:
        return Interval(-1.0, 1.0)
    share, other_share = points / games, other_points / other_games
    return Interval(
        share - other_share - hypot(share - one.low, other.high - other_share),
        share - other_share + hypot(one.high - share, other_share - other.low),
    )


def mean_difference_interval(one: Sample, other: Sample, confidence: float = 0.95) -> Interval:
    """Between which values the difference of two means lies (Welch's interval).

    A single value says nothing of its error: the interval is then infinite. Two samples without any spread
    are taken at their word, and the interval has no width.
    """
    normal_quantile(confidence)  # refuses impossible ones
    if min(one.count, other.count) < 2:
        return Interval(-inf, inf)
    difference = one.mean - other.mean
    errors = [sample.deviation**2 / sample.count for sample in (one, other)]
    if sum(errors) == 0:
        return Interval(difference, difference)
    # Each error's part of the sum first: squares of tiny errors would vanish.
    parts = [error / sum(errors) for error in errors]
    freedom = 1 / sum(part**2 / (sample.count - 1) for part, sample in zip(parts, (one, other), strict=True))
    spread = student_quantile(freedom, 0.5 + confidence / 2) * sqrt(sum(errors))
    return Interval(difference - spread, difference + spread)
