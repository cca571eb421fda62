"""The compiled part of Monte Carlo tree search: one ply is one action, nodes are states, statistics live on edges.

The tree is a structure of arrays that grow together. An edge block is laid out when a node is visited a second time, in
action order; its first `tried` edges have children. With the transposition table it is a graph: a state reached
twice is one node.
"""

import numpy as np

from turnwright.agents.bounds import growth_of, growth_table, highest_bound
from turnwright.agents.policies import GLOBAL, LOCAL, choices, order_choices, policy_action, rollout
from turnwright.core.compiled import entry, rule
from turnwright.core.control import MAX_TURN, is_spent, offer, progress
from turnwright.core.game import Game
from turnwright.core.tables import find, grown, is_free, occupy

ROOT = 0
NOW, LATER = 1, 2
NONE = -1
MAX_PATH = 100
ENDLESS = 1 << 30
MEAN, LOWEST, HIGHEST = range(3)
DESCRIBED, REFERENCE = range(2)

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


def room_for_tree(game: Game, nodes: int) -> list[np.ndarray]:
    """Arrays for a tree of about that many nodes. Room that is never used costs no memory."""
    edges = 8 * nodes + game.max_actions
    return [
        np.empty(nodes, dtype=NODE).view(np.recarray),
        np.empty(edges, dtype=EDGE).view(np.recarray),
        np.empty(edges, dtype=np.float32),
        np.empty(edges, dtype=np.float32),
    ]


@rule
def grown_records(array, size):
    larger = np.empty(size, dtype=array.dtype)
    larger[: array.size] = array
    return larger


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


@rule
def read_plan(game, states, me, s, control, nodes, edges, turn, buffer, rng):
    """The turn along the edges of highest mean, completed by the ordering where the tree ends too early.

    In the reference's reading it is not completed: the turn ends there. Returns its length and the value of its
    first edge.
    """
    state = states[0]
    node = ROOT
    length = 0
    value = 0.5
    while not game.is_over(state) and game.player(state) == me and length < MAX_TURN - 1:
        action = np.int64(game.end_action())
        if game.must_end(state, buffer):
            pass  # the tree's next node lies behind the end of the turn
        elif node != NONE and nodes[node].tried > 0:
            n = nodes[node]
            best, mean = n.first, -np.inf
            for e in range(n.first, n.first + n.tried):
                if edges[e].total > mean * edges[e].visits:
                    best, mean = e, edges[e].total / edges[e].visits
            action = np.int64(edges[best].action)
            if length == 0:
                value = mean
            node = np.int64(edges[best].child)
        elif s.variant == REFERENCE:
            node = NONE
        else:
            node = NONE
            action = policy_action(game, state, LOCAL if s.policy == LOCAL else GLOBAL, 1.0, buffer, rng)
            control.completed += 1
        game.apply(state, action)
        turn[length] = action
        length += 1
    if not game.is_over(state) and game.player(state) == me:
        turn[length] = game.end_action()
        length += 1
    return length, value


@entry
def search_tree(game, states, control, settings, nodes, edges, means, widths, rng):
    """Search until the budget is spent, and tell the control record of the plan.

    The arrays are room to work in. Returns them, as they may have grown, and how many nodes and edges they hold.
    """
    c, s = control[0], settings[0]
    me = game.player(states[0])
    buffer = np.empty(game.max_actions, dtype=np.int32)
    keys = np.empty(game.max_actions, dtype=np.int64)
    work = np.empty(2, dtype=states.dtype)
    walking, rolling = work[0:1], work[1:2]
    table = np.zeros(4096, dtype=np.uint64)
    table_nodes = np.zeros(4096, dtype=np.int32)
    path = np.empty(MAX_PATH + 1, dtype=np.int64)
    growth = growth_table()
    used, laid_out = 1, 0
    root = nodes[ROOT]
    root.first, root.visits, root.count, root.tried, root.mine, root.depth = NONE, 0, 0, 0, NOW, 0
    phases = max(1, game.actions_left(states[0])) if s.cut else 0
    burning = ROOT  # the node whose edge is fixed at the end of this phase
    collapsed = s.collapse == 0

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

        walking[0] = states[0]
        state = walking[0]
        node = ROOT
        length = 0
        while not game.is_over(state) and length < MAX_PATH:
            if nodes[node].first == NONE:
                if laid_out + game.max_actions > edges.size:
                    size = 2 * edges.size
                    edges = grown_records(edges, size)
                    means, widths = grown_records(means, size), grown_records(widths, size)
                count = choices(game, state, buffer)
                order_choices(game, state, buffer, count, keys)
                nodes[node].first, nodes[node].count = laid_out, count
                for i in range(count):
                    edges[laid_out + i].action = buffer[i]
                    edges[laid_out + i].child = NONE
                    edges[laid_out + i].visits = 0
                    edges[laid_out + i].total = 0.0
                laid_out += count
            n = nodes[node]
            if n.tried < n.count:
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
                    place = find(table, key)
                    if not is_free(table, place):
                        child = np.int64(table_nodes[place])
                if child == NONE:
                    child = used
                    used += 1
                    if used == nodes.size:
                        nodes = grown_records(nodes, 2 * nodes.size)
                    x = nodes[child]
                    x.first, x.count, x.tried, x.visits, x.depth = NONE, 0, 0, 0, length
                    x.mine = 0
                    if game.player(state) == me and not game.is_over(state):
                        x.mine = NOW if nodes[node].mine == NOW else LATER
                    if nodes[node].mine == NOW and x.mine != NOW:
                        c.unique += 1
                    if s.table:
                        occupy(table, place, key)
                        table_nodes[place] = child
                        if 4 * used >= 3 * table.size:
                            old_table, old_nodes = table, table_nodes
                            table = grown(old_table)
                            table_nodes = np.zeros(table.size, dtype=np.int32)
                            for i in range(old_table.size):
                                if not is_free(old_table, i):
                                    table_nodes[find(table, old_table[i])] = old_nodes[i]
                edges[edge].child = child
                break
            if n.count == 0:
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

    for node in range(used):
        if nodes[node].tried == 0:
            c.depth_sum += nodes[node].depth
            c.depth_count += 1
            c.depth_max = max(c.depth_max, nodes[node].depth)
    turn = np.empty(MAX_TURN, dtype=np.int32)
    walking[0] = states[0]
    length, value = read_plan(game, walking, me, s, c, nodes, edges, turn, buffer, rng)
    offer(c, value, turn, length)
    return nodes, edges, means, widths, used, laid_out
