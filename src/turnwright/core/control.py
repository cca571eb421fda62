"""Making and watching control records, through which Python talks to a running search."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

import numpy as np

from turnwright.core.budget import Budget
from turnwright.core.clock import now_ns
from turnwright.core.control_kernel import CONTROL, NO_LIMIT
from turnwright.core.records import record_type


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
