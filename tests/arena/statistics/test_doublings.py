"""How much more budget one agent needs than another: known curves, noise, and what budgets cannot show."""

from math import inf

import numpy as np
import pytest

from turnwright import TurnwrightError
from turnwright.arena.statistics import Ratings, bradley_terry, doublings_for_equal_strength, share_of_elo

BUDGETS = (100, 200, 400, 800)
FIRST, SECOND = range(4), range(4, 8)


def rated(first, second, error: float = 1.0) -> Ratings:
    """Ratings of two agents with four budgets each, with independent errors."""
    elo = (*first, *second)
    return Ratings(
        elo=elo,
        errors=(1.96 * error,) * len(elo),
        covariance=np.eye(len(elo)) * error**2,
        groups=(tuple(range(len(elo))),),
        statement="",
        confidence=0.95,
    )


@pytest.mark.parametrize("shift", [-1.5, 0.0, 1.0, 2.25])
def test_parallel_lines_are_a_shift_apart(shift):
    """At 100 Elo a doubling, 100 Elo less are one doubling more."""
    line = 100.0 * np.arange(4)
    found = doublings_for_equal_strength(rated(line - 100 * shift, line), FIRST, SECOND, BUDGETS)
    assert found.doublings == pytest.approx(shift, abs=0.01)
    assert shift in found.interval
    assert found.interval.half_width < 0.1


def test_the_question_asked_the_other_way_round_has_the_opposite_answer():
    ratings = rated((0, 80, 190, 260), (60, 150, 220, 330), error=20)
    there = doublings_for_equal_strength(ratings, FIRST, SECOND, BUDGETS)
    back = doublings_for_equal_strength(ratings, SECOND, FIRST, BUDGETS)
    assert there.doublings == pytest.approx(-back.doublings)
    assert there.interval.low == pytest.approx(-back.interval.high, abs=0.05)


def test_larger_errors_make_wider_intervals():
    line = 100.0 * np.arange(4)
    widths = [
        doublings_for_equal_strength(rated(line - 100, line, error), FIRST, SECOND, BUDGETS).interval.half_width
        for error in (5, 20, 40)
    ]
    assert widths == sorted(widths)
    assert widths[0] < 0.5 * widths[2]


def test_agents_without_a_strength_in_common_need_more_than_was_played():
    line = 100.0 * np.arange(4)
    found = doublings_for_equal_strength(rated(line - 1000, line, 20), FIRST, SECOND, BUDGETS)
    assert found.doublings == inf
    assert tuple(found.interval) == (inf, inf)
    assert str(found) == "more than 2^3 times (surely)"
    assert found.as_dict() == {"doublings": None, "low": None, "high": None, "measurable": [-3.0, 3.0]}
    other = doublings_for_equal_strength(rated(line - 1000, line, 20), SECOND, FIRST, BUDGETS)
    assert str(other) == "less than 2^-3 times (surely)"
    near = doublings_for_equal_strength(rated(line - 310, line, 20), FIRST, SECOND, BUDGETS)
    assert near.doublings == near.interval.high == inf
    assert 2 < near.interval.low < 3


def test_a_budget_that_buys_nothing_can_be_read_backwards():
    """A level part of a curve is no strength that takes any budget: the curves are compared where both rise."""
    found = doublings_for_equal_strength(rated((0, 100, 90, 200), (0, 100, 95, 200)), FIRST, SECOND, BUDGETS)
    assert abs(found.doublings) < 0.1


def test_the_interval_holds_the_truth_as_often_as_it_says():
    """Games of two agents whose truth is one doubling apart, at 120 Elo a doubling."""
    rng = np.random.default_rng(3)
    truth = np.concatenate((120.0 * np.arange(4) - 120, 120.0 * np.arange(4)))
    meetings = [(i, i + 1) for i in (0, 1, 2, 4, 5, 6)] + [(i, i + 4) for i in range(4)]
    held = 0
    for _ in range(60):
        points, games = np.zeros((8, 8)), np.zeros((8, 8))
        for one, other in meetings:
            won = rng.binomial(100, share_of_elo(truth[one] - truth[other]))
            points[one, other], points[other, one] = won, 100 - won
            games[one, other] = games[other, one] = 100
        found = doublings_for_equal_strength(bradley_terry(points, games), FIRST, SECOND, BUDGETS)
        held += 1.0 in found.interval
    assert held >= 52


def test_ladders_of_different_lengths_are_refused():
    with pytest.raises(TurnwrightError, match="ladders of 3 and 4 rungs"):
        doublings_for_equal_strength(rated(range(4), range(4)), range(3), SECOND, BUDGETS)
