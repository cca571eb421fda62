"""The compiled part of Monte Carlo tree search: select, expand, roll out, back up, until the budget is spent.

The memory for a tree is fixed. When it is full, the tree stops growing, and rollouts keep refining its statistics.
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
from turnwright.core.prefetch import prefetch, prefetch_key

MAX_PATH = 100
_LOOKS = 64
"""How often a search reports its plan, so that it can be watched."""
_BETWEEN_LOOKS = 64
"""The number of iterations between two checks of whether to report."""


@inlined
def take_edge(search, state, action):
    """Play an action, and end the turn after it if nothing else is left to do."""
    game, control = search.game, search.control
    game.apply(state, action)
    control.steps += 1
    if not game.is_over(state) and game.must_end(state, search.work.actions):
        game.apply(state, game.end_action())
        control.steps += 1


@inlined
def owner_of(search, state, parent):
    """The owner of a state that was reached from a node: THEIRS, NOW or LATER."""
    if search.game.player(state) != search.me or search.game.is_over(state):
        return THEIRS
    return NOW if parent.mine == NOW else LATER


@inlined
def prefetch_node(tree, node):
    """Prefetch what the next step of the descent reads at a node, while the action is played."""
    n = tree.nodes[node]
    prefetch(tree.links, n.first + n.tried)
    prefetch(tree.means, n.first)
    prefetch(tree.widths, n.first)


@inlined
def child_of(search, key, mine, tree, parent, used, depth):
    """The node of a state that was reached from a node: an existing node, or a new one with the number `used`.

    The state is given by its owner and, if states are merged, its key.
    """
    c, is_merged = search.control, search.settings.table
    place = np.int64(0)
    if is_merged:
        place = place_of(tree.seen, key)
        if is_known(tree.seen, place):
            return np.int64(tree.seen.values[place])
    place_node(tree.nodes, used, mine, depth)
    if tree.nodes[parent].mine == NOW and mine != NOW:
        c.unique += 1
    if is_merged:
        put(tree.seen, place, key, used)
    c.depth_sum += depth
    c.depth_count += 1
    c.depth_max = max(c.depth_max, depth)
    return np.int64(used)


@entry
def search_tree(game, states, control, settings, tree, work):
    """Search until the budget is used up, and report the plan to the control record.

    Returns the numbers of nodes and edges.
    """
    tree = borrowed(tree)
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, me = search.control, search.settings, search.me
    nodes, links = tree.nodes, tree.links
    path = np.empty(MAX_PATH + 1, dtype=np.int64)
    growth = growth_table()
    # Every descent starts with an action of the root, so the states after these actions are stored. If edges are cut,
    # they change places, and nothing is stored.
    is_whole = not s.cut and s.collapse == 0
    firsts = np.empty(game.list_room, dtype=states.dtype)
    first_steps = np.empty(game.list_room, dtype=np.int64)
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
                burning = np.int64(links[nodes[burning].first].child)
        if not collapsed and c.unique >= s.collapse:
            collapse(tree, used)
            collapsed = True
        if c.iterations % _BETWEEN_LOOKS == _BETWEEN_LOOKS - 1 and progress(c) * _LOOKS >= looks + 1:
            looks = np.int64(progress(c) * _LOOKS)
            tell_plan(search, tree, NONE)

        full = used == nodes.size or laid_out + game.list_room > links.size
        state = search.work.playing[0]
        node, length = np.int64(ROOT), 0
        root = nodes[ROOT]
        if is_whole and root.tried > 0 and (root.tried == root.count or full):
            edge = best_edge(tree, ROOT, 2.0 * s.exploration, growth)
            node = np.int64(links[edge].child)
            prefetch_node(tree, node)
            prefetch(tree.sums, edge)
            search.work.playing[0] = firsts[edge - root.first]
            c.steps += first_steps[edge - root.first]
            path[0] = edge
            length = 1
        else:
            search.work.playing[0] = search.start[0]
        key, mine = np.uint64(0), THEIRS
        expanding = False
        while not game.is_over(state) and length < MAX_PATH:
            if nodes[node].first == NONE:
                if full:
                    break
                laid_out += lay_out(game, state, tree, node, laid_out, s.ties, search.work)
            n = nodes[node]
            expanding = n.tried < n.count and not full
            if expanding:
                if n.tried == 0:  # not a leaf any more
                    c.depth_sum -= n.depth
                    c.depth_count -= 1
                edge = n.first + n.tried
                n.tried += 1
                prefetch(tree.means, edge)
                prefetch(tree.widths, edge)
            elif n.tried == 0:
                break
            else:
                edge = best_edge(tree, node, 2.0 * s.exploration, growth)
                prefetch_node(tree, np.int64(links[edge].child))
            prefetch(tree.sums, edge)
            steps = c.steps
            take_edge(search, state, np.int64(links[edge].action))
            if length == 0 and is_whole:
                firsts[edge - n.first] = state
                first_steps[edge - n.first] = c.steps - steps
            path[length] = edge
            length += 1
            if expanding:
                mine = owner_of(search, state, n)
                if s.table:
                    key = game.state_hash(state)
                    prefetch_key(tree.seen, key)
                break
            node = np.int64(links[edge].child)

        value = value_after_rollouts(game, state, me, s, c, search.work, True, True)
        if expanding:  # only now, when its slot in the table is in the cache
            edge = path[length - 1]
            child = child_of(search, key, mine, tree, node, used, length)
            used += np.int64(child == used)
            links[edge].child = child
            tree.sums[edge].visits, tree.sums[edge].total = 0, 0.0
        back_up(tree, path, length, value)
        c.iterations += 1

    tell_plan(search, tree, NONE)
    return used, laid_out
