"""The compiled part of Online Evolutionary Planning: generations over one population.

The last two rows of the genes are work rows: the new child, and the child before its mutation.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.constants import DESCRIBED, NONE, REFERENCE
from turnwright.agents.genome_kernel import (
    ANY,
    REPAIR_GREEDILY,
    REPAIR_RANDOMLY,
    Recipe,
    answer_genome,
    breed,
    copied_parent,
    make_genome,
    mutate_genome,
    offer_genome,
)
from turnwright.agents.rollout_kernel import judge
from turnwright.agents.search_kernel import Search
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.control_kernel import is_spent
from turnwright.core.hash_table import Table, is_known, place_of, put, size
from turnwright.core.rng import below, draw, uniform

NO_DIVERSITY, TABU, NICHE = range(3)
"""`diversity`."""
BY_DIVERSITY = NONE
"""`patience` if it depends on `diversity`."""
_TRIES = 4
_TABU_MUTATION = 0.75
"""Under tabu, the minimum share of mutated children: without mutation, half of all children are copies of a parent."""
_IDLE = 20
"""Under tabu, the search ends after this many populations' worth of children in a row without a new state."""
_PATIENCE = 50
"""The default number of generations without progress after which a diverse population restarts."""

INDIVIDUAL = np.dtype(
    [
        ("value", np.float64),
        ("length", np.int64),
        ("head", np.int64),  # length of the searcher's first turn
        ("repeatable", np.int64),  # whether crossover repeats every gene at its position, without randomness
    ]
)
PROGRESS = np.dtype(
    [
        ("born", np.int64),  # number of individuals; fewer than all only while a population is created
        ("best", np.float64),  # best value in this population
        ("stale", np.int64),  # generations without improvement
        ("idle", np.int64),  # children in a row without a new state
        ("threshold", np.float64),  # the lowest value of a survivor
        ("promoted", np.int64),  # whether a child is better than that, so that survivors must be selected again
    ]
)


class Population(NamedTuple):
    """The whole state of an evolution: it can be interrupted after any generation and resumed with the same result."""

    genes: np.ndarray
    """One row per individual, and two work rows."""
    individuals: np.ndarray
    order: np.ndarray
    """The indices of the individuals, survivors first."""
    ends: np.ndarray
    """The end state of every individual, if it is needed again."""
    progress: np.ndarray
    seen: Table
    """The end states of all genomes so far, with their lowest values."""


@rule
def select(individuals, order, wanted):
    """Arrange `order` so that its first `wanted` elements are the best individuals (quickselect)."""
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
def lowest_survivor(individuals, order, survivors):
    """The lowest value of a survivor."""
    lowest = np.inf
    for rank in range(survivors):
        lowest = min(lowest, individuals[order[rank]].value)
    return lowest


@rule
def evaluate_again(search, population, survivors):
    """Survivors get new rollouts and keep their lowest value, which is also stored in the history table."""
    game, s, seen = search.game, search.settings, population.seen
    for rank in range(survivors):
        if is_spent(search.control):
            return
        number = population.order[rank]
        x, end = population.individuals[number], population.ends[number]
        x.value = min(x.value, judge(game, end, search.me, s, search.control, search.work))
        if s.history and s.variant == DESCRIBED:
            place = place_of(seen, game.state_hash(end))
            if is_known(seen, place):
                x.value = min(x.value, seen.values[place])
                seen.values[place] = x.value


@rule
def best_individual(individuals):
    """The individual with the highest value."""
    best = 0
    for i in range(1, individuals.size):
        if individuals[i].length > 0 and individuals[i].value > individuals[best].value:
            best = i
    return best


@rule
def tell_again(search, population):
    """Report the best individual with its current value: with rollouts, its value may have fallen since the last
    report."""
    best = best_individual(population.individuals)
    x = population.individuals[best]
    answer_genome(search, x.value, population.genes, best, x.head)


@rule
def keep_best(population):
    """Copy the best individual to the first row of a new population."""
    genes, individuals, ends = population.genes, population.individuals, population.ends
    best = best_individual(individuals)
    for i in range(individuals[best].length):
        genes[0, i] = genes[best, i]
    individuals[0] = individuals[best]
    ends[0] = ends[best]


@inlined
def mutation_point(search, genes, row, length):
    """A random position; in the described reading, not one that only ends a turn. NONE if there is none."""
    end = search.game.end_action()
    for _ in range(1 if search.settings.variant == REFERENCE else _TRIES):
        at = below(search.work.rng, length)
        if genes[row, at] != end:
            return at
    return NONE


@inlined
def bear(search, population, mother, father, child):
    """Cross two parents, possibly mutate the child, write it to row `child`, and play it.

    A copy of a parent is not played, because its value is known. Under tabu, crossover and mutation happen in one walk.
    Returns what `make_genome` returns, the row of the parent that the child copies (or NONE), and whether the child is
    repeatable.
    """
    s, genes, individuals = search.settings, population.genes, population.individuals
    rng, before, is_tabu = search.work.rng, population.individuals.size + 1, search.settings.diversity == TABU
    mothers, fathers = (mother, individuals[mother].length), (father, individuals[father].length)
    at = np.int64(NONE)
    if is_tabu and uniform(rng) < max(s.mutation, _TABU_MUTATION):
        at = np.int64(mutation_point(search, genes, mother, mothers[1]))
    coins = draw(rng)
    copied, strange = np.int64(NONE), 0
    if individuals[mother].repeatable and individuals[father].repeatable:
        copied = copied_parent(genes, mothers, fathers, coins)
    if copied != NONE:
        length, head = individuals[copied].length, individuals[copied].head
        for i in range(length):
            genes[child, i] = genes[copied, i]
        search.control.steps += length
    else:
        recipe = Recipe(mothers[0], mothers[1], fathers[0], fathers[1], NONE, ANY, s.repair, coins)
        length, head, strange = breed(search, genes, child, recipe, at)
    if not is_tabu and uniform(rng) < s.mutation:
        at = np.int64(mutation_point(search, genes, child, length))
        if at != NONE:
            for i in range(length):
                genes[before, i] = genes[child, i]
            length, head = mutate_genome(search, genes, child, (before, length), at, ANY, s.repair)
            copied, strange = np.int64(NONE), 1
    return length, head, copied, strange == 0


