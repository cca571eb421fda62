"""The control record: stops a search for any of its reasons, and keeps the best turn so far."""

import numpy as np
import pytest

from turnwright import Budget
from turnwright.core.compiled import entry
from turnwright.core.control import Watched, new_control, watching
from turnwright.core.control_kernel import HISTORY, is_spent, offer


@entry
def _is_spent(control):
    return is_spent(control[0])


@entry
def _offer(control, value, actions, length):
    return offer(control[0], value, actions, length)


@pytest.mark.parametrize("currency", ["evaluations", "steps", "iterations"])
def test_a_count_runs_out(currency: str):
    control = new_control(Budget(**{currency: 10}))
    setattr(control[0], currency, 9)
    assert not _is_spent(control)
    setattr(control[0], currency, 10)
    assert _is_spent(control)


def test_a_stop_flag_and_a_deadline_end_a_search():
    control = new_control(Budget(iterations=10))
    control[0].stop = 1
    assert _is_spent(control)
    assert _is_spent(new_control(Budget(milliseconds=0)))
    assert not _is_spent(new_control(Budget(milliseconds=1e9)))


def test_the_best_turn_is_kept():
    control = new_control(Budget(iterations=10))
    actions = np.array([3, 4, 5], dtype=np.int32)
    assert _offer(control, 1.0, actions, 2)
    assert not _offer(control, 1.0, actions[::-1].copy(), 3)
    assert not _offer(control, 0.5, actions[::-1].copy(), 3)
    assert (control[0].best_value, control[0].best_length) == (1.0, 2)
    assert control[0].best_turn[:2].tolist() == [3, 4]
    assert _offer(control, 2.0, actions[::-1].copy(), 3)
    assert control[0].best_turn[:3].tolist() == [5, 4, 3]
    assert control[0].improvements == 2


def test_a_turn_worth_nothing_is_still_a_turn():
    """The first offer is kept even if it is worth minus infinity."""
    control = new_control(Budget(iterations=10))
    assert _offer(control, -np.inf, np.array([7], dtype=np.int32), 1)
    assert control[0].best_length == 1


def test_improvements_beyond_the_room_overwrite_the_last():
    control = new_control(Budget(iterations=10))
    actions = np.array([1], dtype=np.int32)
    for value in range(HISTORY + 10):
        control[0].evaluations = value
        _offer(control, float(value), actions, 1)
    assert control[0].improvements == HISTORY + 10
    assert control[0].improved_to[-1] == HISTORY + 9
    assert control[0].improved_at[0] == 0


def test_searches_that_are_watched_stop_together_and_later_ones_at_once():
    watched = Watched()
    with watching(watched):
        first = new_control(Budget(iterations=10))
        watched.stop()
        second = new_control(Budget(iterations=10))
    outside = new_control(Budget(iterations=10))
    assert [int(control[0].stop) for control in (first, second, outside)] == [1, 1, 0]
