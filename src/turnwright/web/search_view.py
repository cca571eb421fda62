"""The inside of a search, as far as its agent keeps it: the population of an evolution, the root of a tree."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from turnwright.core.budget import Budget
from turnwright.core.spec import parse_spec
from turnwright.core.state import State

_LARGEST_TREE = 20_000
"""Iterations up to which a search tree is kept: as plain data a larger one takes too much memory."""
_TREES = ("mcts", "emcts", "fh_emcts")
_POPULATIONS = ("oep",)
_BRANCHES = 24
"""Actions or mutations at the root of a tree that are sent, the most visited ones."""


def wants_tree(spec: str, budget: Budget | None) -> bool:
    """Whether the agent has something to tell that is small enough: every population, and trees of few iterations."""
    name = parse_spec(spec).label
    if name in _POPULATIONS:
        return True
    counts = [] if budget is None else [count for count in (budget.iterations, budget.evaluations) if count is not None]
    return name in _TREES and bool(counts) and min(counts) <= _LARGEST_TREE


def inside_of(state: State, tree: dict[str, Any] | None) -> dict[str, Any]:
    """What is sent about a search: `population`, or `branches`, `principal` and `mutations` of a tree."""
    shown: dict[str, Any] = {"population": None, "branches": [], "principal": [], "mutations": None}
    if not tree:
        return shown
    if tree["kind"] == "population":
        return shown | {"population": _population(state, tree)}
    if not tree["nodes"]:
        return shown
    if "root" in tree:
        return shown | {"mutations": _mutations(state, tree)}
    return shown | {"branches": _branches(tree["nodes"][0]), "principal": _principal(tree["nodes"])}


# Populations


def _population(state: State, tree: dict[str, Any]) -> dict[str, Any]:
    """Quartiles of the fitness after some of the generations, and the best genomes of the last one as turns."""
    turns: dict[str, dict[str, Any]] = {}
    for genome in tree["genomes"]:  # the best first
        walk = state.walk([*genome["actions"], state.end_action])  # which goes no further than the turn
        shown = {"value": genome["value"], "notation": walk.text, "actions": state.game.format_actions(walk)}
        turns.setdefault(walk.text, shown)
    snapshots = [_snapshot(entry) for entry in tree["snapshots"] if entry["values"]]
    return {"snapshots": snapshots, "genomes": list(turns.values())}


def _snapshot(entry: dict[str, Any]) -> dict[str, Any]:
    values = entry["values"]  # the best first
    lower, median, upper = np.quantile(values, (0.25, 0.5, 0.75)).tolist()
    return {
        "generation": entry["generation"],
        "evaluations": entry["evaluations"],
        "milliseconds": round(entry["milliseconds"], 3),
        "genomes": len(values),
        "best": values[0],
        "upper": upper,
        "median": median,
        "lower": lower,
        "worst": values[-1],
    }


# Trees


def _branches(root: dict[str, Any]) -> list[dict[str, Any]]:
    """The first actions that a tree search tried, with visits and means, the most visited first."""
    edges = sorted(root["edges"], key=lambda edge: -edge["visits"])
    return [{"action": edge["text"], "visits": edge["visits"], "mean": edge["mean"]} for edge in edges[:_BRANCHES]]


def _principal(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The most visited way down, as far as the player to move at the root acts."""
    way: list[dict[str, Any]] = []
    node = nodes[0]
    while node["mine"] and node["edges"] and len(way) < len(nodes):
        edge = max(node["edges"], key=lambda edge: edge["visits"])
        way.append({"action": edge["text"], "visits": edge["visits"], "mean": edge["mean"]})
        if edge["child"] < 0:
            break
        node = nodes[edge["child"]]
    return way


def _mutations(state: State, tree: dict[str, Any]) -> dict[str, Any]:
    """The turn that a tree of mutations grows from, what was most often tried in it, and the most visited way down."""
    nodes = tree["nodes"]
    first = node = nodes[0]
    way: list[dict[str, Any]] = []
    while node["children"] and len(way) < len(nodes):
        chosen = max(node["children"], key=lambda child: child["visits"])
        way.append(_mutation(state, node["genome"], chosen))
        node = nodes[chosen["child"]]
    tried = sorted(first["children"], key=lambda child: -child["visits"])[:_BRANCHES]
    return {
        "turn": state.walk(first["genome"]).text,
        "value": first["value"],
        "tried": [_mutation(state, first["genome"], child) for child in tried],
        "way": way[:_BRANCHES],
    }


def _mutation(state: State, genome: Sequence[int], child: dict[str, Any]) -> dict[str, Any]:
    place = child["position"]
    return {
        "position": place + 1,
        "replaced": state.action_text(genome[place]) if place < len(genome) else "",
        "action": state.action_text(child["action"]),
        "visits": child["visits"],
        "mean": child["mean"],
    }
