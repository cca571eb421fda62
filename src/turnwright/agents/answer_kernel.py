"""Searches for answers to a turn (the opponent's replies, or the searcher's next turns), and stores and replays
them."""

import numpy as np

from turnwright.agents.choice_kernel import is_won
from turnwright.agents.constants import NONE
from turnwright.agents.duel_kernel import cross, make, value_now
from turnwright.agents.edit_kernel import edit, play_again
from turnwright.agents.genome_kernel import REPAIR_GREEDILY, REPAIR_RANDOMLY
from turnwright.agents.oep_kernel import mutation_point
from turnwright.agents.search_kernel import Search
from turnwright.agents.win_search_kernel import UNDECIDED, search_win
from turnwright.core.compiled import inlined, rule
from turnwright.core.control_kernel import is_spent
from turnwright.core.noted_keys import SPREAD, is_noted
from turnwright.core.rng import below, uniform


@inlined
def play_known(duel, search, genes, row, known):
    """Play a known answer, given as row and length, again, repaired where it has to be, and write it to a row."""
    if search.settings.edits:
        return play_again(search, genes, row, known, duel.script)
    return cross(search, genes, row, known, (known[0], np.int64(0)), np.int64(NONE))


@inlined
def replay(duel, side, base, row):
    """Play a known answer, repaired if necessary, from the state `base`.

    It is then in the first work row. Returns that row and the length of the answer.
    """
    own, archive = duel.own, side.archive
    search = Search(own.game, base, side.player, own.settings, own.control, side.work)
    length = play_known(duel, search, archive.genes, archive.values.size, (row, archive.lengths[row]))
    return value_now(duel, side.work.playing[0]), length


@inlined
def is_repeated(duel, side, serial):
    """Whether the current search has already seen the end state of this answer. Marks it as seen."""
    key = duel.own.game.state_hash(side.work.playing[0]) ^ (np.uint64(serial) * SPREAD)
    return is_noted(side.archive.seen, key)


@inlined
def note_win(duel, side):
    """Note whether the answer that was played last wins the game."""
    if duel.own.settings.edits and is_won(duel.own.game, side.work.playing[0], side.player):
        side.archive.counts[0].won = 1


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
            length = play_known(duel, search, archive.genes, row, (parent, archive.lengths[parent]))
        else:
            length = make(search, archive.genes, row, REPAIR_GREEDILY if row == known else REPAIR_RANDOMLY)
        archive.lengths[row] = length
        archive.values[row] = side.sign * value_now(duel, side.work.playing[0])
        own.control.iterations += 1
        note_win(duel, side)
        is_repeated(duel, side, serial)
    return True


@inlined
def better_of_two(values, rng):
    """The better of two random members of a population."""
    first, second = below(rng, values.size), below(rng, values.size)
    return first if values[first] >= values[second] else second


@inlined
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
    mothers, fathers = (mother, archive.lengths[mother]), (father, father_length)
    if search.settings.edits:
        salt = np.uint64(2 * serial + side.player) * SPREAD
        length = edit(search, genes, child, mothers, fathers, duel.script, salt)
        return np.int64(NONE) if length == NONE or is_repeated(duel, side, serial) else length
    at = np.int64(NONE)
    if not crossed or uniform(rng) < 0.5:
        at = np.int64(mutation_point(search, genes, mother, archive.lengths[mother]))
    length = cross(search, genes, child, mothers, fathers, at)
    return np.int64(NONE) if is_repeated(duel, side, serial) else length


@rule
def search_answer(duel, side, base, effort):
    """Search for a side's best answer in the state `base`. Returns its row, or NONE if time ran out."""
    archive, control = side.archive, duel.own.control
    archive.counts[0].searches += 1
    archive.counts[0].won = 0
    serial = archive.counts[0].searches
    child = archive.values.size
    if not first_answers(duel, side, base, serial):
        return NONE
    for _ in range(effort - archive.values.size):
        if archive.counts[0].won:
            break
        if is_spent(control):
            return NONE
        length = breed_answer(duel, side, base, serial)
        control.iterations += 1
        if length == NONE:
            continue
        value = side.sign * value_now(duel, side.work.playing[0])
        note_win(duel, side)
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
def winning_answer(duel, side, base, limit):
    """Look for an answer that wins, with at most about `limit` steps; write it to the first work row and play it.

    Returns its length, 0 if there is none, or UNDECIDED.
    """
    archive, game, child = side.archive, duel.own.game, side.archive.values.size
    if limit == 0:
        return np.int64(UNDECIDED)
    length = search_win(game, base[0], side.player, duel.wins, duel.own.control, limit)
    if length > archive.genes.shape[1]:
        return np.int64(UNDECIDED)
    side.work.playing[0] = base[0]
    for i in range(length):
        archive.genes[child, i] = duel.wins.turn[i]
        game.apply(side.work.playing[0], np.int64(duel.wins.turn[i]))
    if length > 0:
        archive.lengths[child] = length
    return np.int64(length)


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
