"""Random agents: no search, no budget."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.random_kernel import play_policy
from turnwright.agents.search import SearchAgent, played_turn
from turnwright.agents.settings import SearchSettings, shares
from turnwright.core.budget import Budget
from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True)
class RandomSettings(SearchSettings):
    """Settings of the random and the rule-following agent."""

    record_names: ClassVar[dict[str, str]] = {"greedy": "ordered"}

    policy: Literal["uniform", "meta", "global", "local"] = "uniform"
    """uniform over legal actions; meta: a piece first, then one of its actions; global: the top of the ordering with
    probability `greedy`, else meta; local: as meta, but with that probability the piece's best-ordered action."""
    greedy: float = 1.0
    """How often global and local follow the ordering (the papers' epsilon)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        shares(self, "greedy")


class RandomAgent(SearchAgent):
    """Plays at random, or by the action ordering alone."""

    name = "random"
    settings_class = RandomSettings
    needs_budget = False

    @property
    def actions_probed(self) -> int:
        """It does not search, so it looks for no win unless told to."""
        return int(self.settings.win_probe or 0)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        # No control record: there is nothing to stop, and it would take longer to make than the turn.
        return played_turn(state, lambda turn: play_policy(state.game, state.records, turn, self.options, rng))
