"""Agents that put the possible actions of a turn in order: those of the LOCM paper.

None of them ever leaves out an action that can be played when its turn comes; they only choose the order.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.memory import INT, Rooms, expected_nodes
from turnwright.agents.permutation_emcts_kernel import NODE, OrderTree, search_orders
from turnwright.agents.permutation_kernel import evolve_order, play_possible
from turnwright.agents.search import SearchAgent, finished, played_turn, run_parts
from turnwright.agents.settings import SearchSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.state import State

_MOST_NODES = 1 << 16
_PUBLISHED = Budget(evaluations=500)
"""What the paper gives a turn."""


@dataclass(frozen=True, kw_only=True)
class NoAiSettings(SearchSettings):
    """Settings of NoAI; it adds none."""


@dataclass(frozen=True, kw_only=True)
class PermutationRandomSettings(SearchSettings):
    """Settings of the random permutation; it adds none."""


@dataclass(frozen=True, kw_only=True)
class PermutationOepSettings(SearchSettings):
    """Settings of OEP on permutations."""

    swaps: int = 1
    """How many pairs of actions a mutation swaps."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "swaps")


@dataclass(frozen=True, kw_only=True)
class PermutationEmctsSettings(SearchSettings):
    """Settings of EMCTS on permutations."""

    exploration: float = 0.0
    """The constant C of UCB, in points of the evaluation."""
    phases: int = 1
    """The budget is divided into this many phases; after each, the best swap of the root becomes the root; 1: never."""
    result: Literal["path", "best_seen"] = "path"
    """Play the best permutation on the best path down the tree (`path`), or the best ever evaluated (`best_seen`)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(0, self, "exploration")
        at_least(1, self, "phases")


class NoAi(SearchAgent):
    """Plays the possible actions in the order in which the game lists them."""

    name = "no_ai"
    settings_class: ClassVar[type[SearchSettings]] = NoAiSettings
    needs_budget = False
    is_shuffled = False

    @property
    def actions_probed(self) -> int:
        """It does not search, so the win probe is off unless it is set."""
        return int(self.settings.win_probe or 0)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        play = lambda turn: play_possible(state.game, state.records, turn, self.is_shuffled, rng)  # noqa: E731
        return played_turn(state, play, iterations=1)


class PermutationRandom(NoAi):
    """Plays the possible actions in random order."""

    name = "permutation_random"
    settings_class = PermutationRandomSettings
    is_shuffled = True


class PermutationOep(SearchAgent):
    """Evolves one order of the possible actions."""

    name = "permutation_oep"
    settings_class = PermutationOepSettings
    needs_budget = False
    default_budget = _PUBLISHED

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        run_parts([lambda: evolve_order(state.game, state.records, control, self.options, rng)], 1, [control])
        return finished(state, [control])


class PermutationEmcts(SearchAgent):
    """Searches a tree of swaps in the order of the possible actions."""

    name = "permutation_emcts"
    settings_class = PermutationEmctsSettings
    needs_budget = False
    default_budget = _PUBLISHED

    def __init__(self, settings: Any = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(nodes=NODE, orders=INT)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        nodes = expected_nodes(budget, _MOST_NODES)
        room = self._rooms.take(nodes=nodes, orders=nodes * state.game.max_actions)
        tree = OrderTree(room["nodes"], room["orders"])
        run_parts([lambda: search_orders(state.game, state.records, control, self.options, tree, rng)], 1, [control])
        self._rooms.give([room])
        return finished(state, [control])
