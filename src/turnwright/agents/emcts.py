"""Evolutionary MCTS, and its Flexible-Horizon form: tree search over mutations of whole turns."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.genomes import BEFORE_END, genome_width
from turnwright.agents.mutation_tree import room_for_genomes, rooms_for_genomes, search_genomes
from turnwright.agents.search import (
    SearchAgent,
    actions_left,
    best_turn,
    report_of,
    run_parts,
)
from turnwright.agents.settings import RolloutSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.state import State

PUBLISHED_HORIZONS = {
    2: 15, 3: 7, 4: 8, 5: 10, 6: 8, 7: 9, 8: 9, 9: 11, 10: 12, 11: 13, 12: 14, 13: 13, 14: 14, 15: 15,
}  # fmt: skip
"""The best horizons found for FH-EMCTS, by action points a turn."""

# One second of the papers in the agent's own counts.
_GENOMES_PER_SECOND = 6000
_EVALUATIONS_PER_SECOND = 6000 * 30
_STEPS_PER_SECOND = 6000 * 40


@dataclass(frozen=True, kw_only=True)
class EmctsSettings(RolloutSettings):
    """Settings of Evolutionary MCTS; the defaults are those of Baier and Cowling."""

    phases: int | None = None
    """Times that the best mutation of the root is carried out; none: 40 at one second of the papers, growing with
    the square root of the budget (20 at 200 ms and 100 at 5 s were tuned)."""
    exploration: float = 0.0
    """The constant C of UCB."""
    horizon: int | None = None
    """Judge genomes after this many actions, the opponent's included; none: at the end of the own turn."""
    greedy_top: int = 0
    """Greedy Action, which makes the first genome and repairs, looks at this many best-ordered actions; 0: at all."""
    model_top: int = 10
    """The same for the opponent's model."""
    future: Literal["optimised", "model"] = "optimised"
    """Whether own turns beyond the present one are mutated too, or only made up by repairs."""
    order: Literal["random", "listed"] = "random"
    """In which order a node's mutations are tried."""
    elitist_root: bool = False
    """Carry out a mutation only if it is better than the root itself."""
    result: Literal["root", "best_seen"] = "root"
    """Play the final root, or the best genome ever evaluated."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "phases", "horizon")
        at_least(0, self, "exploration", "greedy_top", "model_top")


@dataclass(frozen=True, kw_only=True)
class FhEmctsSettings(EmctsSettings):
    """Settings of Flexible-Horizon EMCTS: the horizon is none for the published one for the turn's action points."""

    greedy_top: int = 10
    """Greedy Action, which makes the first genome and repairs, looks at this many best-ordered actions; 0: at all."""


class Emcts(SearchAgent):
    """Mutates whole turns, and searches the tree of mutations."""

    name = "emcts"
    settings_class = EmctsSettings

    def __init__(self, settings: Any = None) -> None:
        super().__init__(settings)
        self._rooms = rooms_for_genomes()

    def horizon(self, actions: int) -> int:
        """How far genomes reach, for a turn of about that many actions."""
        return BEFORE_END if self.settings.horizon is None else max(1, actions, self.settings.horizon)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        options = self.options.copy()
        options[0].horizon = self.horizon(actions_left(state))
        phases = self.settings.phases or default_phases(budget)
        room, arrays = room_for_genomes(
            self._rooms, state.game, budget, genome_width(state.game, int(options[0].horizon))
        )
        job = lambda: search_genomes(state.game, state.records, control, options, phases, *arrays, rng)  # noqa: E731
        used, root = run_parts([job], 1, [control])[0]
        nodes, genes, mutations, means, *_ = arrays
        report = report_of(control)
        tree = _as_data(state, nodes[:used], genes, mutations, means, root) if keep_tree else None
        self._rooms.give([room])
        actions = best_turn(control) or (state.end_action,)
        return Turn(
            state=state,
            actions=actions,
            value=float(control[0].best_value),
            report=report,
            tree=tree,
        )


class FhEmcts(Emcts):
    """EMCTS that looks beyond its own turn, with fast models."""

    name = "fh_emcts"
    settings_class = FhEmctsSettings

    def horizon(self, actions: int) -> int:
        return max(1, actions, self.settings.horizon or PUBLISHED_HORIZONS.get(actions, 15 if actions < 2 else actions))


def default_phases(budget: Budget) -> int:
    """40 * sqrt(seconds of the papers), by whichever limit is the tightest."""
    seconds = []
    if budget.milliseconds is not None:
        seconds.append(budget.milliseconds / 1000)
    for amount, rate in (
        (budget.iterations, _GENOMES_PER_SECOND),
        (budget.evaluations, _EVALUATIONS_PER_SECOND),
        (budget.steps, _STEPS_PER_SECOND),
    ):
        if amount is not None:
            seconds.append(amount / rate)
    return max(1, round(40 * min(seconds) ** 0.5))


def _as_data(
    state: State, nodes: np.ndarray, genes: np.ndarray, mutations: np.ndarray, means: np.ndarray, root: int
) -> dict[str, Any]:
    """The tree as plain data: genomes with their values and the mutations that were tried."""
    return {
        "kind": "tree",
        "state": state.text,
        "root": int(root),
        "nodes": [
            {
                "genome": genes[i, : int(node["length"])].tolist(),
                "value": float(node["value"]),
                "visits": int(node["visits"]),
                "depth": int(node["depth"]),
                "children": [
                    {
                        "position": int(mutations[m]["position"]),
                        "action": int(mutations[m]["action"]),
                        "child": int(mutations[m]["child"]),
                        "visits": int(mutations[m]["visits"]),
                        "mean": float(means[m]),
                    }
                    for m in range(int(node["first"]), int(node["first"] + node["tried"]))
                ]
                if node["first"] >= 0
                else [],
            }
            for i, node in enumerate(nodes)
        ],
    }
