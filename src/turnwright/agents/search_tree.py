"""What a search has kept of its work, for people: its top branches as a text and as a picture.

`Turn.tree` is plain data, different from family to family: a tree of actions, a tree of mutated turns, or the best
turns of a population. Here all of them are branches with visits and means.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import turnwright
from turnwright.core.state import State
from turnwright.games.svg import svg_text

WIDTH, DEPTH = 6, 5
"""First steps that are shown, half as many after each of them and so on; and how deep."""
_LEAST_SHARE = 0.005
"""Of all visits: what a branch must have to be shown."""
_ROW, _COLUMN, _BOX = 34, 190, 170
_INK, _QUIET, _GROUND, _BAR, _EDGE = "#26231c", "#5d574a", "#f7f4ec", "#9dbfe0", "#a69c85"


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A step of a search and what came of it."""

    label: str
    visits: int | None
    """How often it was tried; None where the search does not count that."""
    mean: float | None
    """What it is worth, on average."""
    children: tuple["Branch", ...] = ()
    left_out: int = 0
    """Further children that are not shown."""


class SearchTree(dict[str, Any]):
    """The data of a search tree or a population; shows itself in notebooks."""

    def branches(self, width: int = WIDTH, depth: int = DEPTH) -> Branch:
        """The top branches: the most visited, or the best."""
        state = turnwright.state(self["state"])
        if self["kind"] == "population":
            return _population(self, state, 2 * width)
        is_of_turns = "root" in self
        return (_turn_tree if is_of_turns else _action_tree)(self, state, width, depth)

    def text(self, width: int = WIDTH, depth: int = DEPTH) -> str:
        """The top branches as lines of text."""
        root = self.branches(width, depth)
        return "\n".join([root.label, *_lines(root, "")])

    def svg(self, width: int = WIDTH, depth: int = DEPTH) -> str:
        """The top branches as a picture."""
        return draw_branches(self.branches(width, depth))

    def __repr__(self) -> str:
        """Short: the data may be megabytes."""
        return f"<SearchTree: {self.branches(1, 0).label}>"

    def _repr_svg_(self) -> str:
        return self.svg()


def _top(entries: list[dict[str, Any]], width: int, least: float) -> tuple[list[dict[str, Any]], int]:
    tried = [entry for entry in entries if entry["visits"]]
    ranked = sorted(tried, key=lambda entry: (-entry["visits"], -entry["mean"]))
    shown = [entry for entry in ranked[: max(1, width)] if entry["visits"] >= least]
    return shown, len(ranked) - len(shown)


def _action_tree(tree: dict[str, Any], state: State, width: int, depth: int) -> Branch:
    """Of a tree of actions: a step is an action, written as in the first position."""
    nodes = tree["nodes"]

    def grown(label: str, visits: int, mean: float | None, node: int, left: int) -> Branch:
        edges = nodes[node]["edges"] if 0 <= node < len(nodes) and left else []
        shown, more = _top(edges, width >> (depth - left), _LEAST_SHARE * nodes[0]["visits"])
        children = tuple(grown(edge["text"], edge["visits"], edge["mean"], edge["child"], left - 1) for edge in shown)
        return Branch(label=label, visits=visits, mean=mean, children=children, left_out=more)

    return grown(f"{nodes[0]['visits']:,} visits of {len(nodes):,} positions", nodes[0]["visits"], None, 0, depth)


def _turn_tree(tree: dict[str, Any], state: State, width: int, depth: int) -> Branch:
    """Of a tree of mutated turns: a step puts another action in a place of the turn."""
    nodes, root = tree["nodes"], tree["root"]

    def changed(one: dict[str, Any]) -> str:
        return f"{one['position'] + 1}: {state.action_text(one['action'])}"

    def grown(label: str, visits: int, mean: float | None, node: int, left: int) -> Branch:
        tried = nodes[node]["children"] if 0 <= node < len(nodes) and left else []
        shown, more = _top(tried, width >> (depth - left), _LEAST_SHARE * nodes[root]["visits"])
        children = tuple(
            grown(
                f"{one['position'] + 1}: {state.action_text(one['action'])}",
                one["visits"],
                one["mean"],
                one["child"],
                left - 1,
            )
            for one in shown
        )
        return Branch(label=label, visits=visits, mean=mean, children=children, left_out=more)

    first = nodes[root]
    label = f"{len(nodes):,} turn{'' if len(nodes) == 1 else 's'}; the first is {state.turn_text(first['genome'])}"
    return grown(label, first["visits"], first["value"], root, depth)


