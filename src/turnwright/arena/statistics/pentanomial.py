"""Pairs of games: the same deal twice, seats swapped. A pair brings 0, ½, 1, 1½ or 2 points.

Whether an agent was lucky with its deal cancels inside a pair, so the pair, not the game, is the independent
observation; its five outcomes are counted, and everything that is said of pairs follows from the five counts.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnwright.core.errors import TurnwrightError

PairCounts = tuple[int, int, int, int, int]
"""How many pairs brought 0, ½, 1, 1½ and 2 points."""

SHARES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""The share of its two points that each outcome of a pair is."""

_HALVINGS = 52
"""Of the tilt's range, as far as doubles tell its halves apart."""


def pair_counts(points: Iterable[float]) -> PairCounts:
    """Counts of the pairs that brought 0, ½, 1, 1½ and 2 points."""
    counts = [0] * 5
    for pair in points:
        if pair not in (0, 0.5, 1, 1.5, 2):
            raise TurnwrightError(f"a pair of games cannot bring {pair} points; it brings 0, 0.5, 1, 1.5 or 2")
        counts[int(2 * pair)] += 1
    return checked_counts(counts)


def checked_counts(counts: Sequence[int]) -> PairCounts:
    """The counts, if they can be counts of pairs."""
    if len(counts) != 5 or any(count < 0 or count != int(count) for count in counts):
        raise TurnwrightError(
            f"{list(counts)} are no counts of pairs; give five whole numbers from 0 up, for 0, ½, 1, 1½ and 2 points"
        )
    lost, half, even, more, won = map(int, counts)
    return lost, half, even, more, won


def most_likely_with_share(counts: ArrayLike, share: ArrayLike) -> NDArray[np.float64]:
    """Under which chances of the five outcomes the counts are most likely, if the true share is `share`.

    Counts (…, 5) and shares (…) broadcast; there is at least one pair, and 0 < share < 1. The maximum has the form
    fᵢ / (1 + t·(xᵢ − share)) with the frequencies f and one tilt t. Where no tilt brings the mean far enough, what
    is missing lies on the outcome at that end, although it was never seen: three pairs won do not prove that no
    pair is ever lost.
    """
    counted = np.asarray(counts, dtype=np.float64)
    mean = np.asarray(share, dtype=np.float64)
    frequencies = counted / counted.sum(axis=-1, keepdims=True)
    distances = SHARES - mean[..., np.newaxis]
    shape = np.broadcast_shapes(frequencies.shape, distances.shape)
    low: NDArray[Any] = np.broadcast_to(-1 / (1 - mean), shape[:-1])
    high: NDArray[Any] = np.broadcast_to(1 / mean, shape[:-1])
    weighted = frequencies * distances
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        # Falls with the tilt, and is 0 where the chances have the mean asked for.
        too_small = (weighted / (1 + tilt[..., np.newaxis] * distances)).sum(axis=-1) > 0
        low, high = np.where(too_small, tilt, low), np.where(too_small, high, tilt)
    tilt = (low + high) / 2
    seen = np.broadcast_to(frequencies, shape) > 0
    # Only an outcome that was seen keeps the tilt away from the end where its divisor is 0.
    divisors = np.where(seen, 1 + tilt[..., np.newaxis] * distances, 1.0)
    chances = np.where(seen, frequencies / divisors, 0.0)
    missing = np.maximum(0.0, 1 - chances.sum(axis=-1))
    chances[..., 0] += np.where(tilt > 0, missing, 0.0)
    chances[..., 4] += np.where(tilt > 0, 0.0, missing)
    return chances


def score_statistic(counts: ArrayLike, share: ArrayLike) -> NDArray[np.float64]:
    """How many squared standard errors the observed share is from `share`, if `share` is true (shapes as above).

    The error is that of the most likely chances with that share, not of the observed frequencies: this makes
    Wilson's interval out of two outcomes, and its generalisation out of five.
    """
    counted = np.asarray(counts, dtype=np.float64)
    mean = np.asarray(share, dtype=np.float64)
    pairs = counted.sum(axis=-1)
    gap = (counted * SHARES).sum(axis=-1) / pairs - mean
    chances = most_likely_with_share(counted, mean)
    variance = (chances * (SHARES - mean[..., np.newaxis]) ** 2).sum(axis=-1)
    statistic: NDArray[np.float64] = np.zeros(np.broadcast_shapes(gap.shape, variance.shape))
    # Without a gap the statistic is 0, also where all pairs are equal and there is no variance either.
    np.divide(pairs * gap**2, variance, out=statistic, where=np.abs(gap) > 1e-12)
    return statistic
