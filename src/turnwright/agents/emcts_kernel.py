"""The compiled part of Evolutionary MCTS: a tree over whole genomes whose edges are mutations.

A node is a genome. A child differs from its parent by one mutation and the repairs that this requires. The mutations of
a node are listed when it is first expanded, and tried in random order. Values are from the searcher's view, so the best
child is simply the one with the highest mean.

The memory for a tree is fixed. When it is full, the tree restarts from the best mutation of its root, as at the end of
a phase, but without its subtree.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import choices, is_won
from turnwright.agents.constants import NONE, ROOT
from turnwright.agents.genome_kernel import REPAIR_GREEDILY, answer_genome, make_genome, mutate_genome, offer_genome
from turnwright.agents.rollout_kernel import judge
from turnwright.agents.search_kernel import Search
from turnwright.agents.ucb_kernel import growth_of, growth_table
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.control_kernel import is_spent, progress
from turnwright.core.hash_table import Table, add, size
from turnwright.core.highest_bound import highest_bound
from turnwright.core.rng import below

MAX_DEPTH = 4096

OPTIMISED, MODELLED = range(2)
"""`future`: whether later turns of the searcher are mutated, or only repaired."""
SHUFFLED, LISTED = range(2)
"""`order`: the order in which mutations are tried."""
FINAL_ROOT, BEST_SEEN = range(2)
"""`result`."""
JUDGED_BEFORE, JUDGED_AFTER = range(2)
"""`judged`: whether a genome is evaluated before or after the end of the turn, if only the end is left."""

NODE = np.dtype(
    [
        ("first", np.int64),  # index of its first mutation; NONE before they are listed
        ("count", np.int64),  # mutations
        ("tried", np.int64),  # mutations with a child
        ("slot", np.int64),  # the mutation of the parent that created it
        ("visits", np.int64),
        ("value", np.float64),
        ("length", np.int64),
        ("head", np.int64),  # length of the searcher's first turn
        ("depth", np.int64),
    ]
)
MUTATION = np.dtype([("position", np.int32), ("action", np.int32), ("child", np.int32), ("visits", np.int32)])


class GenomeTree(NamedTuple):
    """The arrays of a tree of genomes."""

    nodes: np.ndarray
    genes: np.ndarray
    """One row per node."""
    mutations: np.ndarray
    means: np.ndarray
    """Statistics of the mutations. Selection reads only means and confidence widths."""
    widths: np.ndarray
    seen: Table
    """The set of end states of all genomes so far."""


@rule
def lay_out(search, tree, node, at):
    """Write all mutations of a node's genome from index `at` on. Returns their number."""
    game, mutations, actions = search.game, tree.mutations, search.work.actions
    search.work.playing[0] = search.start[0]
    state = search.work.playing[0]
    count = 0
    end = game.end_action()
    for i in range(tree.nodes[node].length):
        gene = np.int64(tree.genes[node, i])
        if game.player(state) == search.me and gene != end:
            number = choices(game, state, actions)
            for k in range(number):
                if actions[k] != gene:
                    mutations[at + count].position = i
                    mutations[at + count].action = actions[k]
                    count += 1
        elif search.settings.future != OPTIMISED:
            break
        game.apply(state, gene)
    return count


@inlined
def best_child(tree, node, exploration, growth):
    """The tried mutation with the highest upper confidence bound; on ties the first."""
    n = tree.nodes[node]
    factor = exploration * growth_of(n.visits, growth) / np.sqrt(2.0) if exploration > 0.0 else 0.0
    return highest_bound(tree.means, tree.widths, n.first, n.tried, factor)


@rule
def next_root(tree, root, elitist, growth):
    """The child of the most promising mutation of the root, or the root itself if it should stay."""
    if tree.nodes[root].tried == 0:
        return root
    best = best_child(tree, root, 0.0, growth)
    if elitist and tree.means[best] <= tree.nodes[root].value:
        return root
    return np.int64(tree.mutations[best].child)


@rule
def start_again(tree, root):
    """Make a node the root and only node of a new tree."""
    nodes, genes = tree.nodes, tree.genes
    for i in range(nodes[root].length):
        genes[ROOT, i] = genes[root, i]
    nodes[ROOT] = nodes[root]
    x = nodes[ROOT]
    x.first, x.count, x.tried, x.slot, x.visits = NONE, 0, 0, NONE, 1


@inlined
def pick_mutation(tree, node, is_shuffled, rng):
    """The index of the next mutation to try, after moving it to the end of the tried ones."""
    n, mutations = tree.nodes[node], tree.mutations
    slot = n.first + n.tried
    if is_shuffled:
        other = slot + below(rng, n.count - n.tried)
        position, action = mutations[other].position, mutations[other].action
        mutations[other].position, mutations[other].action = mutations[slot].position, mutations[slot].action
        mutations[slot].position, mutations[slot].action = position, action
    return slot


