"""The compiled part of Monte Carlo tree search: one ply is one action, nodes are states, statistics live on edges.

The tree is a structure of arrays. Their room is fixed: where it is full the tree grows no more, and rollouts go on
sharpening what is there. An edge block is laid out when a node is visited a second time, in
action order; its first `tried` edges have children. With the transposition table it is a graph: a state reached
twice is one node.
"""

import numpy as np

from turnwright.agents.bounds import growth_of, growth_table, highest_bound
from turnwright.agents.memory import (
    KEY,
    NUMBER,
    SINGLE,
    TABLE,
    Room,
    Rooms,
    expected_nodes,
    is_known,
    place_of,
    put,
    table_room,
)
from turnwright.agents.policies import choices, order_choices, rollout
from turnwright.agents.tree_plan import NONE, ROOT, tell_plan
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry, rule
from turnwright.core.control import is_spent, progress
from turnwright.core.game import Game

NOW, LATER = 1, 2
MAX_PATH = 100
ENDLESS = 1 << 30
MEAN, LOWEST, HIGHEST = range(3)
_LOOKS = 64
"""How often in a search its plan is told, so that it can be watched."""
_BETWEEN_LOOKS = 64
"""Iterations after which it is time to ask whether it is time."""
_MOST_NODES = 1 << 22
_MOST_EDGES = 1 << 25
_EDGES_PER_NODE = 32
"""More than most searches lay out, 2 to 30 in Hero Academy."""

NODE = np.dtype(
    [
        ("first", np.int64),  # index of its first edge; NONE before it is laid out
        ("visits", np.int64),
        ("count", np.int32),  # edges
        ("tried", np.int32),  # edges that have a child
        ("mine", np.int32),  # whether the searcher is to move: NOW in the present turn, LATER in another; else 0
        ("depth", np.int32),  # at which it was first reached
    ]
)
EDGE = np.dtype([("action", np.int32), ("child", np.int32), ("visits", np.int64), ("total", np.float64)])
"""What selection scans, means and confidence widths, is kept apart and small: that is where the time goes."""


def rooms_for_trees() -> Rooms:
    """Room for trees: nodes, edges with their means and confidence widths, the table of transpositions."""
    return Rooms(NODE, EDGE, SINGLE, SINGLE, KEY, NUMBER, TABLE)


def room_for_tree(rooms: Rooms, game: Game, budget: Budget) -> Room:
    """Room for a search with that budget."""
    nodes = expected_nodes(budget, _MOST_NODES)
    edges = min(_EDGES_PER_NODE * nodes, _MOST_EDGES) + game.max_actions
    places = table_room(nodes)
    room = rooms.take(nodes, edges, edges, edges, places, places, 1)
    room.clear_table(4, 6, nodes)
    return room


@rule
def best_edge(nodes, means, widths, node, exploration, growth):
    """The tried edge of highest upper confidence bound; of equals the first."""
    n = nodes[node]
    factor = exploration * growth_of(n.visits, growth) if exploration > 0.0 else 0.0
    return highest_bound(means, widths, n.first, np.int64(n.tried), np.float32(factor))


@rule
def keep_edge(nodes, edges, means, widths, node, edge):
    """Cut all edges of a node but one."""
    n = nodes[node]
    edges[n.first] = edges[edge]
    means[n.first], widths[n.first] = means[edge], widths[edge]
    n.count = n.tried = 1


@rule
def settle(game, state, buffer, control):
    """End the turn where nothing else is left to do."""
    if not game.is_over(state) and game.must_end(state, buffer):
        game.apply(state, game.end_action())
        control.steps += 1


@rule
def leaf_value(game, state, me, s, control, buffer, rolling, rng):
    """The value of a leaf in [0, 1] for the searcher: one rollout, or several combined."""
    total = 0.0
    extreme = np.inf if s.combine == LOWEST else -np.inf
    for _ in range(s.rollouts):
        rolling[0] = state
        turns = ENDLESS if s.depth == 0 else s.depth
        rollout(game, rolling[0], turns, s.policy, s.greedy, control, buffer, rng)
        control.evaluations += 1
        value = game.normalise(game.evaluate(rolling[0], me))
        total += value
        extreme = min(extreme, value) if s.combine == LOWEST else max(extreme, value)
    return total / s.rollouts if s.combine == MEAN else extreme


@rule
def collapse(nodes, edges, means, widths, used):
    """Cut every branch of the searcher's turn that does not lead to its end; nothing new grows there."""
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
                reached = reached or leads[edges[e].child]
            if reached:
                leads[node] = changed = True
    for node in range(used):
        n = nodes[node]
        if n.mine != NOW or n.first == NONE:
            continue
        kept = n.first
        for e in range(n.first, n.first + n.tried):
            if leads[edges[e].child]:
                edges[kept] = edges[e]
                means[kept], widths[kept] = means[e], widths[e]
                kept += 1
        n.count = n.tried = kept - n.first


