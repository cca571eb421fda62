"""The compiled part of Online Evolutionary Planning: generations over one population.

The last two rows of the genes are workplaces: the child being made, and the child before its mutation.
"""

import numpy as np

from turnwright.agents.genomes import GREEDY, RANDOM, answer_genome, offer_genome, play_genome
from turnwright.agents.memory import (
    DOUBLE,
    KEY,
    TABLE,
    Room,
    Rooms,
    expected_nodes,
    is_known,
    place_of,
    put,
    table_room,
)
from turnwright.agents.policies import assess
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry, rule
from turnwright.core.control import is_spent
from turnwright.core.records import blank_records
from turnwright.core.rng import below, uniform
from turnwright.core.state import State

NO_DIVERSITY, TABU, NICHE = range(3)
DESCRIBED, REFERENCE = range(2)
_TRIES = 4
_MOST_KEYS = 1 << 25
_IDLE = 20
"""Under tabu, populations' worth of children without a new state after which none is left to be found."""
_PATIENCE = 50
"""Generations without progress after which a population that keeps diversity starts again, unless told otherwise."""

INDIVIDUAL = np.dtype(
    [
        ("value", np.float64),
        ("length", np.int64),
        ("head", np.int64),  # length of the first own turn
    ]
)
PROGRESS = np.dtype(
    [
        ("born", np.int64),  # individuals that exist; fewer than all only while a population is begun
        ("best", np.float64),  # of this population
        ("stale", np.int64),  # generations without a better one
        ("idle", np.int64),  # children in a row that led to no new state
        ("threshold", np.float64),  # the lowest value of a survivor
        ("promoted", np.int64),  # whether a child is better than that, so that survivors must be chosen anew
    ]
)

Population = list[np.ndarray]
"""Genes, individuals, their order (survivors first), end states, progress, and the table of states seen with their
lowest values. All of an evolution: it can be left after any generation and gone on with as if nothing had been."""


def rooms_for_states() -> Rooms:
    """Room for tables of states seen and their lowest values."""
    return Rooms(KEY, DOUBLE, TABLE)


def room_for_states(rooms: Rooms, budget: Budget) -> Room:
    """Room for the table of a search with that budget."""
    keys = expected_nodes(budget, _MOST_KEYS)
    room = rooms.take(table_room(keys), table_room(keys), 1)
    room.clear_table(0, 2, keys)
    return room


def new_population(state: State, size: int, width: int, room: Room) -> Population:
    """Room for a population."""
    progress = blank_records(PROGRESS)
    progress[0].promoted, progress[0].threshold = 1, -np.inf
    return [
        np.zeros((size + 2, width), dtype=np.int32),
        blank_records(INDIVIDUAL, size),
        np.arange(size),
        state.game.blank(size),
        progress,
        *room.parts,
    ]


