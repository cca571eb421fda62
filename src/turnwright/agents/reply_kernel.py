"""The compiled part of the reply agent: own turns evolve against the replies that refute them.

Two sides take turns in one search, as in a double oracle. Own turns are bred as in Online Evolutionary Planning, but a
turn is worth what the *known replies* leave of it. The most promising turn is verified by a searched reply; a reply
that is new joins the archive, and from then on every own turn has to meet it. Values only fall by this, so a turn that
still leads after its own searched reply has earned it.
"""

import numpy as np

from turnwright.agents.candidate_kernel import (
    answer_best,
    lowest_candidate,
    meet_newest,
    meet_replies,
    most_promising,
    note_candidate,
    play_in_worlds,
    verify,
)
from turnwright.agents.choice_kernel import is_won
from turnwright.agents.constants import NONE
from turnwright.agents.duel_kernel import Duel, Side, cross, has_been, make, unless_repeated, value_now
from turnwright.agents.edit_kernel import edit
from turnwright.agents.genome_kernel import REPAIR_GREEDILY, REPAIR_RANDOMLY, answer_genome, offer_genome
from turnwright.agents.oep_kernel import lowest_survivor, mutation_point, select
from turnwright.agents.search_kernel import Search
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.control_kernel import is_spent, progress
from turnwright.core.hash_table import is_known, place_of, put, size
from turnwright.core.rng import below, uniform

_IDLE = 20
"""Populations' worth of children without a new end of turn after which none is left to be found."""
_OWN = np.uint64(1)
"""The salt of own turns; searches for answers are numbered from 2."""
_VERIFIED_AT_ONCE = 2
"""Turns that are verified between two generations."""


@inlined
def judge_child(duel, population, slot, length, cutoff):
    """The value of the own turn in a row of the population, and whether its end is new. Its ends are noted with it."""
    worlds, seen = duel.worlds.size, population.seen
    play_in_worlds(duel, population.genes, slot, length)
    key = duel.own.game.state_hash(duel.candidates.looked_at[0])
    place = place_of(seen, key)
    if is_known(seen, place):
        return -np.inf
    value = meet_replies(duel, duel.candidates.looked_at, 0, cutoff, duel.own.settings.known_replies)
    value = unless_repeated(value, has_been(duel, duel.candidates.looked_at[0]))
    put(seen, place, key, value)
    duel.own.control.unique = size(seen)
    for world in range(worlds):
        population.ends[slot * worlds + world] = duel.candidates.looked_at[world]
    return value


@inlined
def bear(duel, population, mother, father, child):
    """Cross two own turns and perhaps mutate the child, in one walk, into row `child` of the genes; its length.

    NONE where turns are bred by edits and this one has ended like one before.
    """
    search, genes, individuals = duel.own, population.genes, population.individuals
    mothers, fathers = (mother, individuals[mother].length), (father, individuals[father].length)
    if search.settings.edits:
        return edit(search, genes, child, mothers, fathers, duel.script, _OWN)
    at = np.int64(NONE)
    if uniform(search.work.rng) < search.settings.mutation:
        at = np.int64(mutation_point(search, genes, mother, individuals[mother].length))
    return cross(search, genes, child, mothers, fathers, at)


