"""Greedy Action: at every step the action whose successor evaluates best."""

from dataclasses import dataclass

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.policies import assess, choices, greedy_choice, keep_top
from turnwright.agents.search import (
    SearchAgent,
    best_turn,
    report_of,
    run_parts,
)
from turnwright.agents.settings import RolloutSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry, rule
from turnwright.core.control import MAX_TURN, is_spent, new_control, offer
from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True)
class GreedyActionSettings(RolloutSettings):
    """Settings of Greedy Action."""

    top: int = 0
    """Look only at this many best-ordered actions (10 in FH-EMCTS's fast model); 0: at all."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(0, self, "top")


@rule
def choice_by_rollouts(game, state, player, s, control, buffer, keys, scratch, rng):
    """The candidate whose successor fares best in rollouts; the first of equals."""
    count = choices(game, state, buffer)
    if s.top > 0:
        count = keep_top(game, state, buffer, count, s.top, keys)
    actions = buffer[:count].copy()  # rollouts need the buffer
    best, value = np.int64(actions[0]), -np.inf
    for i in range(count):
        if is_spent(control):
            break
        scratch[0] = state
        game.apply(scratch[0], np.int64(actions[i]))
        control.steps += 1
        worth = assess(game, scratch[0], player, s, control, buffer, scratch[1:], rng)
        if worth > value:
            best, value = np.int64(actions[i]), worth
    return best


@entry
def plan_greedily(game, states, control, settings, rng):
    """Play one turn greedily on the state itself. Once the budget is spent the turn is ended."""
    buffer = np.empty(game.max_actions, dtype=np.int32)
    keys = np.empty(game.max_actions, dtype=np.int64)
    turn = np.empty(MAX_TURN, dtype=np.int32)
    scratch = np.empty(2, dtype=states.dtype)
    c, s = control[0], settings[0]
    state = states[0]
    me = game.player(state)
    length = 0
    while not game.is_over(state) and game.player(state) == me:
        if length == MAX_TURN - 1 or is_spent(c):
            action = np.int64(game.end_action())
        elif s.rollouts > 0:
            action = choice_by_rollouts(game, state, me, s, c, buffer, keys, scratch, rng)
        else:
            action = greedy_choice(game, state, me, s.top, c, buffer, keys, scratch, rng)
        game.apply(state, action)
        c.steps += 1
        c.iterations += 1
        turn[length] = action
        length += 1
    c.exhausted = 1
    offer(c, assess(game, state, me, s, c, buffer, scratch, rng), turn, length)


class GreedyAction(SearchAgent):
    """Takes, action by action, what looks best one action ahead."""

    name = "greedy_action"
    settings_class = GreedyActionSettings
    needs_budget = False

    @property
    def actions_probed(self) -> int:
        """It sees a win of one action itself, unless it looks at some actions only or judges by rollouts."""
        if self.settings.win_probe is not None:
            return int(self.settings.win_probe)
        return 1 if self.settings.top > 0 or self.settings.rollouts > 0 else 0

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        records = state.records.copy()
        run_parts([lambda: plan_greedily(state.game, records, control, self.options, rng)], 1, [control])
        report = report_of(control)
        return Turn(state=state, actions=best_turn(control), value=float(control[0].best_value), report=report)
