"""The compiled part of Evolutionary MCTS: a tree over whole genomes whose edges are mutations.

A node is a genome; a child differs from its parent by one mutation and the repairs that it makes necessary. A node's
mutations are laid out when it is first expanded and tried in random order. Values are the searcher's, so the best
child has simply the highest mean.
"""

import numpy as np

from turnwright.agents.bounds import growth_of, growth_table, highest_bound
from turnwright.agents.genomes import GREEDY, answer_genome, is_won, offer_genome, play_genome
from turnwright.agents.policies import assess, choices
from turnwright.agents.tree import grown_records
from turnwright.core.compiled import entry, rule
from turnwright.core.control import is_spent, progress
from turnwright.core.game import Game
from turnwright.core.rng import below
from turnwright.core.tables import add, grown

NONE = -1
MAX_DEPTH = 4096
_POSITION = 32

NODE = np.dtype(
    [
        ("first", np.int64),  # index of its first mutation; NONE before they are laid out
        ("count", np.int64),  # mutations
        ("tried", np.int64),  # mutations that have a child
        ("slot", np.int64),  # the mutation of the parent that made it
        ("visits", np.int64),
        ("value", np.float64),
        ("length", np.int64),
        ("head", np.int64),  # length of the first own turn
        ("depth", np.int64),
    ]
)
MUTATION = np.dtype([("what", np.int64), ("child", np.int64), ("visits", np.int64)])


def room_for_genomes(game: Game, genomes: int, width: int) -> list[np.ndarray]:
    """Arrays for about that many genomes. Room that is never used costs no memory."""
    mutations = 16 * genomes + game.max_actions * width
    return [
        np.empty(genomes, dtype=NODE).view(np.recarray),
        np.empty((genomes, width), dtype=np.int32),
        np.empty(mutations, dtype=MUTATION).view(np.recarray),
        np.empty(mutations, dtype=np.float64),
        np.empty(mutations, dtype=np.float32),
    ]


@rule
def grown_genes(genes, size):
    larger = np.empty((size, genes.shape[1]), dtype=np.int32)
    larger[: genes.shape[0]] = genes
    return larger


@rule
def lay_out(game, state, me, genes, length, future, mutations, at, buffer):
    """Write all mutations of a genome, played on `state`, from place `at` on; returns their number.

    `future` says whether own genes behind the first turn may change too.
    """
    count = 0
    end = game.end_action()
    for i in range(length):
        gene = np.int64(genes[i])
        if game.player(state) == me and gene != end:
            number = choices(game, state, buffer)
            for k in range(number):
                if buffer[k] != gene:
                    mutations[at + count].what = (np.int64(i) << _POSITION) | np.int64(buffer[k])
                    mutations[at + count].child = NONE
                    mutations[at + count].visits = 0
                    count += 1
        elif not future:
            break
        game.apply(state, gene)
    return count


@rule
def best_child(nodes, means, widths, node, exploration, growth):
    """The tried mutation of highest upper confidence bound; of equals the first."""
    n = nodes[node]
    factor = exploration * growth_of(n.visits, growth) / np.sqrt(2.0) if exploration > 0.0 else 0.0
    return highest_bound(means, widths, n.first, n.tried, factor)


@rule
def next_root(nodes, mutations, means, widths, root, s, growth):
    """Where the most promising mutation of the root leads; the root itself if it is to stay."""
    if nodes[root].tried == 0:
        return root
    best = best_child(nodes, means, widths, root, 0.0, growth)
    if s.elitist_root and means[best] <= nodes[root].value:
        return root
    return np.int64(mutations[best].child)


