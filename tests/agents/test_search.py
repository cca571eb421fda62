"""What all search agents do in the same way: planning anew after every action."""

import re

import pytest

from turnwright import Budget, TurnwrightError
from turnwright.agents.registry import agent
from turnwright.agents.search import actions_left
from turnwright.agents.turn_check import ask_and_walk
from turnwright.core.budget import BudgetError

GAME = "hero_academy:map=a-tiny"


@pytest.mark.parametrize("spec", ["mcts", "oep", "greedy_turn"])
def test_an_agent_that_answers_actions_plans_anew_after_each(spec, midgame):
    """Its first action is that of a plan with its share of the budget; all together they keep to the whole budget."""
    state = midgame(GAME, 1, seed=4)[0]
    share = Budget(iterations=-(-1000 // actions_left(state)))
    by_action, by_turn = agent(f"{spec}:answer=action"), agent(spec)
    first = by_action.plan(state.view(), Budget(iterations=1000), seed=3)
    assert first.actions == by_turn.plan(state.view(), share, seed=3).actions[:1]
    turn, walk = ask_and_walk(by_action, state, Budget(iterations=1000), seed=3)
    assert walk.is_whole
    assert turn.actions[:1] == first.actions
    assert len(turn.actions) > 1
    # Where nothing is left of the budget, the last plan is still one iteration.
    assert first.report.iterations < turn.report.iterations <= 1001


def test_a_time_budget_is_shared_by_the_actions_of_a_turn(midgame):
    state = midgame(GAME, 1, seed=4)[0]
    told = []

    class Told(type(agent("random"))):
        def search(self, state, budget, rng, keep_tree):
            told.append(budget)
            return super().search(state, budget, rng, keep_tree)

    player = Told(agent("random:answer=action").settings)
    player.plan(state.view(), Budget(milliseconds=10_000), seed=1)
    assert 0 < told[0].milliseconds <= 10_000 / actions_left(state)


def test_the_commonest_mistakes_of_callers_are_explained(midgame):
    player, state = agent("greedy_action"), midgame(GAME, 1, seed=4)[0]
    with pytest.raises(
        TurnwrightError, match=re.escape("an agent plans on a view, not on a state; write state.view()")
    ):
        player.plan(state)
    said = re.escape("'10ev' is not a Budget; write turnwright.Budget.parse('10ev')")
    with pytest.raises(BudgetError, match=said):
        player.plan(state.view(), "10ev")
