"""The compiled part of turn-based evolutionary tree search: a tree whose nodes are starts of turns.

An edge is a whole turn. The first turns of a node are new; later ones are bred from existing ones. The more often a
node is visited, the more turns it may have (progressive widening), so the tree grows deep although a turn has millions
of outcomes.

A node stores no state: the turns that lead to it are played again, which costs less than breeding one turn. Row i of
the turns leads to node i. The memory is fixed; when it is full, no more turns are bred.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import is_won
from turnwright.agents.constants import NONE, ROOT
from turnwright.agents.genome_kernel import ANY, cross_genomes, mutate_genome
from turnwright.agents.oep_kernel import mutation_point
from turnwright.agents.search_kernel import Search
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.control_kernel import answer, is_late, is_spent
from turnwright.core.rng import below, uniform

MAX_DEPTH = 64
_TRIES = 4
"""How often a turn with the same end state as a sibling is mutated before the sibling is visited instead."""
_FIRST_LOOK, _NEXT_LOOK = 16, 1.5
"""The answer is reported after this many iterations, and whenever their number has grown by this factor."""

NODE = np.dtype(
    [
        ("child", np.int64),  # its newest child; NONE if it has none
        ("sibling", np.int64),  # the next older child of its parent
        ("children", np.int64),
        ("length", np.int64),  # of the turn that leads to it
        ("visits", np.int64),
        ("total", np.float64),  # sum of the values, from the searcher's view
        ("key", np.uint64),  # of its state
    ]
)
SCALE = np.dtype([("lowest", np.float64), ("highest", np.float64)])


class TurnTree(NamedTuple):
    """The arrays of a tree of turns."""

    nodes: np.ndarray
    turns: np.ndarray
    """One row per node, and a work row."""
    here: np.ndarray
    """The state of the current node."""
    scale: np.ndarray
    """The lowest and highest evaluation of an unfinished game so far. Confidence bounds are relative to this range."""


@rule
def place_node(nodes, node, parent, length, key):
    """Write a new node without children. Its turn is already in its row."""
    x = nodes[node]
    x.child, x.sibling, x.children, x.length, x.visits, x.total, x.key = NONE, NONE, 0, length, 0, 0.0, key
    if parent != NONE:
        x.sibling = nodes[parent].child
        nodes[parent].child = node
        nodes[parent].children += 1


@rule
def child_with(nodes, node, key):
    """The child of a node with a given state; NONE if there is none."""
    child = nodes[node].child
    while child != NONE and nodes[child].key != key:
        child = nodes[child].sibling
    return child


@rule
def good_child(nodes, node, sign, rng):
    """The better of two random children for the player to move; `sign` is 1 for the searcher and -1 for the
    opponent."""
    best = NONE
    for _ in range(2):
        child = nodes[node].child
        for _ in range(below(rng, nodes[node].children)):
            child = nodes[child].sibling
        if best == NONE or sign * mean_of(nodes, child) > sign * mean_of(nodes, best):
            best = child
    return best


@rule
def mean_of(nodes, node):
    """The mean value of a node, from the searcher's view."""
    return nodes[node].total / max(1, nodes[node].visits)


@rule
def most_promising(tree, node, sign, exploration):
    """The child with the highest upper confidence bound for the player to move; on ties the newest."""
    nodes, scale = tree.nodes, tree.scale[0]
    factor = exploration * max(0.0, scale.highest - scale.lowest) * np.sqrt(np.log(max(1, nodes[node].visits)))
    best, highest = NONE, -np.inf
    child = nodes[node].child
    while child != NONE:
        bound = sign * mean_of(nodes, child) + factor / np.sqrt(max(1, nodes[child].visits))
        if best == NONE or bound > highest:
            best, highest = child, bound
        child = nodes[child].sibling
    return best


@rule
def most_visited(nodes):
    """The child of the root with the most visits; on ties the one with the highest mean."""
    best = nodes[ROOT].child
    child = best
    while child != NONE:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and mean_of(nodes, child) > mean_of(nodes, best)):
            best = child
        child = nodes[child].sibling
    return best


@rule
def must_stop(control):
    """Whether the budget is used up. A greedy turn may take milliseconds, so the clock is read every time."""
    return is_spent(control) or is_late(control)