def _population(log: dict[str, Any], state: State, width: int) -> Branch:
    """Of a population: its best turns."""
    genomes = log["genomes"]
    children = tuple(
        Branch(label=state.turn_text(genome["actions"]), visits=None, mean=genome["value"])
        for genome in genomes[:width]
    )
    generations = log["snapshots"][-1]["generation"] if log["snapshots"] else 0
    label = f"the best turns after {generations:,} generations"
    return Branch(label=label, visits=None, mean=None, children=children, left_out=max(0, len(genomes) - width))


# As text


def _lines(branch: Branch, indent: str) -> Iterator[str]:
    last = len(branch.children) - 1
    for number, child in enumerate(branch.children):
        is_last = number == last and not branch.left_out
        yield f"{indent}{'└' if is_last else '├'}─ {_figures(child, branch)}{child.label}"
        yield from _lines(child, f"{indent}{'   ' if is_last else '│  '}")
    if branch.left_out and branch.children:
        yield f"{indent}└─ and {branch.left_out:,} more"


def _figures(branch: Branch, parent: Branch) -> str:
    parts = []
    if branch.visits is not None:
        share = branch.visits / max(1, parent.visits or sum(child.visits or 0 for child in parent.children))
        parts += [f"{100 * share:.0f} %", f"{branch.visits:,} visit{'' if branch.visits == 1 else 's'}"]
    if branch.mean is not None:
        parts.append(f"mean {branch.mean:.4g}" if branch.visits is not None else f"{branch.mean:.6g}")
    return f"{', '.join(parts)}  " if parts else ""


# As a picture


def draw_branches(root: Branch) -> str:
    """Boxes from left to right; the blue part of a box is its share of the visits of the one before."""
    shapes: list[str] = []
    rows = 0
    wide = _COLUMN if _depth(root) > 1 else 2.6 * _COLUMN
    box = wide - (_COLUMN - _BOX)

    def draw(branch: Branch, parent: Branch, column: int) -> float:
        """Draw a branch and what grows from it; the height of its middle."""
        nonlocal rows
        middles = [draw(child, branch, column + 1) for child in branch.children]
        if not middles:
            rows += 1
        middle = sum(middles) / len(middles) if middles else 60 + _ROW * (rows - 0.5)
        x = 16 + wide * column
        for below in middles:
            left, right = x + box, x + wide
            bend = f"C{left + 10:g} {middle:g} {right - 10:g} {below:g} {right:g} {below:g}"
            line = f'<path d="M{left:g} {middle:g}{bend}" fill="none" stroke="{_EDGE}" stroke-width="1.5"/>'
            if branch is not root:
                shapes.append(line)
        if branch is not root:
            shapes.append(_box(branch, parent, x, middle, box))
        return middle

    draw(root, root, -1)
    width, height = 32 + wide * max(1, _depth(root)), 60 + _ROW * max(1, rows) + 12
    more = f"; {root.left_out:,} more first steps" if root.left_out else ""
    heading = f"{root.label}{more}"
    width = max(width, 32 + 8.5 * len(heading))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="img" font-family="system-ui, Helvetica, Arial, sans-serif" fill="{_INK}">',
            f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{_GROUND}" stroke="{_EDGE}"/>',
            svg_text(16, 30, heading, size=15, weight="bold"),
            *shapes,
            "</svg>\n",
        ]
    )


def _depth(branch: Branch) -> int:
    return max((1 + _depth(child) for child in branch.children), default=0)


def _box(branch: Branch, parent: Branch, x: float, middle: float, width: float) -> str:
    top, height = middle - 14, 28
    share = 1.0
    if branch.visits is not None:
        share = branch.visits / max(1, parent.visits or sum(child.visits or 0 for child in parent.children))
    letters = int(width / 7)
    label = branch.label if len(branch.label) <= letters else f"{branch.label[: letters - 1]}…"
    filled = f'<rect x="{x:g}" y="{top:g}" width="{width * min(1.0, share):g}" height="{height}" rx="4" fill="{_BAR}"/>'
    frame = f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="{height}" rx="4" fill="none" stroke="{_EDGE}"/>'
    return (
        filled
        + frame
        + svg_text(x + 6, middle - 1, label, size=12, weight="bold")
        + svg_text(x + 6, middle + 11, _figures(branch, parent).strip(), size=10, fill=_QUIET)
    )
