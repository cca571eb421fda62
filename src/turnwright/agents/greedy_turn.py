"""Greedy Turn: depth-first search over whole turns, for the end of the turn that evaluates best."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.greedy_turn_kernel import SORT_NONE, BestTurns, Memory, search_turns
from turnwright.agents.memory import Rooms, allowed_nodes, expected_nodes, new_workspace
from turnwright.agents.search import SearchAgent, finished, run_parts, shared_out, start_clock, waiting_controls
from turnwright.agents.settings import RolloutSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.control_kernel import MAX_TURN
from turnwright.core.hash_table import KEY
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError
from turnwright.core.state import State

REFERENCE_LENGTH = 6


@dataclass(frozen=True, kw_only=True)
class GreedyTurnSettings(RolloutSettings):
    """Settings of Greedy Turn."""

    # A record has a method `sort`.
    record_names: ClassVar[dict[str, str]] = {**RolloutSettings.record_names, "sort": "sorting"}

    variant: Literal["described", "reference"] = "described"
    """`reference`: unsorted, and no turn longer than six actions, as in the published code."""
    sort: Literal["all", "root", "none"] = "all"
    """Where actions are ordered: at every node (2016 paper), at the root (thesis), nowhere (published code)."""
    sort_by: Literal["ordering", "evaluation"] = "ordering"
    """What actions are ordered by: the action ordering, or the evaluation of what they lead to (EMCTS paper)."""
    visited: Literal["all", "inner", "none"] = "inner"
    """Which states are searched only once: `all`, which also counts the unique ends of the turn; only those inside
    the turn (`inner`), which is faster because looking up an end costs more than evaluating it; or `none`."""
    table: int = 1 << 25
    """The maximum number of remembered states; beyond it the search continues without remembering new ones, and the
    report counts no unique ends."""
    shares: int = 1
    """Number of parts that the root's actions are distributed to, each with its own table and share of the budget."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "shares")
        if not 1 <= self.table <= 1 << 30:
            raise SpecError(f"table is {self.table}; it must be from 1 to {1 << 30:,}")


class GreedyTurn(SearchAgent):
    """Searches whole turns, depth first, until the budget is spent or everything was searched."""

    name = "greedy_turn"
    settings_class = GreedyTurnSettings
    needs_budget = False

    def __init__(self, settings: GreedyTurnSettings | None = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(table=KEY)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        shares = self.settings.shares
        controls = waiting_controls(budget, shares, self.settings.threads)
        longest = state.game.max_turn
        options = self.options.copy()
        if self.settings.variant == "reference":
            longest = min(longest, REFERENCE_LENGTH)
            options[0].sorting = SORT_NONE
        seed = int(rng[0])
        most = [most_states(part, self.settings.table) for part in shared_out(budget, shares)]
        rooms = [self._rooms.take(table=keys) for keys in most]

        def search_share(share: int) -> None:
            if share >= self.settings.threads:
                start_clock(controls[share])
            memory = Memory(rooms[share].new_table(most[share]), new_best_turns(0))
            work = new_workspace(state, generator(seed, 0))  # all shares must see the root in the same order
            search_turns(state.game, state.records, controls[share], options, share, longest, memory, work)

        jobs = [partial(search_share, share) for share in range(shares)]
        run_parts(jobs, self.settings.threads, controls)
        self._rooms.give(rooms)
        for control in controls:  # an end that the player plays is not counted
            control[0].depth_max = min(longest, state.game.max_turn - int(state.may_end))
        return finished(state, controls)


def most_states(budget: Budget, most: int) -> int:
    """More states than the search will remember, or as many as it may.

    Those inside the turn are remembered too. Leaves, which iterations and evaluations count, do not bound them: many
    orders of the same actions have one end. Every state takes a step and some time.
    """
    if budget.steps is None and budget.milliseconds is None:
        return allowed_nodes(most)
    return expected_nodes(Budget(steps=budget.steps, milliseconds=budget.milliseconds), most)


def new_best_turns(number: int) -> BestTurns:
    """Room for that many of the best turns."""
    return BestTurns(
        turns=np.zeros((number, MAX_TURN), dtype=np.int32),
        lengths=np.zeros(number, dtype=np.int64),
        values=np.full(number, -np.inf),
        lowest=np.array([-np.inf if number else np.inf]),
    )
