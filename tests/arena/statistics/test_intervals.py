"""Intervals of shares and of differences against published and independent values."""

from math import inf

import numpy as np
import pytest
from scipy.stats import binomtest, ttest_ind

from turnwright.arena.statistics import (
    Interval,
    Sample,
    difference_interval,
    mean_difference_interval,
    wilson_interval,
)
from turnwright.core.errors import TurnwrightError


@pytest.mark.parametrize("games", [1, 7, 20, 300])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_agrees_with_scipy(games, confidence):
    for wins in {0, 1, games // 3, games // 2, games}:
        expected = binomtest(wins, games).proportion_ci(confidence, method="wilson")
        assert wilson_interval(wins, games, confidence) == pytest.approx(tuple(expected), abs=1e-12)


def test_textbook_values():
    """Newcombe 1998, table I: 81 of 263, and 0 of 20."""
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_half_points_lie_between():
    low, middle, high = (wilson_interval(score, 20) for score in (10, 10.5, 11))
    assert low[0] < middle[0] < high[0]
    assert low[1] < middle[1] < high[1]


def test_without_games_nothing_is_known():
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("games", [1, 3, 20, 333])
def test_the_ends_of_the_scale_are_reached_exactly(games):
    assert wilson_interval(0, games).low == 0
    assert wilson_interval(games, games).high == 1


@pytest.mark.parametrize(("score", "games"), [(-1, 3), (4, 3)])
def test_impossible_scores_are_refused(score, games):
    with pytest.raises(TurnwrightError, match="it must be from 0 to 3"):
        wilson_interval(score, games)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_impossible_confidences_are_refused(confidence):
    with pytest.raises(TurnwrightError, match="it must be between 0 and 1"):
        wilson_interval(1, 3, confidence)


def test_an_interval_knows_what_it_contains():
    interval = Interval(-0.1, 0.3)
    assert 0 in interval
    assert -0.1 in interval
    assert 0.31 not in interval
    assert interval.half_width == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_differences_of_shares_as_published(one, other, low, high):
    """Newcombe 1998, *Interval estimation for the difference*, table II, method 10."""
    assert difference_interval(*one, *other) == pytest.approx((low, high), abs=5.1e-5)
    assert difference_interval(*other, *one) == pytest.approx((-high, -low), abs=5.1e-5)


def test_without_games_a_difference_is_unknown():
    assert difference_interval(0, 0, 10, 10) == (-1.0, 1.0)
    assert difference_interval(10, 10, 0, 0) == (-1.0, 1.0)


def test_differences_of_means_agree_with_scipy():
    rng = np.random.default_rng(1)
    for count, other_count in ((2, 3), (10, 40), (100, 7)):
        one, other = rng.normal(5, 1, count), rng.normal(3, 4, other_count)
        expected = ttest_ind(one, other, equal_var=False).confidence_interval(0.95)
        samples = [Sample(mean=x.mean(), deviation=x.std(ddof=1), count=len(x)) for x in (one, other)]
        assert mean_difference_interval(*samples) == pytest.approx(tuple(expected))


def test_means_without_spread_or_of_single_values():
    certain, single = Sample(mean=3, deviation=0, count=5), Sample(mean=1, deviation=0, count=1)
    assert mean_difference_interval(certain, Sample(mean=1, deviation=0, count=2)) == (2, 2)
    assert mean_difference_interval(certain, single) == (-inf, inf)


@pytest.mark.parametrize(("mean", "deviation", "count"), [(1, -1, 3), (1, 1, 0), (inf, 1, 3), (1, float("nan"), 3)])
def test_impossible_samples_are_refused(mean, deviation, count):
    with pytest.raises(TurnwrightError, match="impossible; give finite numbers"):
        Sample(mean=mean, deviation=deviation, count=count)
