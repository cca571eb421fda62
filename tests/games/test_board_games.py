"""Agents on Arimaa and Amazons. What is asked for here is compiled for it, so one plays in every run of the tests."""

import pytest

import turnwright
from turnwright import Budget

AGENTS = ("random", *(pytest.param(name, marks=pytest.mark.slow) for name in ("greedy_action", "oep")))
STARTS = (
    "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
    "amazons:side=6 0 - .B..B./B....B/....../....../W....W/.W..W.",
)
BUDGET = Budget(steps=2000)


@pytest.mark.parametrize("start", STARTS, ids=["arimaa", "amazons"])
@pytest.mark.parametrize("agent", AGENTS)
def test_plans_are_whole_turns_and_the_same_for_the_same_seed(agent, start):
    state = turnwright.state(start)
    first, again = (turnwright.agent(agent).plan(state.view(), BUDGET, seed=5) for _ in range(2))
    assert first.actions == again.actions
    assert state.walk(first.actions).is_whole


@pytest.mark.slow
def test_a_rabbit_is_brought_to_its_goal():
    """Three steps from the goal, beside one that is frozen."""
    rows = ("r......r", "........", "....R...", "........", "........", "........", "........", "R......R")
    state = turnwright.state(f"arimaa 20g [{''.join(rows)}]")
    turn = turnwright.agent("oep").plan(state.view(), BUDGET, seed=1)
    after = state.play(*turn.actions)
    assert (after.is_over, after.outcome) == (True, 1)


@pytest.mark.slow
def test_a_goal_of_the_opponent_is_prevented():
    """Silver's rabbit needs one step to its goal; Gold's elephant stands beside it."""
    rows = ("r......r", "........", "........", "........", "........", "....E...", "....r...", "R......R")
    state = turnwright.state(f"arimaa 20g [{''.join(rows)}]")
    after = state.play(*turnwright.agent("oep").plan(state.view(), BUDGET, seed=2).actions)
    reply = turnwright.agent("oep").plan(after.view(), BUDGET, seed=3)
    assert not after.play(*reply.actions).is_over


def test_a_side_is_shut_in():
    state = turnwright.state("amazons:side=4 8 - xxxx/Bxxx/.xxx/.W.x")
    after = state.play(*turnwright.agent("greedy_action").plan(state.view(), BUDGET, seed=1).actions)
    assert (after.is_over, after.outcome) == (True, 1)
