"""Shares whose games come in clusters that are alike, such as the games of one draft."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from turnwright.arena.statistics.intervals import Interval, normal_quantile

_SAMPLES = 4000
_SEED = 1


def cluster_interval(clusters: Sequence[tuple[float, int]], confidence: float = 0.95) -> Interval | None:
    """Where the true share lies, by a bootstrap over whole clusters, each given as points and games.

    Ends are those of the middle of the resampled shares, moved outwards as Student's distribution is wider than the
    normal one for so few clusters. The same clusters always give the same interval. None below three clusters.
    """
    from scipy.special import stdtrit  # importing scipy.stats would cost every command half a second

    count = len(clusters)
    if count < 3:
        return None
    points, games = np.array(clusters, dtype=float).T
    drawn = np.random.default_rng(_SEED).integers(count, size=(_SAMPLES, count))
    shares = points[drawn].sum(axis=1) / games[drawn].sum(axis=1)
    share = points.sum() / games.sum()
    wider = float(stdtrit(count - 1, 0.5 + confidence / 2)) / normal_quantile(confidence) * sqrt(count / (count - 1))
    low, high = np.quantile(shares, [0.5 - confidence / 2, 0.5 + confidence / 2])
    return Interval(max(0.0, float(share - wider * (share - low))), min(1.0, float(share + wider * (high - share))))
