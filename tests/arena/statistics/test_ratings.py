"""Bradley–Terry ratings against a published example, hand calculation, and what symmetry demands."""

from math import inf, log, sqrt

import numpy as np
import pytest

from turnwright.arena.statistics import bradley_terry, elo_of_share
from turnwright.core.errors import TurnwrightError

NATURAL = log(10) / 400

BASEBALL = {
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}


def field(pairings, size):
    """A cross table from {(i, j): (points of i, games)}."""
    points, games = np.zeros((size, size)), np.zeros((size, size))
    for (i, j), (scored, played) in pairings.items():
        points[i, j], points[j, i] = scored, played - scored
        games[i, j] = games[j, i] = played
    return points, games


def test_baseball_as_published():
    """American League East 1987 (Agresti, *Categorical Data Analysis*): abilities and errors relative to Baltimore.

    The prior draws them together by one part in a hundred.
    """
    points = np.array(list(BASEBALL.values()))
    ratings = bradley_terry(points, points + points.T)
    published = {
        0: (1.5814, 0.3433),
        1: (1.4364, 0.3396),
        2: (1.2945, 0.3367),
        3: (1.2476, 0.3359),
        4: (1.1077, 0.3339),
    }
    for team, (ability, error) in published.items():
        found = ratings.difference(team, 6)
        assert found.elo * NATURAL == pytest.approx(ability, abs=0.025)
        assert found.interval.half_width * NATURAL / 1.96 == pytest.approx(error, rel=0.01)
    assert sum(ratings.elo) == pytest.approx(0, abs=1e-6)
    assert ratings.statement == ""


def test_two_agents_are_as_far_apart_as_their_score():
    ratings = bradley_terry(*field({(0, 1): (640, 1000)}, 2))
    assert ratings.difference(0, 1).elo == pytest.approx(elo_of_share(0.64), rel=1e-3)
    error = 1.96 / sqrt(1000 * 0.64 * 0.36) / NATURAL
    assert ratings.difference(0, 1).interval.half_width == pytest.approx(error, rel=2e-3)
    # Each is half the difference from their mean.
    assert ratings.errors == pytest.approx((error / 2, error / 2), rel=2e-3)


def test_scores_add_up_at_the_maximum():
    """Everybody's expected points are the points scored, but for the prior's pull of rating / 500² Elo."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        games = np.triu(rng.integers(1, 60, (7, 7)), 1)
        points = np.triu(rng.binomial(2 * games, rng.uniform(0, 1, (7, 7))), 1) / 2
        points, games = points + np.tril((games - points).T, -1), games + games.T
        strengths = np.array(bradley_terry(points, games).elo) * NATURAL
        expected = games / (1 + np.exp(strengths - strengths[:, np.newaxis]))
        pull = strengths / (500 * NATURAL) ** 2
        assert points.sum(axis=1) == pytest.approx(expected.sum(axis=1) + pull, abs=1e-6)
        assert strengths.sum() == pytest.approx(0, abs=1e-6)


def test_who_wins_everything_stays_finite_and_this_is_said():
    ratings = bradley_terry(
        *field({(0, 1): (50, 50), (0, 2): (50, 50), (1, 2): (20, 50)}, 3), ["oep", "random", "greedy"]
    )
    assert 400 < ratings.difference(0, 2).elo < 2000
    assert ratings.errors[0] < 1000
    assert ratings.statement == (
        "Between these groups, one side won every game: oep | random, greedy. Only the prior (500 Elo around the mean) "
        "keeps their rating differences finite."
    )


def test_who_never_met_is_not_compared():
    ratings = bradley_terry(*field({(0, 3): (6, 10), (1, 2): (3, 10)}, 5), list("abcde"))
    assert ratings.groups == ((0, 3), (1, 2), (4,))
    assert ratings.statement == (
        "These groups have not played each other: a, d | b, c | e. Compare ratings only within a group."
    )
    for group in ratings.groups:
        assert sum(ratings.elo[agent] for agent in group) == pytest.approx(0, abs=1e-9)
    assert ratings.errors[4] == inf
    assert str(ratings.difference(0, 1)) == "unknown"
    assert ratings.as_dict()["errors"][4] is None
    # A group is rated as if it were alone.
    alone = bradley_terry(*field({(0, 1): (6, 10)}, 2))
    assert (ratings.elo[0], ratings.errors[0]) == pytest.approx((alone.elo[0], alone.errors[0]))


def test_swaps_mirror_and_order_does_not_matter():
    points, games = field({(0, 1): (7, 10), (0, 2): (11.5, 20), (1, 2): (3, 12), (2, 3): (9, 9)}, 4)
    ratings = bradley_terry(points, games)
    mirrored = bradley_terry(points.T, games)
    assert mirrored.elo == pytest.approx([-elo for elo in ratings.elo])
    assert mirrored.errors == pytest.approx(ratings.errors)
    order = [2, 0, 3, 1]
    shuffled = bradley_terry(points[np.ix_(order, order)], games[np.ix_(order, order)])
    assert shuffled.elo == pytest.approx([ratings.elo[agent] for agent in order])
    assert shuffled.errors == pytest.approx([ratings.errors[agent] for agent in order])


def test_more_games_are_surer():
    points, games = field({(0, 1): (6, 10), (1, 2): (6, 10)}, 3)
    few, many = bradley_terry(points, games), bradley_terry(100 * points, 100 * games)
    assert many.errors == pytest.approx([error / 10 for error in few.errors], rel=0.05)


@pytest.mark.parametrize(
    ("points", "games", "message"),
    [
        ([[0, 1]], [[0, 1]], "both must be square"),
        ([[0, 1], [1, 0]], [[0, 3], [3, 0]], "does not add up"),
        ([[1, 1], [1, 0]], [[2, 2], [2, 0]], "does not add up"),
        ([[0, 1], [1, 0]], [[0, 2], [3, 0]], "does not add up"),
        ([[0, -1], [3, 0]], [[0, 2], [2, 0]], "they must be 0 or more"),
        ([[0, float("nan")], [3, 0]], [[0, 2], [2, 0]], "they must be 0 or more"),
    ],
)
def test_tables_that_cannot_be_are_refused(points, games, message):
    with pytest.raises(TurnwrightError, match=message):
        bradley_terry(points, games)


def test_names_must_fit():
    with pytest.raises(TurnwrightError, match="1 names were given for a table of 2 agents"):
        bradley_terry([[0, 1], [1, 0]], [[0, 2], [2, 0]], ["a"])
