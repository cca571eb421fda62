"""Searches for answers to a turn (the opponent's replies, or the searcher's next turns), and stores and replays
them."""

import numpy as np

from turnwright.agents.constants import NONE
from turnwright.agents.duel_kernel import cross, make, value_now
from turnwright.agents.genome_kernel import REPAIR_GREEDILY, REPAIR_RANDOMLY
from turnwright.agents.oep_kernel import mutation_point
from turnwright.agents.search_kernel import Search
from turnwright.core.compiled import inlined, rule
from turnwright.core.control_kernel import is_spent
from turnwright.core.rng import below, uniform

_SPREAD = np.uint64(0x9E3779B97F4A7C15)


@rule
def replay(duel, side, base, row):
    """Play a known answer, repaired if necessary, from the state `base`.

    It is then in the first work row. Returns that row and the length of the answer.
    """
    own, archive = duel.own, side.archive
    search = Search(own.game, base, side.player, own.settings, own.control, side.work)
    known = (row, archive.lengths[row])
    length = cross(search, archive.genes, archive.values.size, known, (row, np.int64(0)), np.int64(NONE))
    return value_now(duel, side.work.playing[0]), length


@inlined
def is_repeated(duel, side, serial):
    """Whether the current search has already seen the end state of this answer. Marks it as seen."""
    seen = side.archive.seen
    key = duel.own.game.state_hash(side.work.playing[0]) ^ (np.uint64(serial) * _SPREAD)
    place = np.int64((key * _SPREAD) >> np.uint64(40)) & (seen.size - 1)
    if seen[place] == key:
        return True
    seen[place] = key
    return False


@rule
def first_answers(duel, side, base, serial):
    """Fill the first population of a search for an answer: known answers, a greedy one, and random ones.

    Returns whether there was enough time.
    """
    own, archive = duel.own, side.archive
    search = Search(own.game, base, side.player, own.settings, own.control, side.work)
    known = min(archive.counts[0].kept, duel.own.settings.known_replies, archive.values.size - 2)
    for row in range(archive.values.size):
        if is_spent(own.control):
            return False
        if row < known:
            parent = archive.order[row]
            source = (parent, archive.lengths[parent])
            length = cross(search, archive.genes, row, source, (parent, np.int64(0)), np.int64(NONE))
        else:
            length = make(search, archive.genes, row, REPAIR_GREEDILY if row == known else REPAIR_RANDOMLY)
        archive.lengths[row] = length
        archive.values[row] = side.sign * value_now(duel, side.work.playing[0])
        own.control.iterations += 1
        is_repeated(duel, side, serial)
    return True


@inlined
def better_of_two(values, rng):
    """The better of two random members of a population."""
    first, second = below(rng, values.size), below(rng, values.size)
    return first if values[first] >= values[second] else second


@rule
def breed_answer(duel, side, base, serial):
    """Write a new answer to the first work row. Returns its length, or NONE if its end state is not new."""
    own, archive, rng = duel.own, side.archive, duel.own.work.rng
    search = Search(own.game, base, side.player, own.settings, own.control, side.work)
    genes, child = archive.genes, archive.values.size
    mother = better_of_two(archive.values, rng)
    father, father_length = mother, np.int64(0)
    crossed = uniform(rng) < 0.5
    if crossed:
        father = better_of_two(archive.values, rng)
        father_length = archive.lengths[father]
    at = np.int64(NONE)
    if not crossed or uniform(rng) < 0.5:
        at = np.int64(mutation_point(search, genes, mother, archive.lengths[mother]))
    length = cross(search, genes, child, (mother, archive.lengths[mother]), (father, father_length), at)
    return np.int64(NONE) if is_repeated(duel, side, serial) else length


@rule
def search_answer(duel, side, base, effort):
    """Search for a side's best answer in the state `base`. Returns its row, or NONE if time ran out."""
    archive, control = side.archive, duel.own.control
    archive.counts[0].searches += 1
    serial = archive.counts[0].searches
    child = archive.values.size
    if not first_answers(duel, side, base, serial):
        return NONE
    for _ in range(effort - archive.values.size):
        if is_spent(control):
            return NONE
        length = breed_answer(duel, side, base, serial)
        control.iterations += 1
        if length == NONE:
            continue
        value = side.sign * value_now(duel, side.work.playing[0])
        worst = 0
        for row in range(1, archive.values.size):
            if archive.values[row] < archive.values[worst]:
                worst = row
        if value > archive.values[worst]:
            for i in range(length):
                archive.genes[worst, i] = archive.genes[child, i]
            archive.lengths[worst], archive.values[worst] = length, value
    best = 0
    for row in range(1, archive.values.size):
        if archive.values[row] > archive.values[best]:
            best = row
    return best


@rule
def place_in_archive(archive, row):
    """The index of an answer in the archive; NONE if it is new."""
    for place in range(archive.counts[0].kept):
        kept = archive.order[place]
        same = archive.lengths[kept] == archive.lengths[row]
        i = 0
        while same and i < archive.lengths[row]:
            same = archive.genes[kept, i] == archive.genes[row, i]
            i += 1
        if same:
            return place
    return NONE


@rule
def keep_answer(archive, row):
    """Put an answer at the front of the archive. Returns whether it is new."""
    counts = archive.counts[0]
    place = place_in_archive(archive, row)
    is_new = place == NONE
    if is_new:
        place = min(counts.kept, archive.order.size - 1)
        kept = archive.order[place]
        for i in range(archive.lengths[row]):
            archive.genes[kept, i] = archive.genes[row, i]
        archive.lengths[kept] = archive.lengths[row]
        counts.kept = place + 1
        counts.archived += 1
    move_forward(archive.order, place, place)
    return is_new


@rule
def move_forward(order, place, steps):
    """Move an answer some places towards the front."""
    moved = order[place]
    for i in range(place, place - steps, -1):
        order[i] = order[i - 1]
    order[place - steps] = moved
