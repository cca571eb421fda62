"""The score of a match in pairs, with an interval that the luck of the deal does not widen."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from turnwright.arena.statistics.intervals import Interval, normal_quantile
from turnwright.arena.statistics.pentanomial import SHARES, PairCounts, checked_counts, score_statistic
from turnwright.core.errors import TurnwrightError

_GRID = 65
_ROUNDS = 5
"""Each round narrows an end 64 times: to about 10⁻⁹."""


@dataclass(frozen=True, kw_only=True)
class PairedScore:
    """What the pairs of a match say."""

    counts: PairCounts
    """Pairs that brought 0, ½, 1, 1½ and 2 points."""
    share: float | None
    """Points per game; None without pairs."""
    standard_error: float | None
    """Of the share, from the spread of the pairs; None below two pairs."""
    interval: Interval
    """Of the share."""
    left_over: int = 0
    """Games without a partner, which are not in these figures."""

    @property
    def pairs(self) -> int:
        """How many pairs."""
        return sum(self.counts)

    @property
    def points(self) -> float:
        """In all pairs."""
        return sum(half_points * count for half_points, count in enumerate(self.counts)) / 2


def paired_score(counts: Sequence[int], left_over: int = 0, confidence: float = 0.95) -> PairedScore:
    """The score and its interval, from the number of pairs with 0, ½, 1, 1½ and 2 points.

    The interval holds every share that a score test does not reject: one whose distance from the observed share is
    at most z standard errors of the most likely chances *with that share*. For two outcomes this is Wilson's
    interval. Mean ± t·s/√n would have no width after a few equal pairs; this one has, and never leaves 0 to 1.
    """
    counted = checked_counts(counts)
    pairs = sum(counted)
    if pairs == 0:
        return PairedScore(
            counts=counted, share=None, standard_error=None, interval=Interval(0.0, 1.0), left_over=left_over
        )
    share = float(np.dot(counted, SHARES)) / pairs
    return PairedScore(
        counts=counted,
        share=share,
        standard_error=sqrt(_variance(counted) / pairs) if pairs > 1 else None,
        interval=_interval(counted, share, confidence),
        left_over=left_over,
    )


def pair_correlation(counts: Sequence[int], draws: int) -> float | None:
    """How the two games of a pair hang together, from −1 to 1, given how many games of the pairs were draws.

    Below 0 where the deal or the seat decides games: then pairs tell more than as many single games. None where
    nothing varies, or below two pairs.
    """
    counted = checked_counts(counts)
    pairs = sum(counted)
    if not 0 <= draws <= 2 * pairs:
        raise TurnwrightError(f"{draws} draws in {2 * pairs} games are impossible; give a number from 0 to {2 * pairs}")
    if pairs < 2:
        return None
    share = float(np.dot(counted, SHARES)) / pairs
    of_a_game = share * (1 - share) - draws / (8 * pairs)
    if of_a_game <= 0:
        return None
    of_a_pair = _variance(counted) * (pairs - 1) / pairs
    return 2 * of_a_pair / of_a_game - 1


def _variance(counts: PairCounts) -> float:
    """Of a pair's share, without bias."""
    pairs = sum(counts)
    share = np.dot(counts, SHARES) / pairs
    return float(np.dot(counts, (SHARES - share) ** 2)) / (pairs - 1)


def _interval(counts: PairCounts, share: float, confidence: float) -> Interval:
    limit = normal_quantile(confidence) ** 2
    return Interval(_end(counts, share, 0.0, limit), _end(counts, share, 1.0, limit))


def _end(counts: PairCounts, share: float, outermost: float, limit: float) -> float:
    """The last share towards `outermost` that is not rejected; the statistic grows towards it."""
    if share == outermost:
        return outermost
    inside, outside = share, outermost
    for _ in range(_ROUNDS):
        grid = np.linspace(inside, outside, _GRID)
        # No other share has a chance of 0 or 1 of anything: the end of the scale is always rejected.
        statistic = np.full(_GRID, np.inf)
        between = (grid > 0) & (grid < 1)
        statistic[between] = score_statistic(counts, grid[between])
        statistic[0] = 0.0
        first = int(np.argmax(statistic > limit))
        inside, outside = float(grid[first - 1]), float(grid[first])
    return outside
