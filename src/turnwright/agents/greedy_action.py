"""Greedy Action: at every step the action whose successor evaluates best."""

from dataclasses import dataclass

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.greedy_action_kernel import plan_greedily
from turnwright.agents.memory import new_workspace
from turnwright.agents.search import SearchAgent, finished, run_parts
from turnwright.agents.settings import RolloutSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True)
class GreedyActionSettings(RolloutSettings):
    """Settings of Greedy Action."""

    top: int = 0
    """Try only this many best-ordered actions (10 in the fast model of FH-EMCTS); 0: all of them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(0, self, "top")


class GreedyAction(SearchAgent):
    """Always plays the action with the best evaluation one step ahead."""

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
        work = new_workspace(state, rng)
        run_parts([lambda: plan_greedily(state.game, records, control, self.options, work)], 1, [control])
        return finished(state, [control])
