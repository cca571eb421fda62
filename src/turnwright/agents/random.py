"""Random agents: no search, no budget."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.policies import policy_action
from turnwright.agents.search import SearchAgent, SearchSettings, best_turn, report_of
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry
from turnwright.core.control import MAX_TURN, new_control
from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True)
class RandomSettings(SearchSettings):
    """Settings of the random and the rule-following agent."""

    policy: Literal["uniform", "meta", "global", "local"] = "uniform"
    """uniform over legal actions; meta: a piece first, then one of its actions; global: the top of the ordering with
    probability `greedy`, else meta; local: as meta, but with that probability the piece's best-ordered action."""
    greedy: float = 1.0
    """How often global and local follow the ordering (the papers' epsilon)."""


@entry
def play_policy(game, states, control, settings, rng):
    """Play one turn by a policy on the state itself."""
    buffer = np.empty(game.max_actions, dtype=np.int32)
    c, s = control[0], settings[0]
    state = states[0]
    me = game.player(state)
    length = 0
    while not game.is_over(state) and game.player(state) == me:
        action = policy_action(game, state, s.policy, s.greedy, buffer, rng)
        if length == MAX_TURN - 1:
            action = game.end_action()
        game.apply(state, action)
        c.best_turn[length] = action
        length += 1
    c.best_length = length
    c.steps = c.iterations = length


class RandomAgent(SearchAgent):
    """Plays at random, or by the action ordering alone."""

    name = "random"
    settings_class = RandomSettings
    needs_budget = False

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        play_policy(state.game, state.records.copy(), control, self.options, rng)
        return Turn(state=state, actions=best_turn(control), report=report_of(control))
