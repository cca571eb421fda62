"""Wilson's interval against published and independent values."""

import pytest
from scipy.stats import binomtest

from turnwright.arena.statistics import wilson_interval
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


@pytest.mark.parametrize(("score", "games"), [(-1, 3), (4, 3)])
def test_impossible_scores_are_refused(score, games):
    with pytest.raises(TurnwrightError, match="it must be from 0 to 3"):
        wilson_interval(score, games)
