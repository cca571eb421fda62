"""Many comparisons at once."""

import pytest
from scipy.stats import false_discovery_control, norm

from turnwright.arena.statistics import Interval, discoveries, p_of_difference


def test_discoveries_are_those_of_benjamini_and_hochberg():
    p_values = [0.0001, 0.009, 0.0011, 0.02, 0.045, 0.3, 0.6, 0.9, 0.012, 0.5]
    assert discoveries(p_values) == (false_discovery_control(p_values) <= 0.05).tolist()
    assert discoveries([]) == []
    assert discoveries([0.9, 0.8]) == [False, False]


def test_p_from_an_interval():
    """Two standard errors away: 4.55 %; the interval has 1.96 of them to either side."""
    assert p_of_difference(0.2, Interval(0.2 - 0.196, 0.9)) == pytest.approx(2 * norm.sf(2), rel=1e-3)
    assert p_of_difference(-0.2, Interval(-0.9, -0.2 + 0.196)) == pytest.approx(2 * norm.sf(2), rel=1e-3)
    assert p_of_difference(0.0, Interval(-0.1, 0.1)) == 1.0
