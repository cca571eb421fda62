"""The compiled part of Evolutionary MCTS on permutations: a tree whose edges exchange two actions.

A node is a permutation; a child differs from it by one exchange. Each node tries its exchanges once, in its own order:
it steps through them cyclically with a stride. The search goes deeper only after all have been tried.

The memory for a tree is fixed. When it is full, the tree restarts from the best permutation on its best path.
"""

import math
from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import is_won, new_workspace
from turnwright.agents.constants import NONE, ROOT
from turnwright.agents.permutation_kernel import judge_order, play_order, possible_order, shuffle
from turnwright.agents.search_kernel import Search
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import MAX_TURN, answer, is_spent, offer, progress
from turnwright.core.rng import below

BEST_ON_PATH, BEST_SEEN = range(2)
"""`result`."""

NODE = np.dtype(
    [
        ("value", np.float64),  # of its own permutation
        ("average", np.float64),  # over its subtree, including itself
        ("visits", np.int32),
        ("parent", np.int32),
        ("first", np.int32),  # its newest child
        ("next", np.int32),  # the previous child of the same parent
        ("tried", np.int32),  # exchanges with a child
        ("offset", np.int32),  # the first exchange to be tried
        ("stride", np.int32),  # from one exchange to the next; coprime to their number
        ("depth", np.int32),
    ]
)


class OrderTree(NamedTuple):
    """The arrays of a tree of permutations."""

    nodes: np.ndarray
    orders: np.ndarray
    """The permutations of the nodes, one after the other."""


@rule
def place_node(nodes, node, parent, value, pairs, rng):
    """Write a new node."""
    x = nodes[node]
    x.value = x.average = value
    x.visits = 1
    x.parent, x.first, x.next, x.tried = parent, NONE, NONE, 0
    x.depth = 0
    if parent != NONE:
        x.depth = nodes[parent].depth + 1
        x.next = nodes[parent].first
        nodes[parent].first = node
    x.offset = x.stride = 0
    if pairs > 0:
        x.offset = below(rng, pairs)
        stride = 1 + below(rng, pairs)
        while math.gcd(stride, pairs) > 1:
            stride = 1 + below(rng, pairs)
        x.stride = stride


@rule
def best_child(nodes, node, exploration):
    """The child with the highest upper confidence bound; on ties the newest."""
    growth = exploration * np.sqrt(np.log(nodes[node].visits)) if exploration > 0.0 else 0.0
    best = child = np.int64(nodes[node].first)
    highest = -np.inf
    while child != NONE:
        x = nodes[child]
        bound = x.average + growth / np.sqrt(np.float64(x.visits)) if growth > 0.0 else x.average
        if bound > highest:
            best, highest = child, bound
        child = np.int64(x.next)
    return best


@rule
def best_on_path(nodes, root):
    """The node with the highest value on the path from the root along the best children."""
    best = node = root
    while nodes[node].first != NONE:
        node = best_child(nodes, node, 0.0)
        if nodes[node].value > nodes[best].value:
            best = node
    return best


@rule
def list_pairs(count):
    """All exchanges of two positions."""
    pairs = np.empty((count * (count - 1) // 2, 2), dtype=np.int32)
    n = 0
    for i in range(count):
        for j in range(i + 1, count):
            pairs[n, 0], pairs[n, 1] = i, j
            n += 1
    return pairs


@rule
def back_up(nodes, node, value):
    """Add a value to the averages of a node and its ancestors."""
    while node != NONE:
        x = nodes[node]
        x.visits += 1
        x.average += (value - x.average) / x.visits
        node = np.int64(x.parent)


@entry
def search_orders(game, states, control, settings, tree, rng):
    """Search until the budget is used up, and report the turn to the control record."""
    search = Search(game, states, game.player(states[0]), settings[0], control[0], new_workspace(game, states, rng))
    c, s, me = search.control, search.settings, search.me
    nodes, orders = tree.nodes, tree.orders
    order = possible_order(game, states[0])
    count = order.size
    pairs = list_pairs(count)
    number = pairs.shape[0]
    capacity = min(nodes.size, orders.size // max(1, count))
    turn = np.empty(MAX_TURN, dtype=np.int32)
    playing = search.work.playing
    shuffle(order, rng)
    value, length = judge_order(search, order, turn)
    answer(c, value, turn, length)
    root, used = np.int64(ROOT), 1
    place_node(nodes, root, np.int64(NONE), value, number, rng)
    orders[:count] = order
    won = is_won(game, playing[0], me)
    # With at most two actions, there are no more orders than actions.
    while not won and not is_spent(c) and (count > 2 or c.iterations < count):
        if c.generations + 1 < s.phases and progress(c) * s.phases >= c.generations + 1:
            c.generations += 1
            if nodes[root].first != NONE:
                root = best_child(nodes, root, 0.0)
        if used == capacity:
            best = best_on_path(nodes, root)
            orders[:count] = orders[best * count : (best + 1) * count].copy()
            root, used = np.int64(ROOT), 1
            place_node(nodes, root, np.int64(NONE), nodes[best].value, number, rng)
        node = root
        while nodes[node].tried == number:
            node = best_child(nodes, node, s.exploration)
        x = nodes[node]
        pair = (np.int64(x.offset) + np.int64(x.tried) * np.int64(x.stride)) % number
        x.tried += 1
        order[:] = orders[node * count : (node + 1) * count]
        i, j = pairs[pair, 0], pairs[pair, 1]
        order[i], order[j] = order[j], order[i]
        value, length = judge_order(search, order, turn)
        offer(c, value, turn, length)
        won = is_won(game, playing[0], me)
        child, used = np.int64(used), used + 1
        place_node(nodes, child, node, value, number, rng)
        orders[child * count : (child + 1) * count] = order
        c.depth_sum += nodes[child].depth
        c.depth_count += 1
        c.depth_max = max(c.depth_max, nodes[child].depth)
        back_up(nodes, node, value)
    c.generations += 1
    c.exhausted = 1 if won or count <= 2 else 0
    if not won and s.result == BEST_ON_PATH:
        best = best_on_path(nodes, root)
        order[:] = orders[best * count : (best + 1) * count]
        playing[0] = states[0]
        _, length = play_order(game, playing[0], order, turn, search.work.actions)
        c.best_turn[:length] = turn[:length]
        c.best_value, c.best_length = nodes[best].value, length
