"""Timing a loop: nanoseconds an operation, and what a tick takes at the same time."""

import time
from collections.abc import Callable

from turnwright.bench.ticks import TICK_STEPS, chain

Loop = Callable[[int], int]
"""Runs something for this many rounds and returns the number of operations."""

_ROUND_SECONDS = 0.05


def timed(loop: Loop, repetitions: int) -> float:
    """Nanoseconds an operation."""
    begun = time.perf_counter_ns()
    operations = loop(repetitions)
    return (time.perf_counter_ns() - begun) / operations


def time_tick() -> float:
    """Nanoseconds a tick, now."""
    chain(1)
    return timed(_tick, TICK_STEPS)


def repetitions_of(loop: Loop) -> int:
    """How often a loop must run to fill a round; the first run compiles, the second is timed."""
    loop(1)
    begun = time.perf_counter()
    loop(1)
    return max(1, round(_ROUND_SECONDS / max(time.perf_counter() - begun, 1e-6)))


def _tick(steps: int) -> int:
    chain(steps)
    return steps
