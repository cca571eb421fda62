"""Search spaces: points, their values and what is refused."""

import numpy as np
import pytest

from turnwright.tuning.space import Dimension, Space, SpaceError

SPACE = Space.of({"mutation": [0.1, 0.5], "crossover": ["uniform", "one_point", "none"], "history": [True, False]})


def test_a_point_names_one_value_of_every_dimension():
    assert SPACE.size == 12
    assert SPACE.values((1, 2, 0)) == {"mutation": 0.5, "crossover": "none", "history": True}
    assert SPACE.text((1, 2, 0)) == "mutation=0.5, crossover=none, history=yes"


@pytest.mark.parametrize("point", [(0, 0), (0, 0, 0, 0), (2, 0, 0), (0, -1, 0)])
def test_points_outside_are_refused(point):
    with pytest.raises(SpaceError, match="is not a point"):
        SPACE.values(point)


def test_drawn_points_are_uniform():
    """Each of the 12 points comes a twelfth of the time: chi-squared under its 99.9 % quantile for 11 degrees."""
    rng = np.random.default_rng(1)
    drawn = [SPACE.drawn(rng.random(3)) for _ in range(2400)]
    counts = [drawn.count(point) for point in np.ndindex(2, 3, 2)]
    assert sum((count - 200) ** 2 / 200 for count in counts) < 31.3


def test_covering_points_have_every_value():
    points = list(SPACE.covering())
    for number, size in enumerate(SPACE.sizes):
        assert {point[number] for point in points} == set(range(size))


@pytest.mark.parametrize(
    ("values", "ordered"),
    [((1, 2, 5), True), ((0.5, 0.25), True), ((1, 3, 2), False), (("a", "b"), False), ((False, True), False)],
)
def test_numbers_in_order_are_ordered(values, ordered):
    assert Dimension(name="x", values=values).is_ordered is ordered


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "at least one dimension"),
        ({"a": [1]}, "at least two"),
        ({"a": [1, 2, 1]}, "twice"),
        ({f"d{i}": range(1000) for i in range(7)}, "too many"),
    ],
)
def test_spaces_that_cannot_be_searched_are_refused(values, says):
    with pytest.raises(SpaceError, match=says):
        Space.of(values)