@entry
def search_tree(game, states, control, settings, nodes, edges, means, widths, keys, places, table, rng):
    """Search until the budget is spent, and tell the control record of the plan.

    The arrays are room to work in. Returns how many nodes and edges they hold.
    """
    c, s = control[0], settings[0]
    me = game.player(states[0])
    buffer = np.empty(game.max_actions, dtype=np.int32)
    order = np.empty(game.max_actions, dtype=np.int64)
    work = np.empty(2, dtype=states.dtype)
    walking, rolling = work[0:1], work[1:2]
    known = table[0]
    path = np.empty(MAX_PATH + 1, dtype=np.int64)
    growth = growth_table()
    used, laid_out = 1, 0
    root = nodes[ROOT]
    root.first, root.visits, root.count, root.tried, root.mine, root.depth = NONE, 0, 0, 0, NOW, 0
    c.depth_count = 1
    phases = max(1, game.actions_left(states[0])) if s.cut else 0
    burning = ROOT  # the node whose edge is fixed at the end of this phase
    collapsed = s.collapse == 0
    looks = 0

    while not is_spent(c):
        if c.generations < phases and progress(c) * phases >= c.generations + 1:
            c.generations += 1
            if burning != NONE and nodes[burning].mine == NOW and nodes[burning].tried > 0:
                edge = best_edge(nodes, means, widths, burning, 0.0, growth)
                keep_edge(nodes, edges, means, widths, burning, edge)
                burning = np.int64(edges[nodes[burning].first].child)
        if not collapsed and c.unique >= s.collapse:
            collapse(nodes, edges, means, widths, used)
            collapsed = True
        if c.iterations % _BETWEEN_LOOKS == _BETWEEN_LOOKS - 1 and progress(c) * _LOOKS >= looks + 1:
            looks = np.int64(progress(c) * _LOOKS)
            tell_plan(game, states, me, s, c, nodes, edges, NONE, rolling, buffer, rng)

        full = used == nodes.size or laid_out + game.max_actions > edges.size
        walking[0] = states[0]
        state = walking[0]
        node = ROOT
        length = 0
        while not game.is_over(state) and length < MAX_PATH:
            if nodes[node].first == NONE:
                if full:
                    break
                count = choices(game, state, buffer)
                order_choices(game, state, buffer, count, order)
                nodes[node].first, nodes[node].count = laid_out, count
                for i in range(count):
                    edges[laid_out + i].action = buffer[i]
                    edges[laid_out + i].child = NONE
                    edges[laid_out + i].visits = 0
                    edges[laid_out + i].total = 0.0
                laid_out += count
            n = nodes[node]
            if n.tried < n.count and not full:
                if n.tried == 0:  # no leaf any more
                    c.depth_sum -= n.depth
                    c.depth_count -= 1
                edge = n.first + n.tried
                n.tried += 1
                game.apply(state, np.int64(edges[edge].action))
                c.steps += 1
                settle(game, state, buffer, c)
                path[length] = edge
                length += 1
                place = 0
                child = NONE
                if s.table:
                    key = game.state_hash(state)
                    place = place_of(keys, known, key)
                    if is_known(keys, place):
                        child = np.int64(places[place])
                if child == NONE:
                    child = used
                    used += 1
                    x = nodes[child]
                    x.first, x.count, x.tried, x.visits, x.depth = NONE, 0, 0, 0, length
                    x.mine = 0
                    if game.player(state) == me and not game.is_over(state):
                        x.mine = NOW if nodes[node].mine == NOW else LATER
                    if nodes[node].mine == NOW and x.mine != NOW:
                        c.unique += 1
                    if s.table:
                        put(keys, places, known, place, key, child)
                    c.depth_sum += length
                    c.depth_count += 1
                    c.depth_max = max(c.depth_max, length)
                edges[edge].child = child
                break
            if n.tried == 0:
                break
            edge = best_edge(nodes, means, widths, node, 2.0 * s.exploration, growth)
            game.apply(state, np.int64(edges[edge].action))
            c.steps += 1
            settle(game, state, buffer, c)
            path[length] = edge
            length += 1
            node = np.int64(edges[edge].child)

        value = leaf_value(game, state, me, s, c, buffer, rolling, rng)
        nodes[ROOT].visits += 1
        node = ROOT
        for i in range(length):
            edge = path[i]
            e = edges[edge]
            e.visits += 1
            e.total += value if nodes[node].mine else 1.0 - value
            means[edge] = e.total / e.visits
            widths[edge] = 1.0 / np.sqrt(np.float64(e.visits))
            node = np.int64(e.child)
            nodes[node].visits += 1
        c.iterations += 1

    tell_plan(game, states, me, s, c, nodes, edges, NONE, rolling, buffer, rng)
    return used, laid_out
