"""Random agents: no search, no budget."""

from dataclasses import dataclass
from time import perf_counter
from typing import Literal

import numpy as np

from turnwright.agents.base import Report, Turn
from turnwright.agents.policies import policy_action
from turnwright.agents.search import SearchAgent
from turnwright.agents.settings import SearchSettings, shares
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry
from turnwright.core.control import MAX_TURN
from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True)
class RandomSettings(SearchSettings):
    """Settings of the random and the rule-following agent."""

    policy: Literal["uniform", "meta", "global", "local"] = "uniform"
    """uniform over legal actions; meta: a piece first, then one of its actions; global: the top of the ordering with
    probability `greedy`, else meta; local: as meta, but with that probability the piece's best-ordered action."""
    greedy: float = 1.0
    """How often global and local follow the ordering (the papers' epsilon)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        shares(self, "greedy")


@entry
def play_policy(game, states, turn, settings, rng):
    """Write one turn by a policy to `turn`, and return its length."""
    buffer = np.empty(game.max_actions, dtype=np.int32)
    s = settings[0]
    playing = states.copy()
    state = playing[0]
    me = game.player(state)
    length = 0
    while not game.is_over(state) and game.player(state) == me:
        action = policy_action(game, state, s.policy, s.greedy, buffer, rng)
        if length == turn.size - 1:
            action = game.end_action()
        game.apply(state, action)
        turn[length] = action
        length += 1
    return length


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
        started = perf_counter()
        turn = np.empty(MAX_TURN, dtype=np.int32)
        length = int(play_policy(state.game, state.records, turn, self.options, rng))
        report = Report(milliseconds=1000 * (perf_counter() - started), steps=length, iterations=length)
        return Turn(state=state, actions=tuple(turn[:length].tolist()), report=report)
