"""Chances of winning from evaluations: a scale that is known is found again."""

import numpy as np
import pytest

from turnwright.core.errors import TurnwrightError
from turnwright.training.chances import Bin, chance, fit_chances, in_parts, merged


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


def test_parts_of_games_have_scales_of_their_own():
    """The same evaluation means ten times as much from the fifth turn on; one scale for all is wrong everywhere."""
    rng = np.random.default_rng(4)
    games = []
    for _ in range(1500):
        early, late = rng.normal(0, 1, 4), rng.normal(0, 1)
        result = float(rng.random() < chance(np.array([late]), 0.2)[0])
        games.append(([*early, *([late] * 4)], result))
    (first, opening), (second, ending) = ((turn, fit_chances(part)) for turn, part in in_parts(games, 2))
    assert (first, second) == (1, 5)
    assert opening.positions == ending.positions == 6000
    assert ending.interval[0] < 0.2 < ending.interval[1]
    assert opening.scale > 3, "says nothing"
    said = merged([*opening.bins, *ending.bins])
    assert sum(one.positions for one in said) == 12_000
    assert all(abs(one.said - one.came) < 4 * (0.25 / one.positions * 4) ** 0.5 for one in said)


def test_games_that_end_early_are_missing_in_later_parts():
    parts = in_parts([([1.0, 2.0, 3.0, 4.0], 1.0), ([5.0, 6.0], 0.0)], 2)
    assert parts == [(1, [([1.0], 1.0), ([5.0], 0.0)]), (2, [([2.0, 3.0, 4.0], 1.0), ([6.0], 0.0)])]
    parts = in_parts([([1.0, 2.0, 3.0, 4.0], 1.0), ([5.0], 0.0)], 2)
    assert parts == [(1, [([1.0], 1.0), ([5.0], 0.0)]), (2, [([2.0, 3.0, 4.0], 1.0), ([], 0.0)])]
    assert in_parts([([1.0], 1.0)], 3) == [(1, [([1.0], 1.0)])], "one turn has one part"


def test_bins_of_the_same_chances_are_put_together():
    one = Bin(low=0.4, high=0.5, positions=30, said=0.44, came=0.5)
    other = Bin(low=0.4, high=0.5, positions=10, said=0.48, came=0.3)
    alone = Bin(low=0.9, high=1.0, positions=5, said=0.95, came=1.0)
    together, kept = merged([one, alone, other])
    assert (together.positions, together.low, together.high) == (40, 0.4, 0.5)
    assert (together.said, together.came) == (pytest.approx(0.45), pytest.approx(0.45))
    assert kept == alone
