"""Long turns bred by edits: a child is a script of genes, and what of it cannot be played is left out.

In a long turn the same actions stand at other places in other genomes, because most of them could come in any order.
Crossing place by place tears them apart, and an action that is put in replaces one that was needed. A script is not
bound to places: when an action is taken out, the others move up, and what is missing at the end is played greedily.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import greedy_choice, random_choice
from turnwright.agents.constants import NONE
from turnwright.core.bits import EMPTY
from turnwright.core.compiled import inlined, rule
from turnwright.core.noted_keys import is_noted
from turnwright.core.rng import below, uniform

_RANDOM = -2
"""Stands in a script for a random choice."""
_SPLICED, _GRAFTED = 0.17, 0.17
"""Shares of children that begin like one parent and go on like the other, and that get a piece of the other one."""
_GRAFT = 4
"""The longest piece."""
_REPLACED, _INSERTED, _REMOVED = 0.28, 0.56, 0.84
"""What an edit does to an action, by a random number below these; the rest move it."""
_FURTHER = 0.2
"""How often one more edit follows."""


class Script(NamedTuple):
    """Room to write a script, and what is known of scripts before it."""

    genes: np.ndarray
    filled: np.ndarray
    """Keys of states from which a turn was completed greedily; see `is_noted`."""


@rule
def play_script(search, genes, row, script, count, salt):
    """Play a script, and write what was played to a row of genes; its length. The rest of the turn is greedy.

    It is given up, and NONE returned, where the same rest was played before: nearly half of all children end like
    another one, and the greedy rest is what takes longest. `salt` tells searches apart; with 0, nothing is given up.
    """
    game, s, me, control, work = search.game, search.settings, search.me, search.control, search.work
    playing, actions, rng, given, filled = work.playing, work.actions, work.rng, script.genes, script.filled
    end = np.int64(game.end_action())
    playing[0] = search.start[0]
    state = playing[0]
    length = i = 0
    ended, filling = False, salt == EMPTY
    while length < genes.shape[1] and not ended:
        action = np.int64(NONE)
        if game.must_end(state, actions):
            action = end
        while action == NONE and i < count:
            gene = np.int64(given[i])
            i += 1
            if gene == _RANDOM:
                action = random_choice(game, state, actions, rng)
            elif game.is_candidate(state, gene):
                action = gene
        if action == NONE:
            if not filling and is_noted(filled, game.state_hash(state) ^ salt):
                return np.int64(NONE)
            filling = True
            action = greedy_choice(game, state, me, s.repair_top, s.ties, control, work)
        genes[row, length] = action
        length += 1
        # As `play_gene`, which would be given all arrays of the search again for every action.
        game.apply(state, action)
        control.steps += 1
        ended = game.is_over(state) or game.player(state) != me
    return length


@rule
def append_genes(script, count, genes, row, start, stop):
    """Write genes of a row to the end of a script, as far as it has room; its new length."""
    for i in range(start, stop):
        if count < script.size:
            script[count] = genes[row, i]
            count += 1
    return count


@rule
def actions_of(search, genes, parent):
    """How many actions a genome, given as row and length, has; its end is none."""
    row, length = parent
    return length - 1 if length > 0 and genes[row, length - 1] == search.game.end_action() else length


@inlined
def edit_script(search, script, count):
    """Change a script at one place; its new length."""
    rng = search.work.rng
    if count == 0:
        return 0
    kind, at = uniform(rng), below(rng, count)
    if kind < _REPLACED:
        script[at] = _RANDOM
    elif kind < _INSERTED:
        count = min(count + 1, script.size)
        for i in range(count - 1, at, -1):
            script[i] = script[i - 1]
        script[at] = _RANDOM
    elif kind < _REMOVED:
        count -= 1
        for i in range(at, count):
            script[i] = script[i + 1]
    else:
        to = below(rng, count)
        gene, step = script[at], (1 if to > at else -1)
        while at != to:
            script[at] = script[at + step]
            at += step
        script[to] = gene
    return count


@rule
def edit(search, genes, row, mother, father, script, salt):
    """Write a child of two genomes, each given as row and length, to a row, and play it as `play_script` does.

    A father of length 0 gives nothing.
    """
    count = write_child(search, genes, mother, father, script.genes)
    return play_script(search, genes, row, script, count, salt)


@inlined
def write_child(search, genes, mother, father, script):
    """Write a child of two genomes to a script; how long it is."""
    rng = search.work.rng
    of_mother, of_father = actions_of(search, genes, mother), actions_of(search, genes, father)
    kind = uniform(rng) if of_father > 0 else 1.0
    if kind < _SPLICED:
        count = append_genes(script, 0, genes, mother[0], 0, min(of_mother, 1 + below(rng, max(1, of_mother))))
        start = below(rng, of_father) if uniform(rng) < 0.5 else 0
        count = append_genes(script, count, genes, father[0], start, father[1])
        if uniform(rng) < 0.5:
            script[below(rng, count)] = _RANDOM
        return count
    if kind < _SPLICED + _GRAFTED:
        at, start = below(rng, of_mother + 1), below(rng, of_father)
        count = append_genes(script, 0, genes, mother[0], 0, at)
        count = append_genes(script, count, genes, father[0], start, min(of_father, start + 1 + below(rng, _GRAFT)))
        count = append_genes(script, count, genes, mother[0], at, mother[1])
        return count
    count = edit_script(search, script, append_genes(script, 0, genes, mother[0], 0, of_mother))
    while uniform(rng) < _FURTHER:
        count = edit_script(search, script, count)
    return append_genes(script, count, genes, mother[0], of_mother, mother[1])


@rule
def play_again(search, genes, row, known, script):
    """Play a genome, given as row and length, in another state, and write what was played to a row; its length."""
    count = append_genes(script.genes, 0, genes, known[0], 0, known[1])
    return play_script(search, genes, row, script, count, EMPTY)
