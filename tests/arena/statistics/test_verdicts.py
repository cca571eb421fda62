"""The words about a published figure."""

import pytest

from turnwright.arena.statistics import Interval, Sample, games_to_decide, verdict, verdict_of_means, wilson_interval
from turnwright.core.errors import TurnwrightError


@pytest.mark.parametrize(
    ("points", "games", "share", "published", "word"),
    [
        (80, 100, 0.5, 100, "differs"),
        (20, 100, 0.5, 100, "differs"),
        (100, 100, 1.0, 100, "agrees"),
        (250, 500, 0.52, 400, "agrees"),
        (540, 1000, 0.50, 10_000, "agrees"),  # significant, and within the margin
        (50, 100, 0.5, 100, "undecided"),
        (5, 10, 0.6, 1000, "undecided"),
        (0, 0, 0.9, 100, "undecided"),
    ],
)
def test_words(points, games, share, published, word):
    assert verdict(points, games, share, published).word == word


def test_the_whole_interval_must_lie_within_the_margin():
    """Against 400 games at 50 %, by Wilson's half-widths around ½: z√(1/4n) / √(1 + z²/n)."""
    words = [verdict(games / 2, games, 0.5, 400).word for games in range(100, 240)]
    widths = [((0.25 / (400 / 3.8415 + 1)) + 0.25 / (games / 3.8415 + 1)) ** 0.5 for games in range(100, 240)]
    assert words == ["agrees" if width <= 0.10 else "undecided" for width in widths]
    assert {"agrees", "undecided"} == set(words)
    assert verdict(50, 100, 0.5, 400, margin=0.15).word == "agrees"


def test_a_better_interval_of_ours_takes_the_place_of_wilsons():
    """Pairs that always split leave no doubt about 50 %."""
    assert verdict(50, 100, 0.5, 400).word == "undecided"
    assert verdict(50, 100, 0.5, 400, interval=Interval(0.47, 0.53)).word == "agrees"


def test_how_many_games_would_decide():
    """The first number with which the word is no longer undecided, rounded up to whole pairs."""
    wilson = wilson_interval(50, 100)
    needed = games_to_decide(0.5, wilson, 100, 0.5, 400)
    assert verdict(needed / 2 + 2, needed + 4, 0.5, 400).word == "agrees"
    assert verdict(needed / 2 - 4, needed - 8, 0.5, 400).word == "undecided"
    assert games_to_decide(0.5, wilson, 100, 0.5, 50) is None  # the published error alone is wider than the margin
    assert games_to_decide(0.5, Interval(0.38, 0.62), 100, 0.5, 400) > needed


def test_the_figures_behind_the_word():
    found = verdict(56, 70, 0.6, 80)
    assert found.difference == pytest.approx(0.2)
    assert found.interval == pytest.approx((0.0524, 0.3339), abs=5.1e-5)
    assert verdict(0, 0, 0.9, 100).difference is None


def test_swapping_the_players_mirrors_the_verdict():
    one, other = verdict(37.5, 60, 0.45, 100), verdict(22.5, 60, 0.55, 100)
    assert one.word == other.word
    assert one.difference == pytest.approx(-other.difference)
    assert one.interval == pytest.approx((-other.interval.high, -other.interval.low))


@pytest.mark.parametrize("share", [-0.1, 62, float("nan")])
def test_shares_in_percent_are_refused(share):
    with pytest.raises(TurnwrightError, match="it must be from 0 to 1"):
        verdict(5, 10, share, 100)


@pytest.mark.parametrize(
    ("ours", "margin", "word"),
    [
        (Sample(mean=1240, deviation=300, count=400), None, "agrees"),
        (Sample(mean=1500, deviation=400, count=200), None, "differs"),
        (Sample(mean=1240, deviation=400, count=5), None, "undecided"),
        (Sample(mean=1240, deviation=400, count=1), None, "undecided"),
        (Sample(mean=1240, deviation=400, count=200), 10, "undecided"),
    ],
)
def test_words_about_means(ours, margin, word):
    """Within 10 % of the published mean unless another margin is given."""
    assert verdict_of_means(ours, Sample(mean=1217, deviation=419, count=400), margin).word == word
