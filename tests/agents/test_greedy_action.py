"""Greedy Action: every action of its turn is the best one step ahead."""

from collections import Counter

import pytest
from scipy.stats import chisquare

from turnwright import Budget, State
from turnwright.agents.registry import agent


def best_actions(state: State, top: int = 0) -> list[int]:
    """The candidates whose successor evaluates best, among the `top` best-ordered ones (0: among all)."""
    me = state.player
    candidates = state.candidates() or [state.end_action]
    if top and len(candidates) > top:
        candidates = sorted(candidates, key=state.priority, reverse=True)[:top]
    values = {action: state.play(action).evaluate(me) for action in candidates}
    return [action for action, value in values.items() if value == max(values.values())]


@pytest.mark.parametrize("top", [0, 1, 3, 10])
@pytest.mark.parametrize("game", ["hero_academy", "hero_academy:evaluation=reference,pruning=reference", "pairs"])
def test_takes_the_best_one_step_ahead(game, top, midgame, pairs):
    for state in midgame(pairs if game == "pairs" else game, 6, seed=3):
        turn = agent("greedy_action", top=top, ties="list").plan(state.view(), seed=2)
        for action in turn.actions:
            assert action in best_actions(state, top)
            state = state.play(action)


def test_breaks_ties_uniformly(midgame):
    """Chi-square over many seeds at a state with several best actions, at one in a million."""
    states = [state for state in midgame("hero_academy", 40, seed=1) if len(best_actions(state)) > 1]
    assert len(states) > 2
    for state in states[:3]:
        best = best_actions(state)
        view, player = state.view(), agent("greedy_action")
        drawn = Counter(player.plan(view, seed=seed).actions[0] for seed in range(200 * len(best)))
        assert set(drawn) == set(best)
        assert chisquare([drawn[action] for action in best]).pvalue > 1e-6


def test_counts_what_it_does(midgame):
    """One evaluation per candidate where there is a choice, and one of the whole turn."""
    for state in midgame("hero_academy", 5, seed=4):
        turn = agent("greedy_action").plan(state.view())
        looked_at, me = 0, state.player
        for action in turn.actions:
            candidates = len(state.candidates())
            looked_at += candidates if candidates > 1 else 0
            state = state.play(action)
        assert turn.report.evaluations == looked_at + 1
        assert turn.report.steps == looked_at + len(turn)
        assert turn.report.iterations == len(turn)
        assert turn.value == state.evaluate(me)


def test_ends_the_turn_once_the_budget_is_spent(midgame):
    state = midgame("hero_academy", 1, seed=5)[0]
    full = agent("greedy_action").plan(state.view(), seed=1)
    for actions in range(len(full)):
        short = agent("greedy_action").plan(state.view(), Budget(iterations=actions), seed=1)
        assert short.actions == (*full.actions[:actions], state.end_action)