@inlined
def place_node(tree, node, parent, slot, value, length, head):
    """Write a new node. Its genome is already in its row."""
    x = tree.nodes[node]
    x.first, x.count, x.tried, x.slot, x.visits = NONE, 0, 0, slot, 0
    x.value, x.length, x.head, x.depth = value, length, head, 0
    if parent != NONE:
        x.depth = tree.nodes[parent].depth + 1
        tree.nodes[parent].tried += 1
        tree.mutations[slot].child = node
        tree.mutations[slot].visits = 0
        tree.means[slot] = 0.0


@inlined
def back_up(tree, root, path, length, value):
    """Add a value to the statistics of the mutations on a path from the root."""
    nodes, mutations, means, widths = tree.nodes, tree.mutations, tree.means, tree.widths
    nodes[root].visits += 1
    for i in range(length):
        m = path[i]
        mutations[m].visits += 1
        means[m] += (value - means[m]) / mutations[m].visits
        widths[m] = 1.0 / np.sqrt(np.float64(mutations[m].visits))
        nodes[mutations[m].child].visits += 1


@inlined
def judge_genome(search, seen):
    """The value of the genome that was played. Counts an iteration."""
    game, c, end = search.game, search.control, search.work.playing[0]
    if search.settings.judged == JUDGED_AFTER and not game.is_over(end) and game.must_end(end, search.work.actions):
        game.apply(end, game.end_action())
        c.steps += 1
    value = judge(game, end, search.me, search.settings, c, search.work)
    c.iterations += 1
    add(seen, game.state_hash(end))
    c.unique = size(seen)
    return value


@entry
def search_genomes(game, states, control, settings, phases, tree, work):
    """Search until the budget is used up, and report the turn to the control record.

    Returns the number of nodes and the root.
    """
    tree = borrowed(tree)
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, me = search.control, search.settings, search.me
    nodes, genes, mutations = tree.nodes, tree.genes, tree.mutations
    playing, rng = search.work.playing, search.work.rng
    most = game.list_room * genes.shape[1]  # mutations of one genome
    growth = growth_table()
    path = np.empty(MAX_DEPTH, dtype=np.int64)
    laid_out = 0

    # The root: a greedy turn.
    root, used = np.int64(ROOT), 1
    length, head = make_genome(search, genes, root, REPAIR_GREEDILY)
    value = judge_genome(search, tree.seen)
    place_node(tree, root, NONE, NONE, value, length, head)
    nodes[root].visits = 1
    offer_genome(search, value, genes, root, head)
    won = length == head and is_won(game, playing[0], me)

    while not won and not is_spent(c):
        # Bridge burning: at the end of a phase, the most promising mutation of the root is applied.
        if progress(c) * phases >= c.generations + 1:
            c.generations += 1
            root = next_root(tree, root, s.elitist_root, growth)
        if used == nodes.size or laid_out + most > mutations.size:
            start_again(tree, next_root(tree, root, s.elitist_root, growth))
            root, used, laid_out = np.int64(ROOT), 1, 0

        node = root
        depth = 0
        while True:
            if nodes[node].first == NONE:
                nodes[node].first = laid_out
                nodes[node].count = lay_out(search, tree, node, laid_out)
                laid_out += nodes[node].count
            if nodes[node].tried < nodes[node].count or nodes[node].tried == 0 or depth == MAX_DEPTH - 1:
                break
            path[depth] = best_child(tree, node, s.exploration, growth)
            node = np.int64(mutations[path[depth]].child)
            depth += 1
        if nodes[node].tried == nodes[node].count:  # no mutation is possible: the turn has no choice
            c.exhausted = 1
            break

        slot = pick_mutation(tree, node, s.order == SHUFFLED, rng)
        position, action = np.int64(mutations[slot].position), np.int64(mutations[slot].action)
        child = used
        used += 1
        parent = (node, nodes[node].length)
        length, head = mutate_genome(search, genes, child, parent, position, action, REPAIR_GREEDILY)
        value = judge_genome(search, tree.seen)
        place_node(tree, child, node, slot, value, length, head)
        path[depth] = slot
        back_up(tree, root, path, depth + 1, value)
        c.depth_sum += nodes[child].depth
        c.depth_count += 1
        c.depth_max = max(c.depth_max, nodes[child].depth)
        offer_genome(search, value, genes, child, head)
        # Keep a turn that wins the game: no later mutation may lose it again.
        won = length == head and is_won(game, playing[0], me)
        if won:
            root = np.int64(child)

    if won:
        c.exhausted = 1
    elif c.generations < phases:  # the last phase ends with the budget
        c.generations += 1
        root = next_root(tree, root, s.elitist_root, growth)
    if s.result == FINAL_ROOT:  # it is the answer, even if a better genome was seen
        answer_genome(search, nodes[root].value, genes, root, nodes[root].head)
    return used, root
