"""Time to a first plan. How long it is, is not tested, nor is anything compiled here: that would take minutes."""

import pytest

from turnwright.bench.cold import ColdStartError, cold_starts


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def test_an_agent_plans_in_processes_of_its_own():
    (start,) = cold_starts("hero_academy", only=["random"])
    assert start.agent == "random"
    figures = start.as_dict()
    assert set(figures) == {"cold_seconds", "warm_seconds"}
    assert min(figures.values()) > 0


def test_a_process_that_fails_is_reported_in_one_sentence():
    with pytest.raises(ColdStartError, match=r"was to plan with random failed: .*there is no game 'nothing'"):
        list(cold_starts("nothing", only=["random"]))
