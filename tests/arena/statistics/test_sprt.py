"""The sequential test: exact ratios where they are known, Wald's bounds, mirrored by a swap."""

from math import log

import pytest

from turnwright.arena.statistics import Sprt, paired_score, share_of_elo
from turnwright.core.errors import TurnwrightError


def test_walds_bounds():
    state = Sprt().state((0, 0, 0, 0, 0))
    assert (state.lower, state.upper) == pytest.approx((-log(19), log(19)))
    assert (state.llr, state.decision) == (0.0, "undecided")
    assert Sprt(alpha=0.01, beta=0.1).bounds == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


@pytest.mark.parametrize(("lost", "won", "decision"), [(40, 60, "undecided"), (40, 120, "elo1"), (60, 60, "elo0")])
def test_two_outcomes_give_the_binomial_ratio(lost, won, decision):
    test = Sprt(elo0=0, elo1=100)
    share = share_of_elo(100)
    state = test.state((lost, 0, 0, 0, won))
    assert state.llr == pytest.approx(won * log(share / 0.5) + lost * log((1 - share) / 0.5))
    assert state.decision == decision


def test_equal_pairs_speak_for_equality_by_what_they_left_unseen():
    """With a share above one half, some pairs must be won: 2s − 1 of them at least."""
    assert Sprt(elo0=0, elo1=20).state((0, 0, 30, 0, 0)).llr == pytest.approx(30 * log(2 - 2 * share_of_elo(20)))


def test_many_pairs_give_the_normal_ratio():
    counts = (1000, 3000, 6000, 3500, 1500)
    score, shares = paired_score(counts), (0.5, share_of_elo(20))
    expected = (shares[1] - shares[0]) * (2 * score.share - sum(shares)) / (2 * score.standard_error**2)
    assert Sprt(elo0=0, elo1=20).state(counts).llr == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("counts", [(3, 1, 20, 4, 9), (0, 0, 1, 0, 7), (0, 0, 0, 0, 2)])
def test_swapping_the_players_mirrors_the_test(counts):
    state, mirrored = Sprt(elo0=-10, elo1=30).state(counts), Sprt(elo0=-30, elo1=10).state(counts[::-1])
    assert state.llr == pytest.approx(-mirrored.llr, abs=1e-9)
    assert (state.lower, state.upper) == pytest.approx((-mirrored.upper, -mirrored.lower))


def test_text_and_back():
    test = Sprt.parse("elo0=-5,elo1=5, alpha=0.01")
    assert test == Sprt(elo0=-5, elo1=5, alpha=0.01, beta=0.05)
    assert Sprt.parse(str(test)) == test


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a sequential test needs its hypotheses, such as elo0=0,elo1=20"),
        ("20", "'20' in 'sprt:20' is not of the form key=value"),
        ("elo=20", "sprt has no setting 'elo' "),
        ("elo0=0,elo1=much", "sprt: elo1 must be a number, not 'much'"),
        ("elo0=20,elo1=0", "elo0 is 20 and elo1 is 0; elo1 must be the greater"),
        ("elo0=0,elo1=nan", "elo1 is nan; it must be from -2000 to 2000"),
        ("elo0=0,elo1=20,alpha=0", "alpha is 0; it must be between 0 and 0.5"),
        ("elo0=0,elo1=20,beta=0.7", "beta is 0.7; it must be between 0 and 0.5"),
    ],
)
def test_bad_text_is_refused_in_one_sentence(text, message):
    with pytest.raises(TurnwrightError) as caught:
        Sprt.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
