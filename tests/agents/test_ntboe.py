"""N-tuple bandit online evolution against the model that tunings use, and against brute force."""

import numpy as np
import pytest

from turnwright import Budget
from turnwright.agents.ntboe_kernel import TupleModel, learn, upper_bound
from turnwright.agents.registry import agent
from turnwright.core.compiled import entry
from turnwright.core.hash_table import new_table
from turnwright.tuning.tuple_model import TupleModel as TuningModel

PLACES, ACTIONS = 4, 6


@entry
def learn_rows(model, genes, values, pairs):
    for row in range(values.size):
        learn(model, genes, row, genes.shape[1], values[row], pairs)


@entry
def bounds_of_rows(model, genes, settings, evaluated):
    bounds = np.empty(genes.shape[0])
    for row in range(bounds.size):
        bounds[row] = upper_bound(model, genes, row, genes.shape[1], settings[0], evaluated)
    return bounds


@pytest.mark.parametrize("pairs", [False, True])
def test_bounds_are_those_of_the_n_tuple_model(pairs):
    """1-tuples alone, and with 2-tuples; parts that were never met count for exploration only."""
    rng = np.random.default_rng(1)
    points = rng.integers(ACTIONS, size=(40, PLACES)).astype(np.int32)
    values = rng.normal(size=40)
    tuples = [(place,) for place in range(PLACES)]
    if pairs:
        tuples += [(one, other) for other in range(PLACES) for one in range(other)]
    expected = TuningModel([ACTIONS] * PLACES, tuples)
    model = TupleModel(
        counts=np.zeros(1000, dtype=np.int32),
        totals=np.zeros(1000),
        used=np.zeros(1, dtype=np.int64),
        seen=new_table(np.dtype(np.int32), 1000),
    )
    learn_rows(model, points, values, pairs)
    for point, value in zip(points, values, strict=True):
        expected.add(tuple(int(action) for action in point), float(value))
    asked = rng.integers(ACTIONS, size=(60, PLACES)).astype(np.int32)
    options = agent("ntboe:exploration=0.7,epsilon=0.2", pairs=pairs).options
    found = bounds_of_rows(model, asked, options, len(points))
    assert found == pytest.approx(expected.ucb(asked.astype(np.int64), 0.7, 0.2))


def test_the_best_evaluated_turn_is_played(midgame):
    """Its value is that of the state behind it, and never falls with more evaluations."""
    for state in midgame("hero_academy", 2, seed=3):
        values = []
        for amount in (1, 20, 200):
            turn = agent("ntboe").plan(state.view(), Budget(iterations=amount), 4)
            assert turn.report.iterations == turn.report.evaluations == amount
            assert 1 <= turn.report.unique <= amount
            assert turn.value == pytest.approx(state.play(*turn.actions).evaluate(state.player))
            values.append(turn.value)
        assert values == sorted(values)


def test_neighbours_cost_steps_and_no_evaluations(midgame):
    state = midgame("hero_academy", 1, seed=5)[0]
    few, many = (
        agent(f"ntboe:win_probe=0,neighbours={number}").plan(state.view(), Budget(iterations=50), 1).report
        for number in (5, 50)
    )
    assert few.evaluations == many.evaluations == 50
    assert many.steps > 5 * few.steps


def test_one_neighbour_is_a_random_walk_and_many_are_better(midgame):
    """At equal evaluations: what the model has learnt is of use."""
    gains = dict.fromkeys((1, 150), 0.0)
    for state in midgame("hero_academy", 6, seed=8):
        for number in gains:
            for seed in range(3):
                spec = f"ntboe:neighbours={number}"
                gains[number] += agent(spec).plan(state.view(), Budget(iterations=300), seed).value
    assert gains[150] > gains[1]
