"""How many games a difference needs, against textbook values, and back."""

from math import sqrt
from statistics import NormalDist

import pytest

from turnwright.arena.statistics import Design, chance_to_show, games_needed, smallest_share
from turnwright.core.errors import TurnwrightError


@pytest.mark.parametrize(
    ("share", "power", "games"), [(0.6, 0.8, 194), (0.55, 0.8, 783), (0.6, 0.9, 259), (0.7, 0.8, 47), (0.4, 0.8, 194)]
)
def test_textbook_sizes_of_a_test_of_one_proportion(share, power, games):
    """(z·√¼ + z'·√(s(1 − s)))² / (s − ½)², as sample-size tables have it; pairs make an even number of it."""
    assert games_needed(share, Design(power=power, paired=False)) == games
    assert games_needed(share, Design(power=power)) == games + games % 2


def test_draws_and_pairs_save_games():
    """A draw takes a quarter point off the variance; correlation scales it."""
    assert games_needed(0.52, Design(draws=0.5)) == pytest.approx(games_needed(0.52) / 2, abs=6)
    assert games_needed(0.55, Design(pair_correlation=-0.4)) == pytest.approx(0.6 * games_needed(0.55), abs=2)


def test_papers_hundred_games():
    """Equals score 60 % of 100 games or more (or 40 % or less) with a chance of 4.6 %: z = 2."""
    sixty = Design(alpha=2 * NormalDist().cdf(-2))
    assert chance_to_show(0.5, 100, sixty) == pytest.approx(sixty.alpha)
    assert chance_to_show(0.6, 100, sixty) == pytest.approx(0.5, abs=1e-3)
    assert chance_to_show(0.7, 100, sixty) == pytest.approx(NormalDist().cdf((0.2 * 10 - 1) / sqrt(0.21)), abs=1e-6)


@pytest.mark.parametrize("design", [Design(), Design(draws=0.3, power=0.95), Design(pair_correlation=-0.5, alpha=0.01)])
def test_questions_and_answers_fit(design):
    for share in (0.52, 0.6, 0.75):
        games = games_needed(share, design)
        assert chance_to_show(share, games, design) >= design.power - 1e-6
        assert chance_to_show(share, games - 2, design) < design.power
        assert smallest_share(games, design) <= share + 1e-6
        assert smallest_share(games - 2, design) > share
        assert games_needed(1 - share, design) == games
        assert chance_to_show(1 - share, games, design) == pytest.approx(chance_to_show(share, games, design))


def test_too_few_games_show_nothing():
    assert smallest_share(2) is None
    assert smallest_share(10, Design(draws=0.9)) is None


def test_sure_winners_need_few_games():
    assert games_needed(1.0) == 4
    assert chance_to_show(1.0, 4) == 1.0
    assert chance_to_show(1.0, 3) == 0.0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"alpha": 0}, "alpha is 0; it must be between 0 and 1"),
        ({"power": 1}, "power is 1; it must be between 0 and 1"),
        ({"power": 0.01}, "the power must be the greater"),
        ({"draws": 1}, "the share of draws is 1"),
        ({"pair_correlation": -1}, "the pair correlation is -1"),
        ({"paired": False, "pair_correlation": -0.2}, "single games have no pair correlation"),
    ],
)
def test_impossible_designs_are_refused(settings, message):
    with pytest.raises(TurnwrightError, match=message):
        Design(**settings)


def test_impossible_questions_are_refused():
    with pytest.raises(TurnwrightError, match="no number of games shows a difference of 0"):
        games_needed(0.5)
    with pytest.raises(TurnwrightError, match=r"is impossible with 40 % draws; it must be from 0\.2 to 0\.8"):
        games_needed(0.9, Design(draws=0.4))
    with pytest.raises(TurnwrightError, match="0 games show nothing"):
        smallest_share(0)
