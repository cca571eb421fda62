"""The control record: the one channel between a running search and the outside.

In: a stop flag and the limits. Out: counters, the best value and the best turn so far. Searches poll it at every
iteration; it serves deadlines, Ctrl-C, a closed page, progress bars and live pictures alike. Searches run
without the GIL, so another thread can read and stop them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

import numpy as np

from turnwright.core.budget import Budget
from turnwright.core.clock import now_ns
from turnwright.core.compiled import rule
from turnwright.core.records import record_type

MAX_TURN = 128
HISTORY = 256
"""Room for improvements over time; once full, the last place is overwritten."""
NO_LIMIT = np.int64(2**62)
_POLLS_PER_CLOCK = 8
"""Reading the clock costs as much as a few steps, so only every eighth poll does; polls are microseconds apart."""

CONTROL = np.dtype(
    [
        ("stop", np.int64),
        ("started", np.int64),
        ("deadline", np.int64),
        ("max_evaluations", np.int64),
        ("max_steps", np.int64),
        ("max_iterations", np.int64),
        ("polls", np.int64),  # how often the search has asked whether to stop
        ("evaluations", np.int64),
        ("steps", np.int64),
        ("iterations", np.int64),
        ("generations", np.int64),
        ("unique", np.int64),  # distinct end-of-turn states seen
        ("depth_sum", np.int64),
        ("depth_count", np.int64),
        ("depth_max", np.int64),
        ("completed", np.int64),  # plans that the search left unfinished and a policy completed
        ("exhausted", np.int64),  # whether nothing was left to search
        ("best_value", np.float64),
        ("best_length", np.int64),
        ("best_turn", np.int32, MAX_TURN),
        ("improvements", np.int64),
        ("improved_at", np.int64, HISTORY),  # evaluations used
        ("improved_ns", np.int64, HISTORY),
        ("improved_to", np.float64, HISTORY),
    ],
    align=True,
)


def new_control(budget: Budget) -> np.ndarray:
    """A control record whose clock starts now."""
    counts = _control_for(budget.evaluations, budget.steps, budget.iterations)
    array = np.frombuffer(bytearray(counts), dtype=record_type(CONTROL))
    now = now_ns()
    array["started"] = now
    if budget.milliseconds is not None:
        array["deadline"] = now + int(budget.milliseconds * 1e6)
    watched = _watched.get()
    if watched is not None:
        watched.append(array)
    return array


_watched: ContextVar[list[np.ndarray] | None] = ContextVar("watched", default=None)


@contextmanager
def watching(controls: list[np.ndarray]) -> Iterator[None]:
    """Let the control records of all searches that begin inside be added to a list.

    Another thread that has the list can follow these searches, and stop them.
    """
    token = _watched.set(controls)
    try:
        yield
    finally:
        _watched.reset(token)


@lru_cache
def _control_for(evaluations: int | None, steps: int | None, iterations: int | None) -> bytes:
    """The control record of counts; its clock is not set."""
    array = np.zeros(1, dtype=CONTROL)
    array["deadline"] = NO_LIMIT
    array["max_evaluations"] = NO_LIMIT if evaluations is None else evaluations
    array["max_steps"] = NO_LIMIT if steps is None else steps
    array["max_iterations"] = NO_LIMIT if iterations is None else iterations
    array["best_value"] = -np.inf
    return array.tobytes()


@rule
def is_spent(control):
    """Whether the search must stop: told to, out of a count, or out of time."""
    if (
        control.stop != 0
        or control.evaluations >= control.max_evaluations
        or control.steps >= control.max_steps
        or control.iterations >= control.max_iterations
    ):
        return True
    if control.deadline == NO_LIMIT:
        return False
    control.polls += 1
    return control.polls % _POLLS_PER_CLOCK == 1 and is_late(control)


@rule
def is_late(control):
    """Whether the time is over; remembered by setting the stop flag."""
    if now_ns() >= control.deadline:
        control.stop = 1
    return control.stop != 0


@rule
def progress(control):
    """The share of the budget that is used, by whichever limit is nearest."""
    share = max(
        control.evaluations / control.max_evaluations,
        control.steps / control.max_steps,
        control.iterations / control.max_iterations,
    )
    if control.deadline < NO_LIMIT:
        share = max(share, (now_ns() - control.started) / max(1, control.deadline - control.started))
    return share


@rule
def offer(control, value, actions, length):
    """Tell of a turn; it is kept if it is the best so far. Returns whether it is."""
    if value <= control.best_value and control.best_length > 0:
        return False
    answer(control, value, actions, length)
    return True


@rule
def answer(control, value, actions, length):
    """Make a turn the best one, whatever was thought of it and of others before."""
    control.best_value = value
    control.best_length = length
    for i in range(length):
        control.best_turn[i] = actions[i]
    place = min(control.improvements, HISTORY - 1)
    control.improved_at[place] = control.evaluations
    control.improved_ns[place] = now_ns() - control.started
    control.improved_to[place] = value
    control.improvements += 1
