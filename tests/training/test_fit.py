"""The fit finds weights that made the results, and says how sure it is."""

import numpy as np
import pytest

from turnwright.training.fit import Fit, fitted, labels, scaled
from turnwright.training.positions import Positions, joined


def made_up(games=400, turns=12, seed=0) -> Positions:
    """Games whose results follow from two terms of three, and from who has moved."""
    rng = np.random.default_rng(seed)
    terms = rng.normal(size=(games, turns, 3)).astype(np.float32)
    mover = np.tile([1.0, -1.0], (games, turns // 2))
    chance = 1 / (1 + np.exp(-(2.0 * terms[..., 0] - 1.0 * terms[..., 1] - 0.5 * mover)))
    result = (rng.random((games, turns)) < chance).astype(float)
    game = np.repeat(np.arange(games), turns)
    return Positions(terms.reshape(-1, 3), mover.ravel(), result.ravel(), game)


PRIOR = np.array([1.0, 1.0, 0.0])


def test_weights_are_found_again():
    positions = made_up()
    found = fitted(positions, positions.result, Fit(weights=PRIOR, scale=1.0, tempo=0.0), np.full(3, 5.0), 0.01)
    assert found.weights == pytest.approx([2.0, -1.0, 0.0], abs=0.2)
    assert found.tempo == pytest.approx(-0.5, abs=0.15)
    assert found.loss(made_up(seed=1)) < scaled(PRIOR, positions).loss(made_up(seed=1))


def test_a_strong_pull_keeps_the_prior_and_a_spread_of_nought_a_weight():
    positions, prior = made_up(), Fit(weights=PRIOR, scale=1.0, tempo=0.0)
    kept = fitted(positions, positions.result, prior, np.full(3, 1.0), 1e7)
    assert kept.weights == pytest.approx(PRIOR, abs=0.01)
    fixed = fitted(positions, positions.result, prior, np.array([5.0, 0.0, 5.0]), 0.01)
    assert fixed.weights[1] == 1.0
    assert fixed.weights[0] != pytest.approx(1.0, abs=0.1)


def test_the_scale_turns_points_into_chances():
    positions = made_up()
    found = scaled(np.array([200.0, -100.0, 0.0]), positions)
    assert found.scale == pytest.approx(100.0, rel=0.15)
    rows = found.calibration(positions)
    assert sum(count for _, _, count in rows) == len(positions)
    for said, seen, count in rows:
        assert said == pytest.approx(seen, abs=0.02 + 2 / np.sqrt(count))


def test_labels_mix_the_result_with_what_the_judge_sees_after_the_reply():
    positions = Positions(
        np.eye(4, 3, dtype=np.float32), np.ones(4), np.array([1.0, 1.0, 0.0, 0.0]), np.array([0, 0, 1, 1])
    )
    judge = Fit(weights=np.array([0.0, 50.0, -50.0]), scale=1.0, tempo=0.0)
    assert labels(positions, judge, 0.0).tolist() == [1.0, 1.0, 0.0, 0.0]
    # The second position of the first game is certainly won, the last one of a game has the result.
    assert labels(positions, judge, 0.5) == pytest.approx([1.0, 1.0, 0.25, 0.0])


def test_games_of_several_sets_stay_apart():
    both = joined([made_up(games=3), made_up(games=2)])
    assert both.game.max() == 4
    assert np.bincount(both.game).tolist() == [12] * 5
    assert both.weight.sum() == pytest.approx(5.0)
