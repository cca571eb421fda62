"""The paired score: Wilson's interval where it must be, never without width, and mirrored by a swap."""

from math import sqrt

import pytest

from turnwright.arena.statistics import pair_correlation, paired_score, wilson_interval
from turnwright.core.errors import TurnwrightError


def test_score_and_error_by_hand():
    """1, 0, 2, 1, 1½ points: shares with mean 0.55 and squared deviations that sum to 0.55."""
    score = paired_score((1, 0, 2, 1, 1), left_over=3)
    assert (score.pairs, score.points, score.left_over) == (5, 5.5, 3)
    assert score.share == pytest.approx(0.55)
    assert score.standard_error == pytest.approx(sqrt(0.55 / 4 / 5))


@pytest.mark.parametrize(("lost", "won"), [(7, 3), (1, 1), (40, 160), (0, 20), (20, 0), (0, 1)])
def test_two_outcomes_give_wilsons_interval(lost, won):
    """If a pair is always lost or won as a whole, it is one game of a match."""
    assert paired_score((lost, 0, 0, 0, won)).interval == pytest.approx(wilson_interval(won, lost + won), abs=1e-7)


def test_even_and_won_pairs_give_wilsons_upper_end_of_their_range():
    """The lower end is farther away: pairs may also be lost, although none was."""
    low, high = wilson_interval(6, 20)
    interval = paired_score((0, 0, 14, 0, 6)).interval
    assert interval.high == pytest.approx(0.5 + high / 2, abs=1e-7)
    assert 0.5 < interval.low < 0.5 + low / 2


def test_many_pairs_give_the_normal_interval():
    score = paired_score((1000, 3000, 6000, 3500, 1500))
    assert score.interval == pytest.approx(
        (score.share - 1.96 * score.standard_error, score.share + 1.96 * score.standard_error), abs=1e-4
    )


@pytest.mark.parametrize("outcome", range(5))
@pytest.mark.parametrize("pairs", [1, 3, 20])
def test_equal_pairs_do_not_make_certain(outcome, pairs):
    """What was not seen in n pairs may still be as likely as z² / (n + z²), and lie at either end."""
    counts = [0] * 5
    counts[outcome] = pairs
    score = paired_score(counts)
    share, unseen = outcome / 4, 3.8415 / (pairs + 3.8415)
    assert score.share == share
    assert score.interval == pytest.approx((share - share * unseen, share + (1 - share) * unseen), abs=1e-5)


def test_without_pairs_nothing_is_known():
    score = paired_score((0, 0, 0, 0, 0), left_over=1)
    assert (score.share, score.standard_error, score.interval, score.left_over) == (None, None, (0.0, 1.0), 1)
    assert paired_score((0, 1, 0, 0, 0)).standard_error is None


@pytest.mark.parametrize("counts", [(1, 2, 30, 4, 5), (0, 0, 3, 0, 0), (0, 1, 0, 0, 9), (10, 0, 4, 0, 1)])
def test_swapping_the_players_mirrors_the_score(counts):
    one, other = paired_score(counts), paired_score(counts[::-1])
    assert one.share == pytest.approx(1 - other.share)
    assert one.standard_error == pytest.approx(other.standard_error)
    assert one.interval == pytest.approx((1 - other.interval.high, 1 - other.interval.low), abs=1e-8)


def test_deals_that_decide_make_pairs_surer_than_games():
    counts = (2, 0, 95, 0, 3)
    assert paired_score(counts).interval.half_width < wilson_interval(101, 200).half_width / 2


def test_correlation_within_pairs():
    assert pair_correlation((0, 0, 10, 0, 0), draws=0) == pytest.approx(-1)
    assert pair_correlation((5, 0, 0, 0, 5), draws=0) == pytest.approx(1)
    assert pair_correlation((25, 0, 50, 0, 25), draws=0) == pytest.approx(0)
    assert pair_correlation((1, 4, 6, 4, 1), draws=16) == pytest.approx(0)
    assert pair_correlation((0, 0, 10, 0, 0), draws=20) is None
    assert pair_correlation((0, 0, 1, 0, 0), draws=0) is None


@pytest.mark.parametrize("counts", [(1, 2, 3), (1, 2, -3, 0, 0), (0, 0.5, 0, 0, 0)])
def test_impossible_counts_are_refused(counts):
    with pytest.raises(TurnwrightError, match="give five whole numbers from 0 up"):
        paired_score(counts)


def test_impossible_draws_are_refused():
    with pytest.raises(TurnwrightError, match="5 draws in 4 games are impossible"):
        pair_correlation((0, 0, 2, 0, 0), draws=5)
