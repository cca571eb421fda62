"""The player of training games: another agent, with errors that its seed decides."""

import pytest

import turnwright
from turnwright.core.budget import Budget
from turnwright.core.spec import SpecError
from turnwright.training.explorer import Explorer

BUDGET = Budget(evaluations=60)


@pytest.fixture
def state():
    return turnwright.game("hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=30").start(1)


def actions(explorer, state, seed):
    return explorer.plan(state.view(), BUDGET, seed).actions


def test_its_spec_makes_it_again():
    explorer = Explorer(agent="greedy_action:top=8;win_probe=0", evaluation="described", random=0.5)
    again = turnwright.agent(explorer.spec)
    assert isinstance(again, Explorer)
    assert again.spec == explorer.spec


def test_without_errors_it_plays_as_the_agent_does(state):
    explorer = Explorer(agent="greedy_action", opening=0, random=0.0, hasty=0.0)
    agent = turnwright.agent("greedy_action")
    for seed in range(5):
        assert actions(explorer, state, seed) == agent.plan(state.view(), BUDGET, seed).actions


def test_random_turns_are_those_of_the_random_agent(state):
    chance = turnwright.agent("random")
    for explorer in (Explorer(agent="greedy_action", random=1.0), Explorer(agent="greedy_action", opening=10**9)):
        for seed in range(5):
            assert actions(explorer, state, seed) == chance.plan(state.view(), Budget(iterations=1), seed).actions


def test_its_seeds_decide_its_errors(state):
    """And how many turns of a game are random at its start."""
    games = [[actions(Explorer(agent="greedy_action"), state, seed) for seed in range(20)] for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("wrong", [{"opening": -1}, {"random": 1.5}, {"hasty": -0.1}])
def test_settings_that_cannot_be_are_refused(wrong):
    with pytest.raises(SpecError):
        Explorer(**wrong)
