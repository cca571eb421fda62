"""The compiled part of Evolutionary MCTS: a tree over whole genomes whose edges are mutations.

A node is a genome; a child differs from its parent by one mutation and the repairs that it makes necessary. A node's
mutations are laid out when it is first expanded and tried in random order. Values are the searcher's, so the best
child has simply the highest mean.

The room for a tree is fixed. Where it is full the tree starts again from the best mutation of its root, as at the end
of a phase, but without what was below.
"""

import numpy as np

from turnwright.agents.bounds import growth_of, growth_table, highest_bound
from turnwright.agents.genomes import GREEDY, answer_genome, is_won, offer_genome, play_genome
from turnwright.agents.memory import DOUBLE, KEY, NUMBER, SINGLE, TABLE, Room, Rooms, expected_nodes, is_new, table_room
from turnwright.agents.policies import assess, choices
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry, rule
from turnwright.core.control import is_spent, progress
from turnwright.core.game import Game
from turnwright.core.rng import below

NONE = -1
MAX_DEPTH = 4096
_MOST_NODES = 1 << 20
_MOST_MUTATIONS = 1 << 24
_MUTATIONS_PER_NODE = 256
"""More than most searches lay out, 20 to 140 in Hero Academy."""
_MOST_KEYS = 1 << 22

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
MUTATION = np.dtype([("position", np.int32), ("action", np.int32), ("child", np.int32), ("visits", np.int32)])


def rooms_for_genomes() -> Rooms:
    """Room for trees of genomes: nodes, genes, mutations with their means and confidence widths, states seen."""
    return Rooms(NODE, NUMBER, MUTATION, DOUBLE, SINGLE, KEY, TABLE)


def room_for_genomes(rooms: Rooms, game: Game, budget: Budget, width: int) -> tuple[Room, list[np.ndarray]]:
    """Room for a search with that budget, and the arrays that `search_genomes` wants."""
    nodes = expected_nodes(budget, _MOST_NODES)
    mutations = min(_MUTATIONS_PER_NODE * nodes, _MOST_MUTATIONS) + game.max_actions * width
    keys = expected_nodes(budget, _MOST_KEYS)
    room = rooms.take(nodes, nodes * width, mutations, mutations, mutations, table_room(keys), 1)
    room.clear_table(5, 6, keys)
    arrays = list(room.parts)
    arrays[1] = arrays[1].reshape(nodes, width)
    return room, arrays


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
                    mutations[at + count].position = i
                    mutations[at + count].action = buffer[k]
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


@rule
def start_again(nodes, genes, root):
    """Make a node the root, and only node, of a new tree."""
    for i in range(nodes[root].length):
        genes[0, i] = genes[root, i]
    nodes[0] = nodes[root]
    x = nodes[0]
    x.first, x.count, x.tried, x.slot, x.visits = NONE, 0, 0, NONE, 1


@entry
def search_genomes(game, states, control, settings, phases, nodes, genes, mutations, means, widths, keys, table, rng):
    """Search until the budget is spent, and tell the control record of the turn found.

    The arrays are room to work in. Returns how many nodes they hold, and the root.
    """
    c, s = control[0], settings[0]
    me = game.player(states[0])
    buffer = np.empty(game.max_actions, dtype=np.int32)
    order = np.empty(game.max_actions, dtype=np.int64)
    work = np.empty(2, dtype=states.dtype)
    playing, scratch = work[0:1], work[1:2]
    most = game.max_actions * genes.shape[1]  # mutations of one genome
    growth = growth_table()
    seen = table[0]
    path = np.empty(MAX_DEPTH, dtype=np.int64)
    laid_out = 0

    # The root: a greedy turn.
    playing[0] = states[0]
    length, head = play_genome(
        game, playing[0], me, genes, 0, 0, 0, 0, -1, -1, GREEDY, s.greedy_top,
        s, c, 0, buffer, order, scratch, rng,
    )  # fmt: skip
    root, used = 0, 1
    x = nodes[root]
    x.first, x.count, x.tried, x.slot, x.visits = NONE, 0, 0, NONE, 1
    x.length, x.head, x.depth = length, head, 0
    x.value = assess(game, playing[0], me, s, c, buffer, scratch, rng)
    c.iterations += 1
    is_new(keys, seen, game.state_hash(playing[0]))
    c.unique = seen.used
    offer_genome(game, states, me, c, x.value, genes, root, head, scratch)
    won = length == head and is_won(game, playing[0], me)

    while not won and not is_spent(c):
        # Bridge burning: at the end of a phase the most promising mutation of the root is carried out.
        if progress(c) * phases >= c.generations + 1:
            c.generations += 1
            root = next_root(nodes, mutations, means, widths, root, s, growth)
        if used == nodes.size or laid_out + most > mutations.size:
            start_again(nodes, genes, next_root(nodes, mutations, means, widths, root, s, growth))
            root, used, laid_out = 0, 1, 0

        node = root
        depth = 0
        while True:
            if nodes[node].first == NONE:
                playing[0] = states[0]
                nodes[node].first = laid_out
                nodes[node].count = lay_out(
                    game, playing[0], me, genes[node], nodes[node].length, s.future == 0, mutations, laid_out, buffer
                )
                laid_out += nodes[node].count
            if nodes[node].tried < nodes[node].count or nodes[node].tried == 0 or depth == MAX_DEPTH - 1:
                break
            path[depth] = best_child(nodes, means, widths, node, s.exploration, growth)
            node = np.int64(mutations[path[depth]].child)
            depth += 1
        n = nodes[node]
        if n.tried == n.count:  # no mutation is possible: the turn has no choice
            c.exhausted = 1
            break

        slot = n.first + n.tried
        if s.order == 0:
            other = slot + below(rng, n.count - n.tried)
            position, action = mutations[other].position, mutations[other].action
            mutations[other].position, mutations[other].action = mutations[slot].position, mutations[slot].action
            mutations[slot].position, mutations[slot].action = position, action
        child = used
        playing[0] = states[0]
        length, head = play_genome(
            game, playing[0], me, genes, node, nodes[node].length, node, 0, np.int64(mutations[slot].position),
            np.int64(mutations[slot].action), GREEDY, s.greedy_top, s, c, child, buffer, order, scratch, rng,
        )  # fmt: skip
        used += 1
        value = assess(game, playing[0], me, s, c, buffer, scratch, rng)
        c.iterations += 1
        is_new(keys, seen, game.state_hash(playing[0]))
        c.unique = seen.used
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
    return used, root