@rule
def breed(duel, population):
    """One generation of own turns; whether one of them wins the game."""
    own, p = duel.own, population.progress[0]
    s, c, rng = own.settings, own.control, own.work.rng
    individuals, order = population.individuals, population.order
    number = individuals.size
    survivors = number // 2
    if p.stale >= s.patience:
        p.born = p.stale = 0
    beginning = p.born < number
    threshold = -np.inf
    if beginning:
        p.best = -np.inf
    else:
        select(individuals, order, survivors)
        threshold = lowest_survivor(individuals, order, survivors)
    improved = False
    for rank in range(p.born if beginning else survivors, number):
        if is_spent(c) and c.best_length > 0:
            return False
        slot = rank if beginning else order[rank]
        if beginning:
            repair = REPAIR_GREEDILY if rank < s.greedy_genomes * number else REPAIR_RANDOMLY
            length = make(own, population.genes, slot, repair)
        else:
            first, second = below(rng, survivors), below(rng, survivors - 1)
            mother, father = order[first], order[second + 1 if second >= first else second]
            length = bear(duel, population, mother, father, slot)
        c.iterations += 1
        x = individuals[slot]
        if length == NONE:
            x.value, x.length, x.head = -np.inf, 0, 0
            p.idle += 1
            continue
        if is_won(own.game, own.work.playing[0], own.me) and duel.worlds.size == 1:
            value = value_now(duel, own.work.playing[0])
            offer_genome(own, np.inf, population.genes, slot, length)
            answer_genome(own, value, population.genes, slot, length)
            return True
        value = judge_child(duel, population, slot, length, min(threshold, duel.candidates.facts[0].lowest))
        p.idle = p.idle + 1 if value == -np.inf else 0
        x.value, x.length, x.head = value, length, length
        if value > -np.inf:
            note_candidate(duel, value, population.genes, slot, length)
        if value > p.best:
            p.best = value
            improved = True
        if duel.replies.archive.counts[0].archived == 0 and (value > c.best_value or c.best_length == 0):
            offer_genome(own, value, population.genes, slot, length)
    p.born = number
    p.stale = 0 if improved else p.stale + 1
    c.generations += 1
    return False


@rule
def meet_new_reply(duel, population):
    """Own turns of the population meet the reply that stands in front of the archive, the first one all candidates."""
    worlds, p, facts = duel.worlds.size, population.progress[0], duel.candidates.facts[0]
    is_first = facts.announced == 0  # until now every turn was judged as it stands
    archived = duel.replies.archive.counts[0].archived
    new = archived - facts.announced
    facts.announced = archived
    for slot in range(p.born):
        x = population.individuals[slot]
        if x.value > -np.inf and not is_spent(duel.own.control):
            value = meet_replies(duel, population.ends, slot * worlds, -np.inf, new)
            value = unless_repeated(value, has_been(duel, population.ends[slot * worlds]))
            x.value = value if is_first else min(x.value, value)
    p.best = -np.inf
    for slot in range(p.born):
        p.best = max(p.best, population.individuals[slot].value)
    p.stale = 0
    if is_first:
        for place in range(duel.candidates.facts[0].candidates):
            if not is_spent(duel.own.control):
                meet_newest(duel, place)
    if duel.candidates.facts[0].candidates == duel.candidates.turns.size:
        duel.candidates.facts[0].lowest = duel.candidates.turns[lowest_candidate(duel)].bound


@entry
def search_against_replies(game, states, control, settings, turns, archives, works):
    """Search until the budget is spent, and tell the control record of the turn found.

    `states` are the worlds; `turns` are the population, the candidates, and room for scripts and wins; `archives` are
    those of replies and of own next turns; `works` are the workspaces of the searcher, of the player who replies, and
    of own next turns.
    """
    population, candidates, script, wins = turns
    population, states = borrowed(population), borrowed(states)
    me = game.player(states[0])
    own = Search(game, states[:1], me, settings[0], control[0], borrowed(works[0]))
    replies = Side(1 - me, -1.0, borrowed(works[1]), borrowed(archives[0]))
    next_turns = Side(me, 1.0, borrowed(works[2]), borrowed(archives[1]))
    duel = Duel(own, states, borrowed(candidates), replies, next_turns, borrowed(script), borrowed(wins))
    c, s, p, facts = own.control, own.settings, population.progress[0], duel.candidates.facts[0]
    facts.lowest, facts.answer = -np.inf, NONE

    # Own turns as they stand, until there is something worth refuting.
    while True:
        if breed(duel, population):
            c.exhausted = 1
            return
        if is_spent(c) or progress(c) >= s.gather or p.idle >= _IDLE * population.individuals.size:
            break

    while not is_spent(c):
        left_open = False
        for _ in range(_VERIFIED_AT_ONCE):
            place = most_promising(duel)
            if candidates.turns[place].level < s.levels and not is_spent(c):
                left_open = True
                if verify(duel, place):
                    meet_new_reply(duel, population)
                answer_best(duel)
        if p.idle < _IDLE * population.individuals.size:
            if breed(duel, population):
                c.exhausted = 1
                return
        elif not left_open:
            c.exhausted = 1
            return