@inlined
def breed_turn(search, tree, node, row, sign):
    """Write a new turn for a node, whose state is in `here`, to a row and play it. Returns its length.

    Afterwards, `search.work.playing` is the state after the turn. A turn with the same end state as a sibling is
    mutated a few times.
    """
    nodes, turns, s, rng = tree.nodes, tree.turns, search.settings, search.work.rng
    before = nodes.size
    length = np.int64(0)
    for attempt in range(_TRIES):
        is_new = nodes[node].children < s.first_turns
        if attempt == 0 and (is_new or uniform(rng) >= s.mutation):
            # With empty parents every gene is a repair, which gives a new turn.
            mother = father = (np.int64(ROOT), np.int64(0))
            if not is_new:
                one, other = good_child(nodes, node, sign, rng), good_child(nodes, node, sign, rng)
                mother, father = (one, nodes[one].length), (other, nodes[other].length)
            length, _ = cross_genomes(search, turns, row, mother, father, s.repair)
        else:
            source = row
            if attempt == 0:
                source = good_child(nodes, node, sign, rng)
                length = nodes[source].length
            for i in range(length):
                turns[before, i] = turns[source, i]
            at = max(0, mutation_point(search, turns, before, length))
            length, _ = mutate_genome(search, turns, row, (before, length), at, ANY, s.repair)
        is_known = child_with(nodes, node, search.game.state_hash(search.work.playing[0])) != NONE
        if not is_known or must_stop(search.control):
            break
    return length


@rule
def play_turn(search, tree, node):
    """Play the turn that leads to a node, in `here`."""
    for i in range(tree.nodes[node].length):
        search.game.apply(tree.here[0], np.int64(tree.turns[node, i]))
    search.control.steps += tree.nodes[node].length


@inlined
def evaluate(search, scale, state):
    """The value of a state, from the searcher's view. Values of unfinished games extend the range."""
    search.control.evaluations += 1
    value = search.game.evaluate(state, search.me)
    if not search.game.is_over(state):
        scale.lowest, scale.highest = min(scale.lowest, value), max(scale.highest, value)
    return value


@rule
def tell_answer(search, tree):
    """Make the most visited turn the answer."""
    best = most_visited(tree.nodes)
    answer(search.control, mean_of(tree.nodes, best), tree.turns[best], tree.nodes[best].length)


@entry
def grow_turns(game, states, control, settings, tree, work):
    """Search until the budget is used up, and report the turn to the control record. Returns the number of nodes."""
    tree = borrowed(tree)
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, me, nodes, here = search.control, search.settings, search.me, tree.nodes, tree.here
    path = np.empty(MAX_DEPTH + 1, dtype=np.int64)
    place_node(nodes, ROOT, NONE, 0, game.state_hash(states[0]))
    tree.scale[0].lowest, tree.scale[0].highest = np.inf, -np.inf
    used = 1
    look = np.float64(_FIRST_LOOK)
    forced = game.must_end(states[0], search.work.actions)

    while nodes[ROOT].children == 0 or not must_stop(c):
        here[0] = search.start[0]
        node = np.int64(ROOT)
        depth = 0
        path[0] = node
        value = 0.0
        won = False
        while True:
            if game.is_over(here[0]) or depth == MAX_DEPTH:
                value = evaluate(search, tree.scale[0], here[0])
                break
            mover = game.player(here[0])
            sign = 1.0 if mover == me else -1.0
            n = nodes[node]
            room = s.widening * np.float64(n.visits) ** s.power
            if used < nodes.size and (n.children == 0 or n.children < room):
                at = Search(game, here, mover, s, c, search.work)
                length = breed_turn(at, tree, node, used, sign)
                key = game.state_hash(search.work.playing[0])
                child = child_with(nodes, node, key)
                if child == NONE:
                    child = np.int64(used)
                    place_node(nodes, child, node, length, key)
                    used += 1
                    c.unique += np.int64(node == ROOT)
                value = evaluate(search, tree.scale[0], search.work.playing[0])
                won = node == ROOT and is_won(game, search.work.playing[0], me)
                depth += 1
                path[depth] = child
                break
            if n.children == 0:  # the memory is full
                value = evaluate(search, tree.scale[0], here[0])
                break
            node = most_promising(tree, node, sign, s.exploration)
            play_turn(search, tree, node)
            depth += 1
            path[depth] = node
        for i in range(depth + 1):
            nodes[path[i]].visits += 1
            nodes[path[i]].total += value
        c.iterations += 1
        c.depth_sum += depth
        c.depth_count += 1
        c.depth_max = max(c.depth_max, depth)
        if won:  # no later turn can be better
            c.exhausted = 1
            best = path[1]
            answer(c, value, tree.turns[best], nodes[best].length)
            return used
        if forced:  # the turn leaves no choice
            c.exhausted = 1
            break
        if c.iterations >= look:
            look *= _NEXT_LOOK
            tell_answer(search, tree)
    tell_answer(search, tree)
    return used
