"""Monte Carlo tree search with every published option, as one search with settings.

`mcts` alone is the 2016 paper's; `exploration=0,greedy=1` is non-exploring MCTS, `cut=yes` cutting (bridge-burning)
MCTS, `collapse=120` collapsing MCTS, `depth=0,greedy=0,table=no` the thesis' vanilla base.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.policies import LOCAL
from turnwright.agents.search import (
    SearchAgent,
    best_turn,
    merged_report,
    report_of,
    run_parts,
    shared_out,
    start_clock,
    waiting_controls,
)
from turnwright.agents.settings import SearchSettings, at_least, shares
from turnwright.agents.tree import room_for_tree, rooms_for_trees, search_tree
from turnwright.agents.tree_plan import tell_plan_from
from turnwright.core.budget import Budget
from turnwright.core.rng import generator
from turnwright.core.state import State

Tree = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, kw_only=True)
class MctsSettings(SearchSettings):
    """Settings of Monte Carlo tree search; the defaults are those of the 2016 paper."""

    variant: Literal["described", "reference"] = "described"
    """reference: rollouts order actions only within one random piece, and a plan that the tree does not complete
    forfeits the rest of the turn, as in the published code."""
    exploration: float = 0.7071067811865476
    """The constant C of UCT, 1/sqrt(2) in the papers; 0 for the non-exploring variant."""
    policy: Literal["uniform", "meta", "global", "local"] = "global"
    """How rollouts choose (see `random`)."""
    greedy: float = 0.5
    """How often rollouts follow the action ordering (the papers' epsilon)."""
    depth: int = 1
    """Rollouts end with this many turns, the one in progress counted; 0: with the game."""
    rollouts: int = 1
    """Rollouts per leaf (the papers' leaf parallelisation)."""
    combine: Literal["mean", "min", "max"] = "mean"
    """How several rollouts make one value."""
    table: bool = True
    """Merge states reached by different orders of actions."""
    cut: bool = False
    """Fix one more action of the turn at the end of each of as many phases as the turn has actions."""
    collapse: int = 0
    """Once this many ends of the turn are in the tree, cut what does not lead to one; 0: never (20 per second in
    the thesis; the published code never does)."""
    trees: int = 1
    """Independent trees whose root statistics are added up, each with its share of the budget."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "rollouts", "trees")
        at_least(0, self, "depth", "collapse", "exploration")
        shares(self, "greedy")


class Mcts(SearchAgent):
    """Grows a tree of actions."""

    name = "mcts"
    settings_class = MctsSettings

    def __init__(self, settings: MctsSettings | None = None) -> None:
        super().__init__(settings)
        if self.settings.variant == "reference":
            self.options[0].policy = LOCAL
        self._rooms = rooms_for_trees()

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        trees = self.settings.trees
        controls = waiting_controls(budget, trees, self.settings.threads)
        seeds = [generator(int(rng[0]), tree) for tree in range(trees)]
        rooms = [room_for_tree(self._rooms, state.game, share) for share in shared_out(budget, trees)]

        def grow(i: int) -> Tree:
            if i >= self.settings.threads:
                start_clock(controls[i])
            parts = rooms[i].parts
            nodes, edges = search_tree(state.game, state.records, controls[i], self.options, *parts, seeds[i])
            return parts[0][:nodes], parts[1][:edges]

        grown = run_parts([partial(grow, i) for i in range(trees)], self.settings.threads, controls)
        reports = [report_of(control) for control in controls]
        chosen, first, mean = (0, -1, 0.0) if trees == 1 else _merged_choice(grown)
        control = controls[chosen]
        if first >= 0:
            tell_plan_from(state.game, state.records, control, self.options, *grown[chosen], first)
            control[0].best_value = mean
        report = reports[0] if trees == 1 else merged_report(reports, curve=reports[chosen].curve)
        tree = _as_data(state, grown[chosen]) if keep_tree else None
        self._rooms.give(rooms)
        actions = best_turn(control) or (state.end_action,)
        return Turn(state=state, actions=actions, value=float(control[0].best_value), report=report, tree=tree)


def _merged_choice(trees: list[Tree]) -> tuple[int, int, float]:
    """The action of best mean over the roots of all trees together: the tree that has tried it most, it, the mean."""
    visits: dict[int, list[int]] = {}
    sums: dict[int, float] = {}
    for number, (nodes, edges) in enumerate(trees):
        for edge in edges[int(nodes[0]["first"]) : int(nodes[0]["first"] + nodes[0]["tried"])]:
            action = int(edge["action"])
            visits.setdefault(action, [0] * len(trees))[number] = int(edge["visits"])
            sums[action] = sums.get(action, 0.0) + float(edge["total"])
    if not sums:
        return 0, -1, 0.0
    means = {action: total / max(1, sum(visits[action])) for action, total in sums.items()}
    best = max(means, key=lambda action: means[action])
    return int(np.argmax(visits[best])), best, means[best]


def _as_data(state: State, tree: Tree) -> dict[str, Any]:
    """The tree as plain data: nodes with their edges; actions of the first turn also in notation."""
    nodes, edges = tree
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
                        "action": int(edges[e]["action"]),
                        "text": state.action_text(int(edges[e]["action"])),
                        "child": int(edges[e]["child"]),
                        "visits": int(edges[e]["visits"]),
                        "mean": float(edges[e]["total"] / max(1, edges[e]["visits"])),
                    }
                    for e in range(int(node["first"]), int(node["first"] + node["tried"]))
                ]
                if node["first"] >= 0
                else [],
            }
            for node in nodes
        ],
    }
