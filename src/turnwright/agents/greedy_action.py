"""Greedy Action: at every step the action whose successor evaluates best."""

from dataclasses import dataclass

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.policies import greedy_choice
from turnwright.agents.search import (
    SearchAgent,
    SearchSettings,
    best_turn,
    report_of,
    run_parts,
)
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry, rule
from turnwright.core.control import MAX_TURN, is_spent, new_control, offer
from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True)
class GreedyActionSettings(SearchSettings):
    """Settings of Greedy Action."""

    top: int = 0
    """Look only at this many best-ordered actions (10 in FH-EMCTS's fast model); 0: at all."""


@rule
def greedy_turn_by_action(game, state, top, control, genes, buffer, keys, scratch, rng):
    """Play one turn greedily on `state`, writing its actions to `genes`; returns their number.

    Once the budget is spent the turn is ended.
    """
    me = game.player(state)
    length = 0
    while not game.is_over(state) and game.player(state) == me:
        if length == MAX_TURN - 1 or is_spent(control):
            action = np.int64(game.end_action())
        else:
            action = greedy_choice(game, state, me, top, control, buffer, keys, scratch, rng)
        game.apply(state, action)
        control.steps += 1
        control.iterations += 1
        genes[length] = action
        length += 1
    return length


@entry
def plan_greedily(game, states, control, settings, rng):
    buffer = np.empty(game.max_actions, dtype=np.int32)
    keys = np.empty(game.max_actions, dtype=np.int64)
    genes = np.empty(MAX_TURN, dtype=np.int32)
    scratch = states.copy()
    c = control[0]
    me = game.player(states[0])
    length = greedy_turn_by_action(game, states[0], settings[0].top, c, genes, buffer, keys, scratch, rng)
    c.exhausted = 1
    c.evaluations += 1
    offer(c, game.evaluate(states[0], me), genes, length)


class GreedyAction(SearchAgent):
    """Takes, action by action, what looks best one action ahead."""

    name = "greedy_action"
    settings_class = GreedyActionSettings
    needs_budget = False

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        records = state.records.copy()
        run_parts([lambda: plan_greedily(state.game, records, control, self.options, rng)], 1, [control])
        report = report_of(control)
        return Turn(state=state, actions=best_turn(control), value=float(control[0].best_value), report=report)
