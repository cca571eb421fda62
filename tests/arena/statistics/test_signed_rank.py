"""Wilcoxon's signed-rank test against published values and against all signs tried out."""

import warnings
from itertools import product
from math import erfc, sqrt

import numpy as np
import pytest
from scipy.stats import rankdata, wilcoxon

from turnwright.arena.statistics import signed_rank, signed_rank_of_pairs
from turnwright.core.errors import TurnwrightError

MAIZE = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]


@pytest.fixture(autouse=True)
def _no_noise():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_darwins_maize():
    """15 pairs of plants: rank sum 24 on the smaller side, p = 0.0413."""
    found = signed_rank(MAIZE)
    assert (found.statistic, found.used, found.zeros) == (24, 15, 0)
    assert found.p == pytest.approx(0.041259765625)


@pytest.mark.parametrize(
    "counts", [(1, 0, 4, 3, 5), (0, 2, 1, 6, 1), (0, 0, 9, 0, 3), (2, 3, 0, 3, 2), (0, 0, 0, 0, 13)]
)
def test_few_pairs_by_trying_all_signs(counts):
    """Ties make tables useless; every combination of signs is as likely as another between equals."""
    differences = [value for value, count in zip((-2, -1, 0, 1, 2), counts, strict=True) for _ in range(count) if value]
    ranks = rankdata([abs(value) for value in differences])
    observed = sum(rank for rank, value in zip(ranks, differences, strict=True) if value > 0)
    sums = [
        sum(r for r, sign in zip(ranks, signs, strict=True) if sign) for signs in product((0, 1), repeat=len(ranks))
    ]
    tail = min(sum(s >= observed - 1e-9 for s in sums), sum(s <= observed + 1e-9 for s in sums))
    found = signed_rank_of_pairs(counts)
    assert found.p == pytest.approx(min(1.0, 2 * tail / len(sums)))
    assert (found.used, found.zeros) == (len(differences), counts[2])


def test_agrees_with_scipy_without_ties_and_with_many_differences():
    rng = np.random.default_rng(2)
    for number in (1, 6, 30, 50, 51, 300):
        differences = rng.normal(0.2, 1, number)
        found, expected = signed_rank(differences), wilcoxon(differences)
        assert (found.p, found.statistic) == pytest.approx((expected.pvalue, expected.statistic))


def test_where_exactness_ends_nothing_jumps():
    exact, normal = signed_rank_of_pairs((5, 12, 9, 18, 15)), signed_rank_of_pairs((5, 12, 9, 18, 16))
    assert (exact.used, normal.used) == (50, 51)
    assert exact.p == pytest.approx(normal.p, abs=0.02)


def test_equal_sizes_make_a_sign_test():
    """62 to 38 is 2.4 standard deviations from even."""
    found = signed_rank([1] * 62 + [-1] * 38)
    assert found.p == pytest.approx(erfc(2.4 / sqrt(2)))


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0), (0, 0, 50, 0, 0)])
def test_where_nothing_can_be_said_p_is_one(counts):
    assert signed_rank_of_pairs(counts).p == 1.0
    assert signed_rank_of_pairs(counts).zeros == counts[2]


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 1), (1, 2, 30, 4, 5), (10, 20, 30, 40, 50)])
def test_swapping_the_players_changes_nothing(counts):
    assert signed_rank_of_pairs(counts).p == pytest.approx(signed_rank_of_pairs(counts[::-1]).p)


def test_what_is_no_number_is_refused():
    with pytest.raises(TurnwrightError, match="no finite number"):
        signed_rank([1, float("nan")])


def test_many_differences_agree_with_scipy():
    chance = np.random.default_rng(3)
    for differences in (chance.integers(-2, 3, 400), chance.normal(0.05, 1, 80)):
        used = differences[differences != 0]
        expected = wilcoxon(used, method="asymptotic")
        found = signed_rank(differences)
        assert found.p == pytest.approx(float(expected.pvalue), rel=1e-9)
        assert found.statistic == float(expected.statistic)
