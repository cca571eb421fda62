"""Searches on processor time: told to stop by the processor's clock alone."""

from time import process_time_ns

import pytest

from turnwright import Budget
from turnwright.core import processor_time
from turnwright.core.clock import now_ns
from turnwright.core.control import budget_ns, new_control
from turnwright.core.control_kernel import NO_LIMIT
from turnwright.core.processor_time import _Timed, on_processor_time


@pytest.fixture
def processor(monkeypatch):
    """A processor's clock that goes only when it is told to."""

    class Clock:
        now = 1_000_000_000

    monkeypatch.setattr(processor_time, "process_time_ns", lambda: Clock.now)
    return Clock


def test_a_deadline_moves_on_while_the_process_waits_for_a_core(processor):
    control = new_control(Budget(milliseconds=10))
    timed = _Timed(control)
    later = int(control[0].started) + 50_000_000
    timed.follow(processor.now + 4_000_000, later, int(NO_LIMIT))
    assert not control[0].stop
    assert control[0].deadline == later + 6_000_000 + processor_time._SLACK
    timed.follow(processor.now + 10_000_000, later, int(NO_LIMIT))
    assert control[0].stop


def test_the_wall_clock_ends_it_as_well(processor):
    control = new_control(Budget(milliseconds=10))
    timed = _Timed(control)
    timed.follow(processor.now, 500, latest=1000)
    assert control[0].deadline == 1000
    timed.follow(processor.now, 1000, latest=1000)
    assert control[0].stop


def test_a_part_that_had_to_wait_has_its_whole_time(processor):
    control = new_control(Budget(milliseconds=10))
    timed = _Timed(control)
    control[0].started += 7
    control[0].deadline += 7
    processor.now += 30_000_000
    timed.follow(processor.now, int(control[0].started), int(NO_LIMIT))
    assert not control[0].stop


def test_searches_inside_are_followed_and_those_without_time_are_left_alone():
    before = now_ns()
    with on_processor_time():
        endless = new_control(Budget(iterations=5))
        short = new_control(Budget(milliseconds=0))
        while not short[0].stop:
            pass
        assert abs(budget_ns() - process_time_ns()) < 1e9
    assert endless[0].deadline == NO_LIMIT
    assert not endless[0].stop
    assert budget_ns() >= before