@rule
def nearer(end_bytes, child_bytes, mother, father):
    """The parent whose end state differs from the child's in fewer bytes."""
    difference = 0
    for i in range(child_bytes.size):
        byte = child_bytes[i]
        difference += np.int64(end_bytes[mother, i] != byte) - np.int64(end_bytes[father, i] != byte)
    return mother if difference <= 0 else father


@inlined
def remembered_value(search, seen, progress):
    """The value of the genome that was played; minus infinity if tabu forbids it. It is stored in the table."""
    s, control = search.settings, search.control
    end = search.work.playing[0]
    key = search.game.state_hash(end)
    place = place_of(seen, key)
    is_old = is_known(seen, place)
    if is_old and s.diversity == TABU:
        value = -np.inf
    else:
        value = judge(search.game, end, search.me, s, control, search.work)
        if is_old and s.history and s.variant == DESCRIBED:
            value = min(value, seen.values[place])
    progress.idle = progress.idle + 1 if is_old else 0
    if is_old:
        seen.values[place] = min(seen.values[place], value)
    else:
        put(seen, place, key, value)
        control.unique = size(seen)
    return value


@entry
def evolve(game, states, control, settings, population, epoch, work):
    """Evolve for `epoch` generations or until the budget is used up. Returns whether it is."""
    population = borrowed(population)
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, p = search.control, search.settings, population.progress[0]
    genes, individuals, order, ends = population.genes, population.individuals, population.order, population.ends
    playing, rng = search.work.playing, search.work.rng
    number = individuals.size
    survivors = int(number * s.survival)
    niche = s.diversity == NICHE
    patience = s.patience
    if patience == BY_DIVERSITY:
        patience = 0 if s.diversity == NO_DIVERSITY else _PATIENCE
    again = s.rollouts > 0 or s.variant == REFERENCE
    # Whether values of genomes can be reused: they do not depend on chance or on end states of other genomes.
    is_certain = s.horizon <= 0 and not again and s.diversity == NO_DIVERSITY
    end_bytes = ends.view(np.uint8).reshape((number, -1))
    child_bytes = playing.view(np.uint8)
    threshold, promoted = p.threshold, p.promoted != 0

    for _ in range(epoch):
        if patience > 0 and p.stale >= patience:
            p.born, p.stale = 0, 0
            if s.rollouts > 0:
                keep_best(population)
                p.born = 1
            promoted, threshold = True, -np.inf
        beginning = p.born < number
        if beginning:
            p.best = -np.inf
        elif not niche:
            if promoted or again:
                select(individuals, order, survivors)
                threshold = lowest_survivor(individuals, order, survivors)
                promoted = False
            if again:
                evaluate_again(search, population, survivors)
        improved = False
        for rank in range(p.born if beginning else (0 if niche else survivors), number):
            if s.diversity == TABU and p.idle >= _IDLE * number:
                c.exhausted = c.stop = 1
            if is_spent(c) and c.best_length > 0:
                if s.rollouts > 0:
                    tell_again(search, population)
                return True
            mother = father = 0
            copied, repeatable = np.int64(NONE), False
            # A child replaces an individual that did not survive; with niches, it must be better than that individual.
            slot = rank if beginning else order[rank]
            child = number if niche else slot
            if beginning:
                repair = REPAIR_GREEDILY if rank < s.greedy_genomes * number else REPAIR_RANDOMLY
                length, head = make_genome(search, genes, child, repair)
            else:
                pool = number if niche else survivors
                first = below(rng, pool)
                second = below(rng, pool - 1)
                mother, father = order[first], order[second + 1 if second >= first else second]
                length, head, copied, repeatable = bear(search, population, mother, father, child)
            c.iterations += 1
            if copied == NONE:
                value = remembered_value(search, population.seen, p)
            else:
                value = individuals[copied].value
                c.evaluations += 1
                p.idle += 1

            if niche:
                if not beginning:
                    slot = nearer(end_bytes, child_bytes, mother, father)
                    if value <= individuals[slot].value:
                        continue
                for i in range(length):
                    genes[slot, i] = genes[number, i]
            promoted = promoted or value > threshold
            x = individuals[slot]
            x.value, x.length, x.head, x.repeatable = value, length, head, np.int64(is_certain and repeatable)
            if again or niche:
                ends[slot] = playing[0]
            if value > p.best:
                p.best = value
                improved = True
            if value > c.best_value or c.best_length == 0:
                offer_genome(search, value, genes, slot, head)
        p.born = number
        p.stale = 0 if improved else p.stale + 1
        c.generations += 1
    p.threshold, p.promoted = threshold, np.int64(promoted)
    if s.rollouts > 0:
        tell_again(search, population)
    return False
