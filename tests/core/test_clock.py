"""The clock in compiled code goes with Python's."""

import time

import pytest

from turnwright.core import clock
from turnwright.core.clock import now_ns
from turnwright.core.compiled import entry


@entry
def _compiled_now():
    return now_ns()


@entry
def _interpreter_now():
    return clock._interpreter_clock()


@pytest.mark.filterwarnings("ignore:Code running in object mode")
def test_compiled_and_python_clocks_are_one():
    """A reading taken between two others lies between them: the direct clock, and the one of the
    interpreter."""
    for read in (_compiled_now, _interpreter_now, now_ns):
        read()
        before = time.monotonic_ns()
        between = read()
        assert before <= between <= time.monotonic_ns()
