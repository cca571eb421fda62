"""Optuna's estimator behind the same methods."""

import sys

import numpy as np
import pytest

from turnwright.core.errors import TurnwrightError
from turnwright.tuning.space import Point, Space
from turnwright.tuning.tpe import Tpe, TpeSettings

pytest.importorskip("optuna")

SPACE = Space.of({"x": range(8), "y": [0.1, 0.2, 0.4], "kind": ["round", "square", "flat"]})


def truth(point: Point) -> float:
    return 0.8 - 0.08 * abs(point[0] - 5) - 0.1 * (point[1] != 1) - 0.1 * (point[2] != 2)


def search(optimiser: Tpe, iterations: int, evaluate=truth) -> Point:
    for _ in range(iterations):
        point = optimiser.suggest()
        optimiser.tell(point, evaluate(point))
    return optimiser.recommend()


@pytest.mark.parametrize("settings", [TpeSettings(), TpeSettings(multivariate=False)], ids=str)
def test_it_finds_a_peak(settings):
    assert search(Tpe(SPACE, settings, seed=1), 80) == (5, 1, 2)


def test_a_resumed_search_goes_on_bit_for_bit():
    """Told the same evaluations, whoever suggested them, a new study suggests what the old one does."""
    old = Tpe(SPACE, seed=3)
    search(old, 30)
    new = Tpe(SPACE, seed=3)
    for point, fitness in old.evaluations:
        new.tell(point, fitness)
    for _ in range(10):
        point = old.suggest()
        assert new.suggest() == point
        assert new.recommend() == old.recommend()
        old.tell(point, truth(point))
        new.tell(point, truth(point))


def test_a_single_lucky_evaluation_does_not_make_a_recommendation():
    """Once 1.0 is less than ten times 0.9, if the average is 0.5."""
    optimiser = Tpe(SPACE)
    optimiser.tell((0, 0, 0), 1.0)
    for _ in range(10):
        optimiser.tell((5, 1, 2), 0.9)
        optimiser.tell((1, 1, 1), 0.1)
    assert optimiser.recommend() == (5, 1, 2)
    mean = np.mean([fitness for _, fitness in optimiser.evaluations])
    assert optimiser.estimate((0, 0, 0)) == pytest.approx((1 + mean) / 2)
    assert optimiser.estimate((7, 0, 0)) == pytest.approx(mean)


def test_without_optuna_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(TurnwrightError, match=r"turnwright\[tuning\]"):
        Tpe(SPACE)


@pytest.mark.parametrize("settings", [{"initial": 0}, {"candidates": 0}])
def test_settings_without_sense_are_refused(settings):
    with pytest.raises(TurnwrightError, match="at least 1"):
        TpeSettings(**settings)
