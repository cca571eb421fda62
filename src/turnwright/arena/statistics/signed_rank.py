"""The papers' test of significance: Wilcoxon's signed-rank test."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from turnwright.arena.statistics.pentanomial import checked_counts
from turnwright.core.errors import TurnwrightError

_EXACT = 50
"""Up to this many differences all signs are tried: pairs are full of ties, for which approximations are poor."""


@dataclass(frozen=True, kw_only=True)
class SignedRank:
    """The result of a signed-rank test."""

    p: float
    """The chance of such ranks, or farther from even ones, between equals (two-sided)."""
    statistic: float
    """The smaller of the two sums of ranks."""
    used: int
    """Differences other than 0."""
    zeros: int
    """Differences of 0: Wilcoxon's own test leaves them out."""


def signed_rank(differences: Iterable[float]) -> SignedRank:
    """Whether differences lean to one side.

    Zeros are left out. The p-value is exact up to 50 other differences; beyond, it is the normal approximation
    corrected for ties. Where all are 0, nothing can be said, and p is 1.
    """
    values = np.asarray(list(differences), dtype=np.float64)
    if not all(isfinite(value) for value in values):
        raise TurnwrightError("a signed-rank test was given a difference that is no finite number; leave it out")
    used = values[values != 0]
    zeros = len(values) - len(used)
    if not len(used):
        return SignedRank(p=1.0, statistic=0.0, used=0, zeros=zeros)
    if len(used) <= _EXACT:
        p, statistic = _exactly(used)
    else:
        p, statistic = _approximately(used)
    return SignedRank(p=p, statistic=statistic, used=len(used), zeros=zeros)


def signed_rank_of_pairs(counts: Sequence[int]) -> SignedRank:
    """Whether pairs favour one player, from the number of pairs with 0, ½, 1, 1½ and 2 points.

    The difference of a pair is what one player got of it minus what the other got: −2, −1, 0, 1 or 2.
    """
    return signed_rank(np.repeat(np.arange(-2, 3), checked_counts(counts)))


def _approximately(differences: NDArray[np.float64]) -> tuple[float, float]:
    """The same by the normal approximation, corrected for ties."""
    count = len(differences)
    _, place, ties = np.unique(np.abs(differences), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(ties) - (ties - 1) / 2)[place]
    above = float(ranks[differences > 0].sum())
    statistic = min(above, float(ranks.sum()) - above)
    variance = count * (count + 1) * (2 * count + 1) / 24 - float((ties.astype(float) ** 3 - ties).sum()) / 48
    z = (statistic - count * (count + 1) / 4) / sqrt(variance)
    return min(1.0, 2 * NormalDist().cdf(-abs(z))), statistic


def _exactly(differences: NDArray[np.float64]) -> tuple[float, float]:
    """The p-value if each sign is as likely as the other, and the smaller sum of ranks."""
    _, place, ties = np.unique(np.abs(differences), return_inverse=True, return_counts=True)
    # Twice the mean rank of a tie, which is a whole number.
    ranks = (2 * np.cumsum(ties) - ties + 1)[place]
    chances = np.zeros(int(ranks.sum()) + 1)
    chances[0] = 1.0
    for rank in ranks:
        chances[rank:] = (chances[rank:] + chances[:-rank]) / 2
        chances[:rank] /= 2
    above = int(ranks[differences > 0].sum())
    tail = min(chances[: above + 1].sum(), chances[above:].sum())
    return min(1.0, 2 * float(tail)), min(above, int(ranks.sum()) - above) / 2
