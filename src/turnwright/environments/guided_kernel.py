"""Tree search whose priors and values come from outside: many trees side by side, one leaf of each at a time.

Trees are arrays with a row for each game. A node is numbered in the order of its making, the root is 0. The edges of a
node lie side by side from `first` on; a node without edges has not been expanded, or the game is over there.
"""

from typing import NamedTuple

import numpy as np

from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule
from turnwright.core.encoding_defaults import list_accepted

NONE = -1


class Forest(NamedTuple):
    """Trees side by side."""

    states: np.ndarray
    """By tree and node."""
    players: np.ndarray
    first: np.ndarray
    edge_counts: np.ndarray
    """By tree and node: the player to move, the first edge, the number of edges."""
    actions: np.ndarray
    children: np.ndarray
    visits: np.ndarray
    priors: np.ndarray
    totals: np.ndarray
    """By tree and edge; totals are values for the player who moves at the edge's node."""
    nodes: np.ndarray
    edges: np.ndarray
    """By tree: how many there are."""
    path: np.ndarray
    """By tree and depth: the edges on the way to the leaf."""
    way: np.ndarray
    """By tree and depth: the nodes that they leave."""
    depth: np.ndarray
    leaf: np.ndarray


@entry
def plant(game, forest, roots):
    """One node for each tree."""
    forest = borrowed(forest)
    for b in range(roots.size):
        forest.states[b, 0] = roots[b]
        forest.players[b, 0] = game.player(roots[b])
        forest.first[b, 0], forest.edge_counts[b, 0] = NONE, 0
        forest.nodes[b], forest.edges[b] = 1, 0


@rule
def _best_edge(forest, b, node, exploration):
    """The edge with the highest sum of its mean value and its bonus: the prior, the more the less it was tried."""
    first, count = forest.first[b, node], forest.edge_counts[b, node]
    tried = 0
    for edge in range(first, first + count):
        tried += forest.visits[b, edge]
    growth = exploration * np.sqrt(np.float64(tried + 1))
    best, most = np.int64(first), -np.inf
    for edge in range(first, first + count):
        visits = forest.visits[b, edge]
        mean = np.float64(forest.totals[b, edge]) / visits if visits > 0 else 0.0
        score = mean + growth * forest.priors[b, edge] / (1 + visits)
        if score > most:
            best, most = np.int64(edge), score
    return best


@entry
def descend(game, forest, leaves, viewers, exploration):
    """Walk down every tree to a new leaf, or to the end of a game; the state there goes to `leaves`."""
    forest = borrowed(forest)
    for b in range(leaves.size):
        node, depth = np.int64(0), 0
        while forest.edge_counts[b, node] > 0:
            edge = _best_edge(forest, b, node, exploration)
            forest.way[b, depth], forest.path[b, depth] = node, edge
            depth += 1
            child = np.int64(forest.children[b, edge])
            if child == NONE:
                child = np.int64(forest.nodes[b])
                forest.nodes[b] += 1
                forest.children[b, edge] = child
                forest.states[b, child] = forest.states[b, node]
                game.apply(forest.states[b, child], np.int64(forest.actions[b, edge]))
                forest.players[b, child] = game.player(forest.states[b, child])
                forest.first[b, child], forest.edge_counts[b, child] = NONE, 0
                node = child
                break
            node = child
        forest.depth[b], forest.leaf[b] = depth, node
        leaves[b] = forest.states[b, node]
        viewers[b] = forest.players[b, node]


@rule
def _expand(game, code, forest, b, node, priors, buffer):
    """Give a node its edges, if there is room for them."""
    state = forest.states[b, node]
    count = list_accepted(game, state, buffer)
    first = forest.edges[b]
    if first + count > forest.actions.shape[1]:
        return
    total = 0.0
    for i in range(count):
        forest.actions[b, first + i] = buffer[i]
    for i in range(count):
        edge = first + i
        prior = priors[b, code.index_of(game, state, np.int64(forest.actions[b, edge]), buffer)]
        forest.priors[b, edge] = prior
        total += prior
        forest.children[b, edge], forest.visits[b, edge], forest.totals[b, edge] = NONE, 0, 0.0
    for edge in range(first, first + count):
        forest.priors[b, edge] = forest.priors[b, edge] / total if total > 0 else 1.0 / count
    forest.first[b, node], forest.edge_counts[b, node] = first, count
    forest.edges[b] = first + count


@entry
def back_up(game, code, forest, priors, values, buffer):
    """Expand the leaves by their priors, and carry their values up. `values` are for the player to move there."""
    forest = borrowed(forest)
    for b in range(values.size):
        node = np.int64(forest.leaf[b])
        state = forest.states[b, node]
        player = forest.players[b, node]
        value = np.float64(values[b])
        if game.is_over(state):
            value = np.float64((1 - 2 * player) * game.outcome(state))
        elif forest.edge_counts[b, node] == 0:
            _expand(game, code, forest, b, node, priors, buffer)
        for d in range(forest.depth[b]):
            edge = forest.path[b, d]
            is_same = forest.players[b, forest.way[b, d]] == player
            forest.visits[b, edge] += 1
            forest.totals[b, edge] += value if is_same else -value


@entry
def tell(game, code, forest, visits, values, buffer):
    """How often each action was tried at every root, by its index, and the mean value for the player to move."""
    forest = borrowed(forest)
    for b in range(values.size):
        tried, total = 0, 0.0
        first = forest.first[b, 0]
        for edge in range(first, first + forest.edge_counts[b, 0]):
            index = code.index_of(game, forest.states[b, 0], np.int64(forest.actions[b, edge]), buffer)
            visits[b, index] = forest.visits[b, edge]
            tried += forest.visits[b, edge]
            total += forest.totals[b, edge]
        values[b] = total / tried if tried > 0 else 0.0
