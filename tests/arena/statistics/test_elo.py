"""Elo differences: the scale's own values, honest infinities, and a swap that mirrors."""

from math import inf

import pytest

from turnwright.arena.statistics import (
    EloDifference,
    Interval,
    elo_of_share,
    paired_score,
    share_of_elo,
    wilson_interval,
)
from turnwright.core.errors import TurnwrightError


@pytest.mark.parametrize(
    ("share", "elo"), [(0.5, 0), (10 / 11, 400), (0.75, 190.8485), (0.64, 99.9510), (1 / 101, -800)]
)
def test_known_values(share, elo):
    assert elo_of_share(share) == pytest.approx(elo, abs=1e-4)
    assert share_of_elo(elo) == pytest.approx(share, abs=1e-6)


def test_infinities_and_back():
    assert (elo_of_share(0), elo_of_share(1)) == (-inf, inf)
    assert (share_of_elo(-inf), share_of_elo(inf)) == (0, 1)
    assert share_of_elo(-1e6) == 0
    for elo in (-900, -3.5, 0, 20, 1500):
        assert elo_of_share(share_of_elo(elo)) == pytest.approx(elo)


@pytest.mark.parametrize(
    ("points", "games", "text"),
    [
        (60, 100, "+70 (+1 to +139)"),
        (40, 100, "-70 (-139 to -1)"),
        (20, 20, "at least +287"),
        (0, 20, "at most -287"),
        (0, 0, "unknown"),
    ],
)
def test_in_words(points, games, text):
    """Without a lost point only a bound is known: 287 Elo is 20 : z², the end of Wilson's interval."""
    share = points / games if games else None
    assert str(EloDifference.of(share, wilson_interval(points, games))) == text


def test_json_has_no_infinity():
    assert EloDifference.of(1.0, Interval(0.5, 1.0)).as_dict() == {"elo": None, "low": 0.0, "high": None}
    assert EloDifference.of(None, Interval(0.0, 1.0)).as_dict() == {"elo": None, "low": None, "high": None}


def test_swapping_the_players_mirrors_the_difference():
    one, other = (paired_score(counts) for counts in ((3, 1, 20, 4, 9), (9, 4, 20, 1, 3)))
    one, other = EloDifference.of(one.share, one.interval), EloDifference.of(other.share, other.interval)
    assert one.elo == pytest.approx(-other.elo)
    assert one.interval == pytest.approx((-other.interval.high, -other.interval.low), abs=1e-5)


def test_impossible_values_are_refused():
    with pytest.raises(TurnwrightError, match="a share of 62 is impossible"):
        elo_of_share(62)
    with pytest.raises(TurnwrightError, match="must be a number"):
        share_of_elo(float("nan"))
