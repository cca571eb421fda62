"""N-tuple bandit online evolution: a turn walks to the neighbour that a model of its parts thinks best."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.constants import DESCRIBED
from turnwright.agents.memory import DOUBLE, INT, Rooms, expected_nodes, genome_width, new_workspace
from turnwright.agents.ntboe_kernel import ROWS, TupleModel, Walker, walk_turns
from turnwright.agents.search import SearchAgent, finished, run_parts
from turnwright.agents.settings import RolloutSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.spec import SpecError
from turnwright.core.state import State

_MOST_PARTS = 1 << 22


@dataclass(frozen=True, kw_only=True)
class NtboeSettings(RolloutSettings):
    """Settings of n-tuple bandit online evolution; the defaults are those of its description."""

    record_constants: ClassVar[dict[str, int]] = {
        "variant": DESCRIBED,
        "horizon": 0,  # genomes are whole turns
        "model_top": 0,
    }

    neighbours: int = 150
    """Mutations of the current turn from which the next one is chosen; they are made but not evaluated."""
    exploration: float = 12.5
    """How strongly rarely tried actions are preferred (the constant k), in points of the evaluation."""
    epsilon: float = 0.1
    """Added to counts, so that an action that was never tried has a finite bonus."""
    pairs: bool = False
    """Whether the model also has bandits for every two places (2-tuples)."""
    repair: Literal["random", "greedy"] = "random"
    """How the first turn is made, and how an action that has become illegal is replaced, `random` or `greedy`."""
    repair_top: int = 0
    """Greedy repair tries only this many best-ordered actions; 0: all of them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "neighbours")
        at_least(0, self, "exploration", "repair_top")
        if not self.epsilon > 0.0:
            raise SpecError(f"epsilon is {self.epsilon:g}; it must be more than 0")


class Ntboe(SearchAgent):
    """Walks from turn to turn, guided by bandits for every place and action."""

    name = "ntboe"
    settings_class = NtboeSettings

    def __init__(self, settings: NtboeSettings | None = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(counts=INT, totals=DOUBLE, table=INT)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        width = genome_width(state.game, 0)
        parts_of_turn = 1 + width + (width * (width - 1) // 2 if self.settings.pairs else 0)
        most = min(_MOST_PARTS, parts_of_turn * expected_nodes(budget, _MOST_PARTS))
        room = self._rooms.take(counts=most, totals=most, table=most)
        model = TupleModel(
            counts=room["counts"],
            totals=room["totals"],
            used=np.zeros(1, dtype=np.int64),
            seen=room.new_table(most),
        )
        walker = Walker(genes=np.zeros((ROWS, width), dtype=np.int32), end=state.game.blank())
        work = new_workspace(state, rng)
        job = lambda: walk_turns(state.game, state.records, control, self.options, model, walker, work)  # noqa: E731
        run_parts([job], 1, [control])
        self._rooms.give([room])
        return finished(state, [control])
