"""Monte Carlo tree search with every published option, as one search with settings.

`mcts` alone is the 2016 paper's; `exploration=0,greedy=1` is non-exploring MCTS, `cut=yes` cutting (bridge-burning)
MCTS, `collapse=120` collapsing MCTS, `depth=0,greedy=0,table=no` the thesis' vanilla base.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.choice_kernel import LOCAL
from turnwright.agents.constants import NONE
from turnwright.agents.mcts_kernel import search_tree
from turnwright.agents.mcts_tree_kernel import LINK, NODE, SUM, ActionTree, tell_plan_from
from turnwright.agents.memory import INT, SINGLE, Room, Rooms, expected_nodes, new_workspace
from turnwright.agents.search import (
    SearchAgent,
    finished,
    report_of,
    run_parts,
    shared_out,
    start_clock,
    waiting_controls,
)
from turnwright.agents.settings import SearchSettings, at_least, shares
from turnwright.core.budget import Budget
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.state import State

_MOST_NODES = 1 << 22
_MOST_EDGES = 1 << 25
_EDGES_PER_NODE = 32
"""More than most searches lay out, 2 to 30 in Hero Academy."""


@dataclass(frozen=True, kw_only=True)
class MctsSettings(SearchSettings):
    """Settings of Monte Carlo tree search; the defaults are those of the 2016 paper."""

    record_names: ClassVar[dict[str, str]] = {
        "policy": "rollout_policy",
        "greedy": "rollout_ordered",
        "depth": "rollout_depth",
        "combine": "rollout_combine",
    }

    variant: Literal["described", "reference"] = "described"
    """`reference`: rollouts are greedy only within one random piece, and a plan that the tree does not complete
    gives up the rest of the turn, as in the published code."""
    exploration: float = 0.7071067811865476
    """The constant C of UCT, 1/√2 in the papers; 0 for the non-exploring variant."""
    policy: Literal["uniform", "meta", "global", "local"] = "global"
    """How rollouts choose actions (see the agent `random`)."""
    greedy: float = 0.5
    """How often rollouts follow the action ordering (the papers' epsilon)."""
    depth: int = 1
    """Rollouts end after this many turns, including the one in progress; 0: at the end of the game."""
    rollouts: int = 1
    """Rollouts per leaf (the papers' leaf parallelisation)."""
    combine: Literal["mean", "min", "max"] = "mean"
    """How several rollouts are combined: `mean`, `min` or `max`."""
    table: bool = True
    """Merge states reached by different orders of actions."""
    cut: bool = False
    """Divide the budget into as many phases as the turn has actions; after each phase, fix one more action of the
    turn."""
    collapse: int = 0
    """Once this many ends of the turn are in the tree, remove everything that leads to none of them; 0: never (20
    per second in the thesis; the published code never does)."""
    trees: int = 1
    """Number of independent trees whose root statistics are added up, each with its share of the budget."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "rollouts", "trees")
        at_least(0, self, "depth", "collapse", "exploration")
        shares(self, "greedy")


class Mcts(SearchAgent):
    """Monte Carlo tree search: grows a tree of actions."""

    name = "mcts"
    settings_class = MctsSettings

    def __init__(self, settings: MctsSettings | None = None) -> None:
        super().__init__(settings)
        if self.settings.variant == "reference":
            self.options[0].rollout_policy = LOCAL
        self._rooms = Rooms(nodes=NODE, links=LINK, sums=SUM, means=SINGLE, widths=SINGLE, table=INT)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        trees = self.settings.trees
        controls = waiting_controls(budget, trees, self.settings.threads)
        works = [new_workspace(state, generator(int(rng[0]), tree)) for tree in range(trees)]
        rooms = [self._room_for_tree(state.game, share) for share in shared_out(budget, trees)]

        def grow(i: int) -> ActionTree:
            if i >= self.settings.threads:
                start_clock(controls[i])
            tree = rooms[i][1]
            nodes, edges = search_tree(state.game, state.records, controls[i], self.options, tree, works[i])
            return tree._replace(nodes=tree.nodes[:nodes], links=tree.links[:edges], sums=tree.sums[:edges])

        grown = run_parts([partial(grow, i) for i in range(trees)], self.settings.threads, controls)
        reports = [
            replace(report_of(control), depth_min=least_depth(tree))
            for control, tree in zip(controls, grown, strict=True)
        ]
        chosen, first, mean = (0, NONE, 0.0) if trees == 1 else _merged_choice(grown)
        if first != NONE:
            tell_plan_from(state.game, state.records, controls[chosen], self.options, grown[chosen], first)
            controls[chosen][0].best_value = mean
        tree = _as_data(state, grown[chosen]) if keep_tree else None
        self._rooms.give([room for room, _ in rooms])
        return finished(state, controls, best=chosen, reports=reports, tree=tree)

    def _room_for_tree(self, game: Game, budget: Budget) -> tuple[Room, ActionTree]:
        """Room for a search with that budget."""
        nodes = expected_nodes(budget, _MOST_NODES)
        edges = min(_EDGES_PER_NODE * nodes, _MOST_EDGES) + game.list_room
        room = self._rooms.take(nodes=nodes, links=edges, sums=edges, means=edges, widths=edges, table=nodes)
        return room, ActionTree(
            nodes=room["nodes"],
            links=room["links"],
            sums=room["sums"],
            means=room["means"],
            widths=room["widths"],
            seen=room.new_table(nodes),
        )


def least_depth(tree: ActionTree) -> int:
    """The depth of the leaf nearest to the root."""
    depths = tree.nodes["depth"][tree.nodes["tried"] == 0]
    return int(depths.min()) if depths.size else 0


def _merged_choice(trees: list[ActionTree]) -> tuple[int, int, float]:
    """The action of best mean over the roots of all trees together: the tree that has tried it most, it, the mean."""
    visits: dict[int, list[int]] = {}
    sums: dict[int, float] = {}
    for number, tree in enumerate(trees):
        root = tree.nodes[0]
        tried = slice(int(root["first"]), int(root["first"] + root["tried"]))
        for link, brought in zip(tree.links[tried], tree.sums[tried], strict=True):
            action = int(link["action"])
            visits.setdefault(action, [0] * len(trees))[number] = int(brought["visits"])
            sums[action] = sums.get(action, 0.0) + float(brought["total"])
    if not sums:
        return 0, NONE, 0.0
    means = {action: total / max(1, sum(visits[action])) for action, total in sums.items()}
    best = max(means, key=lambda action: means[action])
    return int(np.argmax(visits[best])), best, means[best]


def _as_data(state: State, tree: ActionTree) -> dict[str, Any]:
    """The tree as plain data: nodes with their edges; actions of the first turn also in notation."""
    links, sums = tree.links, tree.sums
    return {
        "kind": "tree",
        "state": state.text,
        "nodes": [
            {
                "depth": int(node["depth"]),
                "visits": int(node["visits"]),
                "mine": bool(node["mine"]),
                "edges": [
                    {
                        "action": int(links[e]["action"]),
                        "text": state.action_text(int(links[e]["action"])),
                        "child": int(links[e]["child"]),
                        "visits": int(sums[e]["visits"]),
                        "mean": float(sums[e]["total"] / max(1, sums[e]["visits"])),
                    }
                    for e in range(int(node["first"]), int(node["first"] + node["tried"]))
                ]
                if node["first"] >= 0
                else [],
            }
            for node in tree.nodes
        ],
    }
