"""The N-tuple model against bookkeeping by brute force: every figure counted again from the list of evaluations."""

from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest

from turnwright.core.errors import TurnwrightError
from turnwright.tuning import tuple_model
from turnwright.tuning.tuple_model import TupleModel, tuples_of

SIZES = (3, 2, 4, 3)
TUPLES = [*combinations(range(4), 1), *combinations(range(4), 2), (0, 1, 2, 3)]


def some_evaluations(count: int) -> list[tuple[tuple[int, ...], float]]:
    rng = np.random.default_rng(5)
    return [(tuple(int(rng.integers(size)) for size in SIZES), float(rng.random())) for _ in range(count)]


def seen_by(dimensions, point, evaluations) -> list[float]:
    """The fitness of all evaluations that have the point's values in some dimensions."""
    return [value for other, value in evaluations if all(other[at] == point[at] for at in dimensions)]


def test_five_dimensions_have_sixteen_tuples_by_default():
    """The LOCM paper: five 1-tuples, ten 2-tuples and the 5-tuple."""
    assert len(tuples_of((1, 2, "all"), 5)) == 16


def test_no_tuple_comes_twice():
    assert tuples_of((1, 2, "all"), 2) == [(0,), (1,), (0, 1)]
    assert tuples_of((1, 2, "all"), 1) == [(0,)]


@pytest.mark.parametrize("sizes", [(0,), (4,), (), (1, -1)])
def test_tuples_that_do_not_exist_are_refused(sizes):
    with pytest.raises(TurnwrightError, match="tuples"):
        tuples_of(sizes, 3)


@pytest.mark.parametrize("most", [1 << 20, 5])
@pytest.mark.parametrize("count", [1, 7, 100])
def test_counts_means_and_bounds_are_those_of_brute_force(monkeypatch, count, most):
    """With all combinations kept, and with only those that were met."""
    monkeypatch.setattr(tuple_model, "_MOST_COMBINATIONS", most)
    evaluations = some_evaluations(count)
    model = TupleModel(SIZES, TUPLES)
    for point, fitness in evaluations:
        model.add(point, fitness)
    points = list(np.ndindex(*SIZES))
    exploit = model.exploit(np.array(points))
    bounds = model.ucb(np.array(points), 1.4, 0.5)
    for row, point in enumerate(points):
        parts = [seen_by(dimensions, point, evaluations) for dimensions in TUPLES]
        means = [sum(part) / len(part) for part in parts if part]
        expected = sum(means) / len(means) if means else 0.0
        unknown = sum(sqrt(log(1 + count) / (len(part) + 0.5)) for part in parts) / len(TUPLES)
        assert exploit[row] == pytest.approx(expected)
        assert bounds[row] == pytest.approx(expected + 1.4 * unknown)


def test_a_space_too_large_to_number_all_combinations_is_no_trouble():
    """Twelve dimensions of thirty values: half a quintillion points."""
    sizes = (30,) * 12
    model = TupleModel(sizes, tuples_of((1, 2, "all"), 12))
    one, other = (3,) * 12, (4,) * 12
    model.add(one, 1.0)
    model.add(one, 0.5)
    model.add(other, 0.25)
    assert model.exploit(np.array([one, other, (5,) * 12])).tolist() == [0.75, 0.25, 0.0]
