"""Creates and watches control records, through which Python communicates with a running search."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from time import process_time_ns

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
    for followed in (_watched.get(), _timed.get()):
        if followed is not None:
            followed.append(array)
    return array


def budget_ns() -> int:
    """Nanoseconds of the clock for time budgets: processor time inside `timing`, otherwise the wall clock."""
    return now_ns() if _timed.get() is None else process_time_ns()


class Watched(list[np.ndarray]):
    """The control records of searches that another thread watches and can stop."""

    is_stopped = False

    def append(self, control: np.ndarray) -> None:
        super().append(control)
        if self.is_stopped:  # checked after adding: either `stop` has seen the record, or the record sees the stop
            control[0].stop = 1

    def stop(self) -> None:
        """Stop the running searches, and those that start later immediately."""
        self.is_stopped = True
        for control in list(self):
            control[0].stop = 1


_watched: ContextVar[list[np.ndarray] | None] = ContextVar("watched", default=None)


@contextmanager
def watching(controls: list[np.ndarray]) -> Iterator[None]:
    """Add the control records of all searches that start inside to a list, such as `Watched`."""
    token = _watched.set(controls)
    try:
        yield
    finally:
        _watched.reset(token)


_timed: ContextVar[list[np.ndarray] | None] = ContextVar("timed", default=None)


@contextmanager
def timing(controls: list[np.ndarray]) -> Iterator[None]:
    """Like `watching`, with a list whose time budgets are processor time."""
    token = _timed.set(controls)
    try:
        yield
    finally:
        _timed.reset(token)


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
