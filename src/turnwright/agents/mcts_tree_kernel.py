"""The tree of Monte Carlo tree search: one ply is one action, nodes are states, statistics live on edges.

It is a structure of arrays. The edges of a node are written as a block, in action order, when it is visited a second
time; the first `tried` edges have children. With the transposition table it is a graph: a state reached twice is one
node.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import (
    GLOBAL,
    LOCAL,
    choices_in_order,
    complete_turn,
    new_workspace,
    policy_action,
)
from turnwright.agents.constants import NONE, REFERENCE, ROOT
from turnwright.agents.search_kernel import Search
from turnwright.agents.ucb_kernel import growth_of
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.control_kernel import MAX_TURN, answer
from turnwright.core.hash_table import Table
from turnwright.core.highest_bound import highest_bound

THEIRS, NOW, LATER = range(3)
"""The owner of a node: the opponent, the searcher in the current turn, or the searcher in a later turn."""

NODE = np.dtype(
    [
        ("first", np.int64),  # index of its first edge; NONE before they are written
        ("visits", np.int64),
        ("count", np.int32),  # edges
        ("tried", np.int32),  # edges with a child
        ("mine", np.int32),  # THEIRS, NOW or LATER
        ("depth", np.int32),  # at which it was first reached
    ]
)
LINK = np.dtype([("action", np.int32), ("child", np.int32)])
"""The child of an edge; NONE before it is tried."""
SUM = np.dtype([("visits", np.int64), ("total", np.float64)])
"""The results of the rollouts below an edge; undefined before it is tried."""


class ActionTree(NamedTuple):
    """The arrays of a tree of actions.

    An edge has an element in each of four arrays. A descent waits for memory, so the values it scans (means and
    confidence widths) and the links it follows are small and separate from the sums, which only backing up needs.
    """

    nodes: np.ndarray
    links: np.ndarray
    sums: np.ndarray
    means: np.ndarray
    widths: np.ndarray
    seen: Table
    """The nodes of the states so far."""


@rule
def place_node(nodes, node, mine, depth):
    """Write a new node without edges."""
    x = nodes[node]
    x.first, x.count, x.tried, x.visits, x.mine, x.depth = NONE, 0, 0, 0, mine, depth


@inlined
def lay_out(game, state, tree, node, at, ties, work):
    """Write the edges of a node, whose state is given, from index `at` on. Returns their number."""
    count = choices_in_order(game, state, work.actions, work.keys, ties, work.rng)
    tree.nodes[node].first, tree.nodes[node].count = at, count
    for i in range(count):
        link = tree.links[at + i]
        link.action, link.child = work.actions[i], NONE
    return count


@inlined
def best_edge(tree, node, exploration, growth):
    """The tried edge with the highest upper confidence bound; on ties the first."""
    n = tree.nodes[node]
    factor = exploration * growth_of(n.visits, growth) if exploration > 0.0 else 0.0
    return highest_bound(tree.means, tree.widths, n.first, np.int64(n.tried), np.float32(factor))


@rule
def move_edge(tree, source, target):
    """Copy an edge with its statistics to another index."""
    tree.links[target], tree.sums[target] = tree.links[source], tree.sums[source]
    tree.means[target], tree.widths[target] = tree.means[source], tree.widths[source]


@rule
def keep_edge(tree, node, edge):
    """Remove all edges of a node but one."""
    n = tree.nodes[node]
    move_edge(tree, edge, n.first)
    n.count = n.tried = 1


@rule
def collapse(tree, used):
    """Remove every branch of the searcher's turn that does not reach its end. Nothing new grows there."""
    nodes, links = tree.nodes, tree.links
    leads = np.zeros(used, dtype=np.bool_)
    changed = True
    while changed:
        changed = False
        for node in range(used):
            n = nodes[node]
            if leads[node] or (n.mine == NOW and n.first == NONE):
                continue
            reached = n.mine != NOW
            for e in range(n.first, n.first + n.tried if n.mine == NOW else n.first):
                reached = reached or leads[links[e].child]
            if reached:
                leads[node] = changed = True
    for node in range(used):
        n = nodes[node]
        if n.mine != NOW or n.first == NONE:
            continue
        kept = n.first
        for e in range(n.first, n.first + n.tried):
            if leads[links[e].child]:
                move_edge(tree, e, kept)
                kept += 1
        n.count = n.tried = kept - n.first


@inlined
def back_up(tree, path, length, value):
    """Add a value, from the searcher's view, to the statistics of the edges on a path from the root."""
    nodes, links, sums = tree.nodes, tree.links, tree.sums
    nodes[ROOT].visits += 1
    node = np.int64(ROOT)
    for i in range(length):
        edge = path[i]
        s = sums[edge]
        s.visits += 1
        s.total += value if nodes[node].mine != THEIRS else 1.0 - value
        tree.means[edge] = s.total / s.visits
        tree.widths[edge] = 1.0 / np.sqrt(np.float64(s.visits))
        node = np.int64(links[edge].child)
        nodes[node].visits += 1


@rule
def read_plan(search, tree, first, turn, rng):
    """The turn along the edges with the highest mean, completed by the ordering if the tree ends too early.

    It starts with the action `first`, unless that is NONE. In the reference reading it is not completed: the turn ends
    there. Returns its length and the value of its first edge.
    """
    game, me, s, control = search.game, search.me, search.settings, search.control
    nodes, links, sums, actions = tree.nodes, tree.links, tree.sums, search.work.actions
    search.work.scratch[0] = search.start[0]
    state = search.work.scratch[0]
    node = np.int64(ROOT)
    length = 0
    value = 0.5
    control.completed = 0
    while not game.is_over(state) and game.player(state) == me and length < MAX_TURN - 1:
        action = np.int64(game.end_action())
        if game.must_end(state, actions):
            pass  # the next node of the tree is after the end of the turn
        elif node != NONE and nodes[node].tried > 0:
            n = nodes[node]
            best, mean = n.first, -np.inf
            for e in range(n.first, n.first + n.tried):
                if length == 0 and first != NONE and links[e].action != first:
                    continue
                if sums[e].total > mean * sums[e].visits:
                    best, mean = e, sums[e].total / sums[e].visits
            action = np.int64(links[best].action)
            if length == 0:
                value = mean
            node = np.int64(links[best].child)
        elif s.variant == REFERENCE:
            break
        else:
            node = np.int64(NONE)
            policy = LOCAL if s.rollout_policy == LOCAL else GLOBAL
            action = policy_action(game, state, policy, 1.0, s.ties, actions, rng)
            control.completed += 1
        game.apply(state, action)
        turn[length] = action
        length += 1
    if not game.is_over(state) and game.player(state) == me:
        length = complete_turn(game, state, turn, length, actions)
    return length, value


@rule
def tell_plan(search, tree, first):
    """Make the current plan of the tree the answer."""
    turn = np.empty(MAX_TURN, dtype=np.int32)
    length, value = read_plan(search, tree, first, turn, search.work.rng.copy())
    answer(search.control, value, turn, length)


@entry
def tell_plan_from(game, states, control, settings, tree, first):
    """Make the plan that starts with a given action of the root the answer."""
    rng = np.zeros(1, dtype=np.uint64)
    search = Search(game, states, game.player(states[0]), settings[0], control[0], new_workspace(game, states, rng))
    tell_plan(search, tree, first)
