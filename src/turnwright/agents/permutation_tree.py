"""The compiled part of Evolutionary MCTS on permutations: a tree whose edges exchange two actions.

A node is a permutation; a child differs from it by one exchange. A node's exchanges are tried in an order of its own,
each once: every so many places further on, round and round. Only when all have been tried does the search go on below.

The room for a tree is fixed. Where it is full the tree starts again from the best permutation on its best path.
"""

import numpy as np

from turnwright.agents.genomes import is_won
from turnwright.agents.memory import NUMBER, Room, Rooms, expected_nodes
from turnwright.agents.permutations import judge_order, play_order, shuffle
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry, rule
from turnwright.core.control import MAX_TURN, answer, is_spent, offer, progress
from turnwright.core.game import Game
from turnwright.core.rng import below

NONE = -1
_MOST_NODES = 1 << 16

NODE = np.dtype(
    [
        ("value", np.float64),  # of its own permutation
        ("average", np.float64),  # over everything below it, and itself
        ("visits", np.int32),
        ("parent", np.int32),
        ("first", np.int32),  # its youngest child
        ("next", np.int32),  # the child of the same parent before it
        ("tried", np.int32),  # exchanges that have a child
        ("offset", np.int32),  # the first exchange to be tried
        ("stride", np.int32),  # from one exchange to the next; without a common divisor with their number
        ("depth", np.int32),
    ]
)


def rooms_for_orders() -> Rooms:
    """Room for trees of permutations: nodes, and their permutations one after the other."""
    return Rooms(NODE, NUMBER)


def room_for_orders(rooms: Rooms, game: Game, budget: Budget) -> Room:
    """Room for a search with that budget."""
    nodes = expected_nodes(budget, _MOST_NODES)
    return rooms.take(nodes, nodes * game.max_actions)


@rule
def _greatest_common_divisor(a, b):
    while b:
        a, b = b, a % b
    return a


@rule
def _place(nodes, node, parent, value, pairs, rng):
    """Write a new node."""
    x = nodes[node]
    x.value = x.average = value
    x.visits = 1
    x.parent, x.first, x.next, x.tried = parent, NONE, NONE, 0
    x.depth = nodes[parent].depth + 1 if parent != NONE else 0
    x.offset = x.stride = 0
    if pairs > 0:
        x.offset = below(rng, pairs)
        stride = 1 + below(rng, pairs)
        while _greatest_common_divisor(stride, pairs) > 1:
            stride = 1 + below(rng, pairs)
        x.stride = stride


@rule
def _best_child(nodes, node, exploration):
    """The child of highest upper confidence bound; of equals the youngest."""
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
def _best_on_path(nodes, root):
    """The node of highest value on the way from the root that always takes the best child."""
    best = node = root
    while nodes[node].first != NONE:
        node = _best_child(nodes, node, 0.0)
        if nodes[node].value > nodes[best].value:
            best = node
    return best


@rule
def _list_pairs(count):
    """All exchanges of two places."""
    pairs = np.empty((count * (count - 1) // 2, 2), dtype=np.int32)
    n = 0
    for i in range(count):
        for j in range(i + 1, count):
            pairs[n, 0], pairs[n, 1] = i, j
            n += 1
    return pairs


@entry
def search_orders(game, states, control, settings, nodes, orders, rng):
    """Search until the budget is spent, and tell the control record of the turn found."""
    c, s = control[0], settings[0]
    me = game.player(states[0])
    buffer = np.empty(game.max_actions, dtype=np.int32)
    order = buffer[: game.possible_actions(states[0], buffer)]
    count = order.size
    pairs = _list_pairs(count)
    number = pairs.shape[0]
    capacity = min(nodes.size, orders.size // max(1, count))
    turn = np.empty(MAX_TURN, dtype=np.int32)
    playing = states.copy()
    shuffle(order, rng)
    value, length = judge_order(game, states, me, order, c, playing, turn)
    answer(c, value, turn, length)
    _place(nodes, 0, NONE, value, number, rng)
    orders[:count] = order
    root, used = np.int64(0), 1
    won = is_won(game, playing[0], me)
    # Up to two actions have no more orders than actions.
    while not won and not is_spent(c) and (count > 2 or c.iterations < count):
        if c.generations + 1 < s.phases and progress(c) * s.phases >= c.generations + 1:
            c.generations += 1
            if nodes[root].first != NONE:
                root = _best_child(nodes, root, 0.0)
        if used == capacity:
            best = _best_on_path(nodes, root)
            orders[:count] = orders[best * count : (best + 1) * count].copy()
            _place(nodes, 0, NONE, nodes[best].value, number, rng)
            root, used = np.int64(0), 1
        node = root
        while nodes[node].tried == number:
            node = _best_child(nodes, node, s.exploration)
        x = nodes[node]
        pair = (np.int64(x.offset) + np.int64(x.tried) * np.int64(x.stride)) % number
        x.tried += 1
        order[:] = orders[node * count : (node + 1) * count]
        i, j = pairs[pair, 0], pairs[pair, 1]
        order[i], order[j] = order[j], order[i]
        value, length = judge_order(game, states, me, order, c, playing, turn)
        offer(c, value, turn, length)
        won = is_won(game, playing[0], me)
        child, used = used, used + 1
        _place(nodes, child, node, value, number, rng)
        nodes[child].next = nodes[node].first
        nodes[node].first = child
        orders[child * count : (child + 1) * count] = order
        c.depth_sum += nodes[child].depth
        c.depth_count += 1
        c.depth_max = max(c.depth_max, nodes[child].depth)
        while node != NONE:
            x = nodes[node]
            x.visits += 1
            x.average += (value - x.average) / x.visits
            node = np.int64(x.parent)
    c.generations += 1
    c.exhausted = 1 if won or count <= 2 else 0
    if not won and s.result == 0:
        best = _best_on_path(nodes, root)
        order[:] = orders[best * count : (best + 1) * count]
        playing[0] = states[0]
        _, length = play_order(game, playing[0], me, order, turn)
        c.best_turn[:length] = turn[:length]
        c.best_value, c.best_length = nodes[best].value, length
