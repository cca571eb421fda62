"""Chances of winning from evaluations: a scale that is known is found again."""

import numpy as np
import pytest

from turnwright.core.errors import TurnwrightError
from turnwright.training.chances import chance, fit_chances


def test_a_known_scale_is_found_again_and_what_is_said_comes_true():
    rng = np.random.default_rng(3)
    games = []
    for _ in range(1500):
        value = rng.normal(0, 4000)
        games.append(([value], float(rng.random() < chance(np.array([value]), 2500.0)[0])))
    found = fit_chances(games)
    low, high = found.interval
    assert low < 2500 < high
    assert high - low < 700
    assert found.games == found.positions == 1500
    for one in found.bins:
        assert one.low <= one.said <= one.high
        assert abs(one.said - one.came) < 4 * (0.25 / one.positions) ** 0.5


def test_draws_alone_say_nothing():
    with pytest.raises(TurnwrightError, match="no game was won"):
        fit_chances([([10.0], 0.5)])
