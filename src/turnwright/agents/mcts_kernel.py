"""The compiled part of Monte Carlo tree search: select, expand, roll out, back up, until the budget is spent.

The room for a tree is fixed: where it is full the tree grows no more, and rollouts go on sharpening what is there.
"""

import numpy as np

from turnwright.agents.constants import NONE, ROOT
from turnwright.agents.mcts_tree_kernel import (
    LATER,
    NOW,
    THEIRS,
    back_up,
    best_edge,
    collapse,
    keep_edge,
    lay_out,
    place_node,
    tell_plan,
)
from turnwright.agents.rollout_kernel import value_after_rollouts
from turnwright.agents.search_kernel import Search
from turnwright.agents.ucb_kernel import growth_table
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined
from turnwright.core.control_kernel import is_spent, progress
from turnwright.core.hash_table import is_known, place_of, put

MAX_PATH = 100
_LOOKS = 64
"""How often in a search its plan is told, so that it can be watched."""
_BETWEEN_LOOKS = 64
"""Iterations after which it is time to ask whether it is time."""


@inlined
def take_edge(search, state, action):
    """Play an action, and end the turn behind it where nothing else is left to do."""
    game, control = search.game, search.control
    game.apply(state, action)
    control.steps += 1
    if not game.is_over(state) and game.must_end(state, search.work.actions):
        game.apply(state, game.end_action())
        control.steps += 1


@inlined
def child_of(search, state, tree, parent, used, depth):
    """The node of a state that was reached from a node: a known one, or a new one with the number `used`."""
    game, c, is_merged = search.game, search.control, search.settings.table
    key, place = np.uint64(0), np.int64(0)
    if is_merged:
        key = game.state_hash(state)
        place = place_of(tree.seen, key)
        if is_known(tree.seen, place):
            return np.int64(tree.seen.values[place])
    nodes = tree.nodes
    mine = THEIRS
    if game.player(state) == search.me and not game.is_over(state):
        mine = NOW if nodes[parent].mine == NOW else LATER
    place_node(nodes, used, mine, depth)
    if nodes[parent].mine == NOW and mine != NOW:
        c.unique += 1
    if is_merged:
        put(tree.seen, place, key, used)
    c.depth_sum += depth
    c.depth_count += 1
    c.depth_max = max(c.depth_max, depth)
    return np.int64(used)


@entry
def search_tree(game, states, control, settings, tree, work):
    """Search until the budget is spent, and tell the control record of the plan.

    Returns how many nodes and edges the tree has.
    """
    tree = borrowed(tree)
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, me = search.control, search.settings, search.me
    nodes, edges = tree.nodes, tree.edges
    path = np.empty(MAX_PATH + 1, dtype=np.int64)
    growth = growth_table()
    used, laid_out = 1, 0
    place_node(nodes, ROOT, NOW, 0)
    c.depth_count = 1
    phases = max(1, game.actions_left(states[0])) if s.cut else 0
    burning = np.int64(ROOT)  # the node whose edge is fixed at the end of this phase
    collapsed = s.collapse == 0
    looks = 0

    while not is_spent(c):
        if c.generations < phases and progress(c) * phases >= c.generations + 1:
            c.generations += 1
            if burning != NONE and nodes[burning].mine == NOW and nodes[burning].tried > 0:
                keep_edge(tree, burning, best_edge(tree, burning, 0.0, growth))
                burning = np.int64(edges[nodes[burning].first].child)
        if not collapsed and c.unique >= s.collapse:
            collapse(tree, used)
            collapsed = True
        if c.iterations % _BETWEEN_LOOKS == _BETWEEN_LOOKS - 1 and progress(c) * _LOOKS >= looks + 1:
            looks = np.int64(progress(c) * _LOOKS)
            tell_plan(search, tree, NONE)

        full = used == nodes.size or laid_out + game.list_room > edges.size
        search.work.playing[0] = search.start[0]
        state = search.work.playing[0]
        node = np.int64(ROOT)
        length = 0
        while not game.is_over(state) and length < MAX_PATH:
            if nodes[node].first == NONE:
                if full:
                    break
                laid_out += lay_out(game, state, tree, node, laid_out, search.work)
            n = nodes[node]
            expanding = n.tried < n.count and not full
            if expanding:
                if n.tried == 0:  # no leaf any more
                    c.depth_sum -= n.depth
                    c.depth_count -= 1
                edge = n.first + n.tried
                n.tried += 1
            elif n.tried == 0:
                break
            else:
                edge = best_edge(tree, node, 2.0 * s.exploration, growth)
            take_edge(search, state, np.int64(edges[edge].action))
            path[length] = edge
            length += 1
            if expanding:
                child = child_of(search, state, tree, node, used, length)
                used += np.int64(child == used)
                edges[edge].child = child
                break
            node = np.int64(edges[edge].child)

        back_up(tree, path, length, value_after_rollouts(game, state, me, s, c, search.work, True))
        c.iterations += 1

    tell_plan(search, tree, NONE)
    return used, laid_out
