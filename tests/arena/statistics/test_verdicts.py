"""The three words about a published figure."""

import pytest

from turnwright.arena.statistics import Sample, verdict, verdict_of_means
from turnwright.core.errors import TurnwrightError


@pytest.mark.parametrize(
    ("points", "games", "share", "published", "word"),
    [
        (80, 100, 0.5, 100, "differs"),
        (20, 100, 0.5, 100, "differs"),
        (100, 100, 1.0, 100, "agrees"),
        (250, 500, 0.52, 400, "agrees"),
        (50, 100, 0.5, 100, "too few games"),
        (5, 10, 0.6, 1000, "too few games"),
        (0, 0, 0.9, 100, "too few games"),
    ],
)
def test_words(points, games, share, published, word):
    assert verdict(points, games, share, published).word == word


def test_the_limit_is_a_half_width_of_twelve_points():
    """Against 100 games at 50 %, 183 of ours are the first whose Newcombe interval is at most ± 12 points."""
    # ±√(w² + v²) with Wilson's half-widths around ½: z√(1/4n) / √(1 + z²/n).
    words = [verdict(games / 2, games, 0.5, 100).word for games in range(160, 200)]
    half_widths = [((0.25 / (100 / 3.8415 + 1)) + 0.25 / (games / 3.8415 + 1)) ** 0.5 for games in range(160, 200)]
    assert words == ["agrees" if width <= 0.12 else "too few games" for width in half_widths]
    assert words.index("agrees") == 183 - 160


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
    ("ours", "widest", "word"),
    [
        (Sample(mean=1300, deviation=400, count=200), None, "agrees"),
        (Sample(mean=1500, deviation=400, count=200), None, "differs"),
        (Sample(mean=1300, deviation=400, count=5), None, "too few games"),
        (Sample(mean=1300, deviation=400, count=1), None, "too few games"),
        (Sample(mean=1300, deviation=400, count=200), 10, "too few games"),
    ],
)
def test_words_about_means(ours, widest, word):
    """Within 12 % of the published mean unless another limit is given."""
    assert verdict_of_means(ours, Sample(mean=1217, deviation=419, count=100), widest).word == word
