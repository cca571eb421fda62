"""Budgets in processor time, for shared machines.

Compiled searches only know wall-clock deadlines. While a search runs on processor time, a second thread extends its
deadline by the time that the process waited for a core, and stops the search when its processor time is used up.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time_ns

import numpy as np

from turnwright.core.clock import now_ns
from turnwright.core.control import timing
from turnwright.core.control_kernel import NO_LIMIT

_TICK = 0.001
"""Seconds between two readings of the clocks."""
_SLACK = 3_000_000
"""Nanoseconds by which the deadline stays ahead, because the thread that extends it may be late."""


class _Timed:
    """A control record whose time budget is processor time."""

    def __init__(self, control: np.ndarray) -> None:
        self._control = control[0]
        self._set()

    def _set(self) -> None:
        self._started = int(self._control.started)
        self._end = process_time_ns() + int(self._control.deadline) - self._started

    def follow(self, used: int, now: int, latest: int) -> None:
        """Extend the deadline, or stop the search."""
        c = self._control
        if int(c.started) != self._started:  # it waited for another part and starts now
            self._set()
        left = self._end - used
        if left <= 0 or now >= latest:
            c.stop = 1
        else:
            c.deadline = min(now + left + _SLACK, latest)


class _Follower(list[np.ndarray]):
    """Watches the control records of searches that start while it runs."""

    def __init__(self, latest: int) -> None:
        super().__init__()
        self._latest = latest
        self._timed: list[_Timed] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="processor time", daemon=True)

    def append(self, control: np.ndarray) -> None:
        if control[0].deadline < NO_LIMIT:
            self._timed.append(_Timed(control))

    def _run(self) -> None:
        while not self._is_over.wait(_TICK):
            used, now = process_time_ns(), now_ns()
            for timed in list(self._timed):
                timed.follow(used, now, self._latest)

    def begin(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()


@contextmanager
def on_processor_time(milliseconds: float | None = None) -> Iterator[None]:
    """Use processor time for the time budgets of all searches that start inside, up to a number of wall-clock
    milliseconds.

    The processor time is that of the whole process: all threads of a search and everything else it does.
    """
    latest = int(NO_LIMIT) if milliseconds is None else now_ns() + int(1e6 * milliseconds)
    follower = _Follower(latest)
    follower.begin()
    try:
        with timing(follower):
            yield
    finally:
        follower.end()
