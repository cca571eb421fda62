"""Evolutionary MCTS, and its Flexible-Horizon form: tree search over mutations of whole turns."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.emcts_kernel import MUTATION, NODE, GenomeTree, search_genomes
from turnwright.agents.genome_kernel import BEFORE_END
from turnwright.agents.memory import DOUBLE, INT, SINGLE, Room, Rooms, expected_nodes, genome_width, new_workspace
from turnwright.agents.search import SearchAgent, actions_left, finished, run_parts
from turnwright.agents.settings import RolloutSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.game import Game
from turnwright.core.hash_table import KEY
from turnwright.core.state import State

_MOST_NODES = 1 << 20
_MOST_MUTATIONS = 1 << 24
_MUTATIONS_PER_NODE = 256
"""More than most searches lay out, 20 to 140 in Hero Academy."""
_MOST_KEYS = 1 << 22

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

    record_names: ClassVar[dict[str, str]] = {**RolloutSettings.record_names, "greedy_top": "repair_top"}

    phases: int | None = None
    """How often the best mutation of the root becomes the root; none: 40 at one second of the papers, growing with
    the square root of the budget (the papers tuned 20 at 200 ms and 100 at 5 s)."""
    exploration: float = 0.0
    """The constant C of UCB."""
    horizon: int | None = None
    """Evaluate genomes after this many actions, including the opponent's; none: at the end of the current turn.
    Never fewer than the turn has."""
    greedy_top: int = 0
    """Greedy Action, which makes the first genome and the repairs, tries this many best-ordered actions; 0: all of
    them."""
    model_top: int = 10
    """The same for the opponent's model."""
    future: Literal["optimised", "model"] = "optimised"
    """Whether the searcher's later turns are mutated too (`optimised`), or only filled in by repairs (`model`)."""
    order: Literal["random", "listed"] = "random"
    """In which order a node's mutations are tried: at random, or as `listed`, position by position."""
    elitist_root: bool = False
    """Replace the root only by a mutation that is better."""
    result: Literal["root", "best_seen"] = "root"
    """Play the final root, or the best genome ever evaluated."""
    judged: Literal["before_end", "after_end"] = "before_end"
    """Where a genome stops at a turn that can only end: judge it as it stands, or after that end."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "phases", "horizon")
        at_least(0, self, "exploration", "greedy_top", "model_top")


@dataclass(frozen=True, kw_only=True)
class FhEmctsSettings(EmctsSettings):
    """Settings of Flexible-Horizon EMCTS: the horizon is none for the published one for the turn's action points."""

    greedy_top: int = 10
    """Greedy Action, which makes the first genome and the repairs, tries this many best-ordered actions; 0: all of
    them."""


class Emcts(SearchAgent):
    """Mutates whole turns, and searches the tree of mutations."""

    name = "emcts"
    settings_class = EmctsSettings

    def __init__(self, settings: Any = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(nodes=NODE, genes=INT, mutations=MUTATION, means=DOUBLE, widths=SINGLE, table=KEY)

    def horizon(self, state: State) -> int:
        """How far genomes reach from a state on."""
        return BEFORE_END if self.settings.horizon is None else max(1, actions_left(state), self.settings.horizon)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        control = new_control(budget)
        options = self.options.copy()
        options[0].horizon = self.horizon(state)
        phases = self.settings.phases or default_phases(budget)
        room, tree = self._room_for_tree(state.game, budget, genome_width(state.game, int(options[0].horizon)))
        work = new_workspace(state, rng)
        job = lambda: search_genomes(state.game, state.records, control, options, phases, tree, work)  # noqa: E731
        used, root = run_parts([job], 1, [control])[0]
        turn = finished(state, [control], tree=_as_data(state, tree, used, root) if keep_tree else None)
        self._rooms.give([room])
        return turn

    def _room_for_tree(self, game: Game, budget: Budget, width: int) -> tuple[Room, GenomeTree]:
        """Room for a search with that budget."""
        nodes = expected_nodes(budget, _MOST_NODES)
        edges = min(_MUTATIONS_PER_NODE * nodes, _MOST_MUTATIONS) + game.list_room * width
        keys = expected_nodes(budget, _MOST_KEYS)
        room = self._rooms.take(
            nodes=nodes, genes=nodes * width, mutations=edges, means=edges, widths=edges, table=keys
        )
        return room, GenomeTree(
            nodes=room["nodes"],
            genes=room["genes"].reshape(nodes, width),
            mutations=room["mutations"],
            means=room["means"],
            widths=room["widths"],
            seen=room.new_table(keys),
        )


class FhEmcts(Emcts):
    """EMCTS that looks beyond the current turn, with fast models."""

    name = "fh_emcts"
    settings_class = FhEmctsSettings

    def horizon(self, state: State) -> int:
        # The published one is for the game's action points, also in a first turn that has fewer.
        actions = actions_left(state)
        length = state.game.turn_length or actions
        published = PUBLISHED_HORIZONS.get(length, 15 if length < 2 else length)
        return max(1, actions, int(self.settings.horizon or published))


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
    phases: float = 40 * min(seconds) ** 0.5
    return max(1, round(phases))


def _as_data(state: State, tree: GenomeTree, used: int, root: int) -> dict[str, Any]:
    """The tree as plain data: genomes with their values and the mutations that were tried."""
    mutations = tree.mutations
    return {
        "kind": "tree",
        "state": state.text,
        "root": int(root),
        "nodes": [
            {
                "genome": tree.genes[i, : int(node["length"])].tolist(),
                "value": float(node["value"]),
                "visits": int(node["visits"]),
                "depth": int(node["depth"]),
                "children": [
                    {
                        "position": int(mutations[m]["position"]),
                        "action": int(mutations[m]["action"]),
                        "child": int(mutations[m]["child"]),
                        "visits": int(mutations[m]["visits"]),
                        "mean": float(tree.means[m]),
                    }
                    for m in range(int(node["first"]), int(node["first"] + node["tried"]))
                ]
                if node["first"] >= 0
                else [],
            }
            for i, node in enumerate(tree.nodes[:used])
        ],
    }
