"""Turn-based evolutionary tree search: a tree of whole turns, in which every node breeds the turns that it tries."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.constants import DESCRIBED
from turnwright.agents.memory import INT, Rooms, expected_nodes, genome_width, new_workspace
from turnwright.agents.search import SearchAgent, finished, run_parts
from turnwright.agents.settings import SearchSettings, at_least, shares
from turnwright.agents.tbets_kernel import NODE, SCALE, TurnTree, grow_turns
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.records import blank_records
from turnwright.core.spec import SpecError
from turnwright.core.state import State

_MOST_NODES = 1 << 20
_WORKPLACES = 1


@dataclass(frozen=True, kw_only=True)
class TbetsSettings(SearchSettings):
    """Settings of turn-based evolutionary tree search; the defaults are those of its description."""

    record_constants: ClassVar[dict[str, int]] = {
        "variant": DESCRIBED,
        "horizon": 0,  # an edge is one whole turn
        "model_top": 0,
    }

    exploration: float = 1.4142135623730951
    """The constant C of UCB, in shares of the range of evaluations that the search has seen."""
    widening: float = 2.0
    """A node with n visits may have `widening` · n^`power` turns."""
    power: float = 0.4
    """The exponent of progressive widening."""
    mutation: float = 0.3
    """Probability that a new turn is a mutation of one of the node's turns; otherwise two of them are crossed."""
    first_turns: int = 2
    """New turns that a node makes before it breeds turns."""
    repair: Literal["random", "greedy"] = "greedy"
    """How new turns are made, and how an action that has become illegal is replaced, `random` or `greedy`."""
    repair_top: int = 0
    """Greedy repair tries only this many best-ordered actions; 0: all of them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(0, self, "exploration", "repair_top", "power")
        at_least(1, self, "first_turns")
        shares(self, "mutation")
        if not self.widening > 0.0:
            raise SpecError(f"widening is {self.widening:g}; it must be more than 0")


class Tbets(SearchAgent):
    """Grows a tree of whole turns, bred at every node."""

    name = "tbets"
    settings_class = TbetsSettings

    def __init__(self, settings: TbetsSettings | None = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(nodes=NODE, turns=INT)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        nodes = expected_nodes(budget, _MOST_NODES)
        width = genome_width(state.game, 0)
        room = self._rooms.take(nodes=nodes, turns=(nodes + _WORKPLACES) * width)
        tree = TurnTree(
            nodes=room["nodes"],
            turns=room["turns"].reshape(nodes + _WORKPLACES, width),
            here=state.game.blank(),
            scale=blank_records(SCALE),
        )
        work = new_workspace(state, rng)
        job = lambda: grow_turns(state.game, state.records, control, self.options, tree, work)  # noqa: E731
        run_parts([job], 1, [control])
        self._rooms.give([room])
        return finished(state, [control])