@entry
def search_genomes(game, states, control, settings, phases, nodes, genes, mutations, means, widths, rng):
    """Search until the budget is spent, and tell the control record of the turn found.

    The arrays are room to work in. Returns them, as they may have grown, how many nodes they hold, and the root.
    """
    c, s = control[0], settings[0]
    me = game.player(states[0])
    buffer = np.empty(game.max_actions, dtype=np.int32)
    keys = np.empty(game.max_actions, dtype=np.int64)
    work = np.empty(2, dtype=states.dtype)
    playing, scratch = work[0:1], work[1:2]
    most = game.max_actions * genes.shape[1]  # mutations of one genome
    growth = growth_table()
    seen = np.zeros(4096, dtype=np.uint64)
    path = np.empty(MAX_DEPTH, dtype=np.int64)
    laid_out = 0

    # The root: a greedy turn.
    playing[0] = states[0]
    length, head = play_genome(
        game, playing[0], me, genes, 0, 0, 0, 0, -1, -1, GREEDY, s.greedy_top,
        s, c, 0, buffer, keys, scratch, rng,
    )  # fmt: skip
    root, used = 0, 1
    x = nodes[root]
    x.first, x.count, x.tried, x.slot, x.visits = NONE, 0, 0, NONE, 1
    x.length, x.head, x.depth = length, head, 0
    x.value = assess(game, playing[0], me, s, c, buffer, scratch, rng)
    c.iterations += 1
    c.unique += 1 if add(seen, game.state_hash(playing[0])) else 0
    offer_genome(game, states, me, c, x.value, genes, root, head, scratch)
    won = length == head and is_won(game, playing[0], me)

    while not won and not is_spent(c):
        # Bridge burning: at the end of a phase the most promising mutation of the root is carried out.
        if progress(c) * phases >= c.generations + 1:
            c.generations += 1
            root = next_root(nodes, mutations, means, widths, root, s, growth)

        node = root
        depth = 0
        while True:
            if nodes[node].first == NONE:
                if laid_out + most > mutations.size:
                    mutations = grown_records(mutations, 2 * mutations.size)
                    means = grown_records(means, 2 * means.size)
                    widths = grown_records(widths, 2 * widths.size)
                playing[0] = states[0]
                nodes[node].first = laid_out
                nodes[node].count = lay_out(
                    game, playing[0], me, genes[node], nodes[node].length, s.future == 0, mutations, laid_out, buffer
                )
                laid_out += nodes[node].count
            if nodes[node].tried < nodes[node].count or nodes[node].tried == 0 or depth == MAX_DEPTH - 1:
                break
            path[depth] = best_child(nodes, means, widths, node, s.exploration, growth)
            node = mutations[path[depth]].child
            depth += 1
        n = nodes[node]
        if n.tried == n.count:  # no mutation is possible: the turn has no choice
            c.exhausted = 1
            break

        slot = n.first + n.tried
        if s.order == 0:
            other = slot + below(rng, n.count - n.tried)
            what = mutations[other].what
            mutations[other].what = mutations[slot].what
            mutations[slot].what = what
        what = mutations[slot].what
        if used == nodes.size:
            nodes = grown_records(nodes, 2 * used)
            genes = grown_genes(genes, 2 * used)
        child = used
        playing[0] = states[0]
        length, head = play_genome(
            game, playing[0], me, genes, node, nodes[node].length, node, 0, what >> _POSITION,
            what & ((1 << _POSITION) - 1), GREEDY, s.greedy_top,
            s, c, child, buffer, keys, scratch, rng,
        )  # fmt: skip
        used += 1
        value = assess(game, playing[0], me, s, c, buffer, scratch, rng)
        c.iterations += 1
        if 4 * c.unique >= 3 * seen.size:
            seen = grown(seen)
        c.unique += 1 if add(seen, game.state_hash(playing[0])) else 0
        x = nodes[child]
        x.first, x.count, x.tried, x.slot, x.visits = NONE, 0, 0, slot, 0
        x.value, x.length, x.head, x.depth = value, length, head, nodes[node].depth + 1
        nodes[node].tried += 1
        mutations[slot].child = child
        mutations[slot].visits = 0
        means[slot] = 0.0
        path[depth] = slot
        nodes[root].visits += 1
        for i in range(depth + 1):
            m = path[i]
            mutations[m].visits += 1
            means[m] += (value - means[m]) / mutations[m].visits
            widths[m] = 1.0 / np.sqrt(np.float64(mutations[m].visits))
            nodes[mutations[m].child].visits += 1
        c.depth_sum += x.depth
        c.depth_count += 1
        c.depth_max = max(c.depth_max, x.depth)
        offer_genome(game, states, me, c, value, genes, child, head, scratch)
        # A turn that wins the game is played; no later mutation may lose it again.
        won = length == head and is_won(game, playing[0], me)
        if won:
            root = child

    if won:
        c.exhausted = 1
    elif c.generations < phases:  # the last phase ends with the budget
        c.generations += 1
        root = next_root(nodes, mutations, means, widths, root, s, growth)
    if s.result == 0:  # the final root is the answer, whatever else was seen
        answer_genome(game, states, me, c, nodes[root].value, genes, root, nodes[root].head, scratch)
    return nodes, genes, mutations, means, widths, used, root
