"""Counting pairs, and the most likely chances with a given share."""

import numpy as np
import pytest
from scipy.optimize import minimize

from turnwright.arena.statistics import pair_counts
from turnwright.arena.statistics.pentanomial import SHARES, most_likely_with_share, score_statistic
from turnwright.core.errors import TurnwrightError


def test_pairs_are_counted_by_their_points():
    assert pair_counts([2, 0, 1, 1, 1.5, 0.5, 2]) == (1, 1, 2, 1, 2)
    assert pair_counts([]) == (0, 0, 0, 0, 0)


def test_impossible_points_are_refused():
    with pytest.raises(TurnwrightError, match="a pair of games cannot bring"):
        pair_counts([0.7])


def tables(number):
    rng = np.random.default_rng(3)
    for _ in range(number):
        yield rng.multinomial(rng.integers(1, 40), rng.dirichlet(10 ** rng.uniform(-1, 1, 5)))


def test_no_other_chances_with_that_share_are_likelier():
    """Against a general optimiser, also where outcomes were never seen."""
    for counts in tables(25):
        for share in (0.1, 0.5, 0.66):
            found = most_likely_with_share(counts, share)
            assert found.min() >= 0
            assert found.sum() == pytest.approx(1)
            assert found @ SHARES == pytest.approx(share, abs=1e-9)
            start = np.array([(1 - share) ** 4, 4 * share * (1 - share) ** 3, 6 * (share * (1 - share)) ** 2, 0, 0])
            start[3:] = 4 * share**3 * (1 - share), share**4
            best = minimize(
                lambda chances, counts=counts: -(counts * np.log(np.maximum(chances, 1e-12))).sum(),
                start,
                bounds=[(0, 1)] * 5,
                constraints=[
                    {"type": "eq", "fun": lambda chances: chances.sum() - 1},
                    {"type": "eq", "fun": lambda chances, share=share: chances @ SHARES - share},
                ],
            )
            likelihood = (counts * np.log(np.maximum(found, 1e-12))).sum()
            assert likelihood >= -best.fun - 1e-3


def test_the_frequencies_are_most_likely_with_their_own_share():
    for counts in tables(20):
        frequencies = counts / counts.sum()
        share = frequencies @ SHARES
        if 0 < share < 1:
            assert most_likely_with_share(counts, share) == pytest.approx(frequencies, abs=1e-9)


def test_the_statistic_grows_away_from_the_score():
    """So the shares that are not rejected are one interval."""
    grid = np.linspace(0.005, 0.995, 199)
    for counts in tables(100):
        statistic = score_statistic(counts, grid)
        share = counts @ SHARES / counts.sum()
        assert (np.diff(statistic[grid > share]) > -1e-9).all()
        assert (np.diff(statistic[grid < share]) < 1e-9).all()
