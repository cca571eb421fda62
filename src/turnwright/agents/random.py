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
    """uniform: any legal action; meta: a random piece, then any of its actions; global: with probability `greedy`
    the first candidate of the action ordering, otherwise as meta; local: a random piece as in meta, then with that
    probability its best-ordered action."""
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
        """It does not search, so the win probe is off unless it is set."""
        return int(self.settings.win_probe or 0)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        # No control record: there is nothing to stop, and it would take longer to make than the turn.
        return played_turn(state, lambda turn: play_policy(state.game, state.records, turn, self.options, rng))
