"""The compiled part of n-tuple bandit online evolution: one turn walks from neighbour to neighbour.

A turn is a point whose coordinates are the actions at its positions. The model has a bandit for every pair of position
and action and, optionally, for every two such pairs. A bandit knows how often turns with this part were evaluated, and
their mean. Many neighbours are created without evaluating them, and the one with the highest upper confidence bound is
evaluated next.

Rows of genes: the current turn, a neighbour, and the best neighbour so far, in changing rows.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import is_won
from turnwright.agents.constants import NONE
from turnwright.agents.genome_kernel import ANY, mutate_genome, offer_genome
from turnwright.agents.oep_kernel import mutation_point
from turnwright.agents.rollout_kernel import judge
from turnwright.agents.search_kernel import Search
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.control_kernel import is_spent
from turnwright.core.hash_table import Table, is_full, is_known, place_of, put
from turnwright.core.rng import mix

ROWS = 3
_SHIFT = np.uint64(32)
_ODD = np.uint64(0x9E3779B97F4A7C15)


class TupleModel(NamedTuple):
    """Statistics of parts of turns."""

    counts: np.ndarray
    """The number of evaluated turns with each part."""
    totals: np.ndarray
    """The sum of their values."""
    used: np.ndarray
    """The number of parts."""
    seen: Table
    """The index of every part in both arrays, by key; also the end states of turns, to count them."""


class Walker(NamedTuple):
    """The turns of the search."""

    genes: np.ndarray
    end: np.ndarray
    """The state after the best neighbour."""


@inlined
def part_key(place, action):
    """The key of an action at a position."""
    return mix((np.uint64(place + 1) << _SHIFT) + np.uint64(action))


@inlined
def pair_key(one, other):
    """The key of two parts, the earlier position first."""
    return mix(one * _ODD + other)


@rule
def learn_part(model, key, value):
    """Add a value to the statistics of a part. A full model ignores new parts."""
    place = place_of(model.seen, key)
    if not is_known(model.seen, place):
        if is_full(model.seen):
            return
        index = model.used[0]
        model.used[0] += 1
        model.counts[index], model.totals[index] = 1, value
        put(model.seen, place, key, index)
        return
    index = model.seen.values[place]
    model.counts[index] += 1
    model.totals[index] += value


@rule
def learn(model, genes, row, length, value, with_pairs):
    """Add the value of a turn to the statistics of all its parts."""
    for i in range(length):
        key = part_key(i, genes[row, i])
        learn_part(model, key, value)
        if with_pairs:
            for j in range(i):
                learn_part(model, pair_key(part_key(j, genes[row, j]), key), value)


@rule
def part_index(model, key):
    """The index of a part's statistics; NONE if no evaluated turn had it."""
    place = place_of(model.seen, key)
    return np.int64(model.seen.values[place]) if is_known(model.seen, place) else np.int64(NONE)


@rule
def upper_bound(model, genes, row, length, s, evaluated):
    """The upper confidence bound of a turn: the mean over its known parts, plus exploration over all parts."""
    log_all = np.log(1.0 + evaluated)
    total = unknown = 0.0
    known = parts = 0
    for i in range(length):
        key = part_key(i, genes[row, i])
        for j in range(-1, i if s.pairs else 0):
            index = part_index(model, key if j < 0 else pair_key(part_key(j, genes[row, j]), key))
            count = 0.0
            if index != NONE:
                count = np.float64(model.counts[index])
                total += model.totals[index] / count
                known += 1
            unknown += np.sqrt(log_all / (count + s.epsilon))
            parts += 1
    return total / max(1, known) + s.exploration * unknown / parts


@rule
def note_end(search, model):
    """Count the end state of the turn that was played, if it is new."""
    key = search.game.state_hash(search.work.playing[0])
    place = place_of(model.seen, key)
    if not is_known(model.seen, place) and not is_full(model.seen):
        put(model.seen, place, key, NONE)
        search.control.unique += 1


@entry
def walk_turns(game, states, control, settings, model, walker, work):
    """Search until the budget is used up, and report the best evaluated turn to the control record."""
    model, walker = borrowed(model), borrowed(walker)
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, genes = search.control, search.settings, walker.genes
    playing = search.work.playing
    here, spare, chosen = 0, 1, 2
    length = np.int64(0)  # there is no turn yet: its neighbour consists of repairs only

    while True:
        highest, chosen_length = -np.inf, np.int64(NONE)
        for _ in range(s.neighbours if length > 0 else 1):
            at = np.int64(NONE)
            if length > 0:
                if is_spent(c):
                    return
                at = mutation_point(search, genes, here, length)
                if at == NONE:  # only the end of the turn is possible at the positions drawn
                    continue
            other, _ = mutate_genome(search, genes, spare, (here, length), at, ANY, s.repair)
            bound = upper_bound(model, genes, spare, other, s, c.iterations)
            if bound > highest:
                highest, chosen_length = bound, other
                walker.end[0] = playing[0]
                chosen, spare = spare, chosen
        if chosen_length == NONE:  # the turn leaves no choice
            c.exhausted = 1
            return

        here, chosen = chosen, here
        length = chosen_length
        playing[0] = walker.end[0]
        value = judge(game, playing[0], search.me, s, c, search.work)
        c.iterations += 1
        note_end(search, model)
        offer_genome(search, value, genes, here, length)
        if is_won(game, playing[0], search.me):
            c.exhausted = 1
            return
        learn(model, genes, here, length, value, s.pairs)