@rule
def select(individuals, order, wanted):
    """Arrange `order` so that its first `wanted` places hold the best individuals (quickselect)."""
    low, high = 0, order.size - 1
    while low < high:
        pivot = individuals[order[(low + high) // 2]].value
        i, j = low, high
        while i <= j:
            while individuals[order[i]].value > pivot:
                i += 1
            while individuals[order[j]].value < pivot:
                j -= 1
            if i <= j:
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if wanted - 1 <= j:
            high = j
        elif wanted - 1 >= i:
            low = i
        else:
            return


@rule
def evaluate_again(
    game, ends, individuals, order, survivors, me, s, control, known, lowest, table, buffer, rolling, rng
):
    """Survivors meet new rollouts and keep the lowest value they have had; the history table learns of it."""
    for rank in range(survivors):
        if is_spent(control):
            return
        x, end = individuals[order[rank]], ends[order[rank]]
        x.value = min(x.value, assess(game, end, me, s, control, buffer, rolling, rng))
        if s.history and s.variant == DESCRIBED:
            place = place_of(known, table, game.state_hash(end))
            if is_known(known, place):
                x.value = min(x.value, lowest[place])
                lowest[place] = x.value


@rule
def best_individual(individuals):
    """The individual of highest value among those that exist."""
    best = 0
    for i in range(1, individuals.size):
        if individuals[i].length > 0 and individuals[i].value > individuals[best].value:
            best = i
    return best


@rule
def tell_again(game, states, me, control, genes, individuals, scratch):
    """Tell of the best individual as it is now: with rollouts, what was told before may have fallen since."""
    best = best_individual(individuals)
    answer_genome(game, states, me, control, individuals[best].value, genes, best, individuals[best].head, scratch)


@rule
def keep_best(genes, individuals, ends):
    """Carry the best individual over to the first place of a new population."""
    best = best_individual(individuals)
    for i in range(individuals[best].length):
        genes[0, i] = genes[best, i]
    individuals[0] = individuals[best]
    ends[0] = ends[best]


@rule
def mutation_point(game, genes, row, length, s, rng):
    """A random position; as described not one that only ends a turn. -1 if there is none."""
    end = game.end_action()
    for _ in range(1 if s.variant == REFERENCE else _TRIES):
        at = below(rng, length)
        if genes[row, at] != end:
            return at
    return -1


@rule
def bear(
    game, states, me, genes, individuals, mother, father, child, s, control, known, table, buffer, keys, playing,
    scratch, rng,
):  # fmt: skip
    """Cross two parents and perhaps mutate the child, into row `child` of the genes and `playing`.

    Under tabu a child whose end is known already is mutated again, a few times.
    """
    before = individuals.size + 1
    playing[0] = states[0]
    length, head = play_genome(
        game, playing[0], me, genes, mother, individuals[mother].length, father, individuals[father].length, -1, -1,
        s.repair, s.repair_top, s, control, child, buffer, keys, scratch, rng,
    )  # fmt: skip
    mutate = uniform(rng) < s.mutation
    for attempt in range(_TRIES if s.diversity == TABU else 1):
        if mutate or attempt > 0:
            at = mutation_point(game, genes, child, length, s, rng)
            if at >= 0:
                for i in range(length):
                    genes[before, i] = genes[child, i]
                playing[0] = states[0]
                length, head = play_genome(
                    game, playing[0], me, genes, before, length, before, 0, at, -1, s.repair, s.repair_top,
                    s, control, child, buffer, keys, scratch, rng,
                )  # fmt: skip
        if s.diversity != TABU or not is_known(known, place_of(known, table, game.state_hash(playing[0]))):
            break
    return length, head


@rule
def nearer(end_bytes, child_bytes, mother, father):
    """The parent whose end state differs from the child's in fewer bytes."""
    difference = 0
    for i in range(child_bytes.size):
        byte = child_bytes[i]
        difference += np.int64(end_bytes[mother, i] != byte) - np.int64(end_bytes[father, i] != byte)
    return mother if difference <= 0 else father


@entry
def evolve(
    game, states, control, settings, genes, individuals, order, ends, progress, known, lowest, table, epoch, rng
):
    """Evolve for `epoch` generations or until the budget is spent; returns whether it is."""
    c, s, p, t = control[0], settings[0], progress[0], table[0]
    me = game.player(states[0])
    buffer = np.empty(game.max_actions, dtype=np.int32)
    keys = np.empty(game.max_actions, dtype=np.int64)
    playing, scratch = states.copy(), states.copy()
    size = individuals.size
    survivors = int(size * s.survival)
    niche = s.diversity == NICHE
    patience = s.patience if s.patience >= 0 else (_PATIENCE if s.diversity != NO_DIVERSITY else 0)
    again = s.rollouts > 0 or s.variant == REFERENCE
    end_bytes = ends.view(np.uint8).reshape((size, -1))
    child_bytes = playing.view(np.uint8)
    threshold, promoted = p.threshold, p.promoted != 0

    for _ in range(epoch):
        if patience > 0 and p.stale >= patience:
            p.born, p.stale = 0, 0
            if s.rollouts > 0:
                keep_best(genes, individuals, ends)
                p.born = 1
            promoted, threshold = True, -np.inf
        beginning = p.born < size
        if beginning:
            p.best = -np.inf
        elif not niche:
            if promoted or again:
                select(individuals, order, survivors)
                threshold = np.inf
                for rank in range(survivors):
                    threshold = min(threshold, individuals[order[rank]].value)
                promoted = False
            if again:
                evaluate_again(
                    game, ends, individuals, order, survivors, me, s, c, known, lowest, t, buffer, scratch, rng
                )
        improved = False
        for rank in range(p.born if beginning else (0 if niche else survivors), size):
            if s.diversity == TABU and p.idle >= _IDLE * size:
                c.exhausted = c.stop = 1
            if is_spent(c) and c.best_length > 0:
                if s.rollouts > 0:
                    tell_again(game, states, me, c, genes, individuals, scratch)
                return True
            mother = father = 0
            # A child takes the place of one that did not survive; in a niche it has to win that place first.
            slot = rank if beginning else order[rank]
            child = size if niche else slot
            if beginning:
                playing[0] = states[0]
                how = GREEDY if rank < s.greedy * size else RANDOM
                length, head = play_genome(
                    game, playing[0], me, genes, 0, 0, 0, 0, -1, -1, how, s.repair_top,
                    s, c, child, buffer, keys, scratch, rng,
                )  # fmt: skip
            else:
                pool = size if niche else survivors
                first = below(rng, pool)
                second = below(rng, pool - 1)
                mother, father = order[first], order[second + 1 if second >= first else second]
                length, head = bear(
                    game, states, me, genes, individuals, mother, father, child, s, c, known, t, buffer, keys, playing,
                    scratch, rng,
                )  # fmt: skip
            c.iterations += 1

            key = game.state_hash(playing[0])
            place = place_of(known, t, key)
            seen = is_known(known, place)
            if seen and s.diversity == TABU:
                value = -np.inf
            else:
                value = assess(game, playing[0], me, s, c, buffer, scratch, rng)
                if seen and s.history and s.variant == DESCRIBED:
                    value = min(value, lowest[place])
            p.idle = p.idle + 1 if seen else 0
            if seen:
                lowest[place] = min(lowest[place], value)
            else:
                put(known, lowest, t, place, key, value)
                c.unique = t.used

            if niche:
                if not beginning:
                    slot = nearer(end_bytes, child_bytes, mother, father)
                    if value <= individuals[slot].value:
                        continue
                for i in range(length):
                    genes[slot, i] = genes[size, i]
            promoted = promoted or value > threshold
            x = individuals[slot]
            x.value, x.length, x.head = value, length, head
            if again or niche:
                ends[slot] = playing[0]
            if value > p.best:
                p.best = value
                improved = True
            if value > c.best_value or c.best_length == 0:
                offer_genome(game, states, me, c, value, genes, slot, head, scratch)
        p.born = size
        p.stale = 0 if improved else p.stale + 1
        c.generations += 1
    p.threshold, p.promoted = threshold, np.int64(promoted)
    if s.rollouts > 0:
        tell_again(game, states, me, c, genes, individuals, scratch)
    return False
