"""The compiled part of the reply agent: own turns evolve against the replies that refute them.

Two sides take turns in one search, as in a double oracle. Own turns are bred as in Online Evolutionary Planning, but a
turn is worth what the *known replies* leave of it. The most promising turn is verified by a searched reply; a reply
that is new joins the archive, and from then on every own turn has to meet it. Values only fall by this, so a turn that
still leads after its own searched reply has earned it.
"""

import numpy as np

from turnwright.agents.choice_kernel import greedy_choice, is_won
from turnwright.agents.constants import NONE
from turnwright.agents.duel_kernel import MUTATIONS, Duel, can_reply, cross, make, mutate, value_now
from turnwright.agents.genome_kernel import REPAIR_GREEDILY, REPAIR_RANDOMLY, answer_genome, offer_genome
from turnwright.agents.oep_kernel import lowest_survivor, select
from turnwright.agents.refutation_kernel import keep_reply, move_forward, replay, search_reply
from turnwright.agents.search_kernel import Search
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import is_spent, note_value, progress
from turnwright.core.hash_table import is_known, place_of, put, size
from turnwright.core.rng import below, uniform

_IDLE = 20
"""Populations' worth of children without a new end of turn after which none is left to be found."""
_VERIFIED_AT_ONCE = 2
"""Turns that are verified between two generations."""


@rule
def play_in_worlds(duel, genes, row, length):
    """Play a turn in every world; its ends are looked at then."""
    game = duel.own.game
    for world in range(duel.worlds.size):
        duel.candidates.looked_at[world] = duel.worlds[world]
        for i in range(length):
            action = np.int64(genes[row, i])
            if (
                game.is_over(duel.candidates.looked_at[world])
                or game.player(duel.candidates.looked_at[world]) != duel.own.me
            ):
                break
            if world == 0 or game.is_legal(duel.candidates.looked_at[world], action) or action == game.end_action():
                game.apply(duel.candidates.looked_at[world], action)


@rule
def meet_replies(duel, ends, at, cutoff, most):
    """What the first `most` known replies leave of a turn whose ends stand from `at` on; less exact below `cutoff`.

    A reply that brings the value below comes forward by a place, so that the replies that refute most are tried first.
    """
    facts, order, worlds = duel.candidates.facts[0], duel.archive.order, duel.worlds.size
    static = 0.0
    for world in range(worlds):
        static += value_now(duel, ends[at + world])
    static /= worlds
    if facts.replies == 0 or not can_reply(duel, ends[at]):
        return static
    lowest = np.inf
    for place in range(min(most, facts.replies)):
        total = 0.0
        for world in range(worlds):
            if can_reply(duel, ends[at + world]):
                left, _ = replay(duel, ends[at + world : at + world + 1], order[place])
                total += left
            else:
                total += value_now(duel, ends[at + world])
        if total / worlds < lowest:
            lowest, facts.refuting = total / worlds, order[place]
        if lowest <= cutoff:
            if place > 0:
                move_forward(order, place, 1)
            break
    return lowest


@rule
def note_candidate(duel, value, genes, row, length):
    """Keep the own turn that is looked at if it is among the best, or better than the answer so far.

    Bounds of candidates that have not met the newest replies are too high, hence the second condition.
    """
    c, facts, worlds = duel.candidates, duel.candidates.facts[0], duel.worlds.size
    place = facts.candidates
    if place == c.turns.size:
        if value <= facts.lowest and (facts.answer == NONE or value <= c.turns[facts.answer].bound):
            return
        place = lowest_candidate(duel)
    else:
        facts.candidates += 1
    x = c.turns[place]
    x.bound = x.after_reply = value
    x.length, x.level, x.met, x.reply_length = length, 0, facts.archived, 0
    for i in range(length):
        c.genes[place, i] = genes[row, i]
    if facts.replies > 0:
        fear(duel, place, facts.refuting)
    for world in range(worlds):
        c.ends[place * worlds + world] = duel.candidates.looked_at[world]
    if facts.candidates == c.turns.size:
        facts.lowest = c.turns[lowest_candidate(duel)].bound


@rule
def fear(duel, place, row):
    """Note the reply that leaves least of a candidate."""
    c, archive = duel.candidates, duel.archive
    c.turns[place].reply_length = archive.lengths[row]
    for i in range(archive.lengths[row]):
        c.replies[place, i] = archive.genes[row, i]


@rule
def lowest_candidate(duel):
    """The candidate of lowest bound, the answer so far apart."""
    turns, facts = duel.candidates.turns, duel.candidates.facts[0]
    lowest = 1 if facts.answer == 0 else 0
    for i in range(facts.candidates):
        if turns[i].bound < turns[lowest].bound and i != facts.answer:
            lowest = i
    return lowest


@rule
def meet_newest(duel, place):
    """Let a candidate meet the replies that were archived since it last met them all."""
    facts, x = duel.candidates.facts[0], duel.candidates.turns[place]
    # New replies stand near the front, so a candidate need not meet those again that it has met before.
    most = min(duel.own.settings.known_replies, facts.archived - x.met)
    value = meet_replies(duel, duel.candidates.ends, place * duel.worlds.size, -np.inf, most)
    if value < x.after_reply or x.reply_length == 0:  # what it is worth as it stands bounds nothing
        x.bound += value - x.after_reply
        x.after_reply = value
        fear(duel, place, facts.refuting)
    x.met = facts.archived


@rule
def most_promising(duel):
    """The candidate of highest bound, which has met all known replies unless time ran out."""
    turns, facts = duel.candidates.turns, duel.candidates.facts[0]
    while True:
        best = 0
        for i in range(1, facts.candidates):
            if turns[i].bound > turns[best].bound:
                best = i
        if turns[best].met == facts.archived or is_spent(duel.own.control):
            return best
        meet_newest(duel, best)


@rule
def own_greedy_turn(duel, state):
    """Play an own greedy turn in a state; what is reached then."""
    own = duel.own
    while not own.game.is_over(state) and own.game.player(state) == own.me:
        action = greedy_choice(own.game, state, own.me, own.settings.repair_top, own.control, own.work)
        own.game.apply(state, action)
        own.control.steps += 1
    return value_now(duel, state)


@rule
def verify(duel, place):
    """Let a candidate meet a searched reply in every world; whether a new reply was found. False if time ran out."""
    s, worlds = duel.own.settings, duel.worlds.size
    x, facts = duel.candidates.turns[place], duel.candidates.facts[0]
    effort = s.effort
    for _ in range(x.level):
        effort *= s.growth
    found = False
    lowest = np.inf if x.reply_length == 0 else x.after_reply
    total = further = 0.0
    for world in range(worlds):
        at = place * worlds + world
        base = duel.candidates.ends[at : at + 1]
        if not can_reply(duel, base[0]):
            value = value_now(duel, base[0])
            total += value
            further += value
            continue
        row = search_reply(duel, base, max(effort // worlds, duel.archive.values.size))
        if row == NONE:
            return False
        if keep_reply(duel, row):
            found = True
        value = -duel.archive.values[row]
        total += value
        if world == 0 and (worlds > 1 or value <= lowest):
            fear(duel, place, row)
        if s.follow > 0.0:
            replay(duel, base, row)
            value = own_greedy_turn(duel, duel.replying.playing[0])
        further += value
    x.met = facts.archived  # it has met what it brought about
    x.after_reply = min(lowest, total / worlds)
    gain = (further - total) / worlds
    facts.gains += 1
    facts.gain += (gain - facts.gain) / facts.gains
    x.bound = x.after_reply + (s.follow * (gain - facts.gain) if s.follow > 0.0 else 0.0)
    x.level += 1
    return found


@rule
def answer_best(duel):
    """Make the best verified candidate the answer."""
    turns, facts = duel.candidates.turns, duel.candidates.facts[0]
    best = NONE
    for i in range(facts.candidates):
        if turns[i].level > 0 and (best == NONE or turns[i].bound > turns[best].bound):
            best = i
    if best != NONE:
        facts.answer = best
        x = turns[best]
        if x.bound != duel.own.control.best_value:
            note_value(duel.own.control, x.bound)
        answer_genome(duel.own, x.bound, duel.candidates.genes, best, x.length)
        tell_reply(duel, best)


@rule
def tell_reply(duel, place):
    """Tell the control record of the reply that leaves least of a candidate, as played in the first world."""
    c, archive, control = duel.candidates, duel.archive, duel.own.control
    at = place * duel.worlds.size
    control.reply_length = 0
    if not can_reply(duel, c.ends[at]) or c.turns[place].reply_length == 0:
        return
    played, source = archive.values.size, archive.values.size + 1
    archive.lengths[source] = c.turns[place].reply_length
    for i in range(archive.lengths[source]):
        archive.genes[source, i] = c.replies[place, i]
    _, length = replay(duel, c.ends[at : at + 1], source)
    for i in range(length):
        control.reply[i] = archive.genes[played, i]
    control.reply_length = length


@rule
def judge_child(duel, population, slot, length, cutoff):
    """The value of the own turn in a row of the population, and whether its end is new. Its ends are noted with it."""
    worlds, seen = duel.worlds.size, population.seen
    play_in_worlds(duel, population.genes, slot, length)
    key = duel.own.game.state_hash(duel.candidates.looked_at[0])
    place = place_of(seen, key)
    if is_known(seen, place):
        return -np.inf
    value = meet_replies(duel, duel.candidates.looked_at, 0, cutoff, duel.own.settings.known_replies)
    put(seen, place, key, value)
    duel.own.control.unique = size(seen)
    for world in range(worlds):
        population.ends[slot * worlds + world] = duel.candidates.looked_at[world]
    return value


@rule
def bear(duel, population, mother, father, child):
    """Cross two own turns and perhaps mutate the child, into row `child` of the genes, and play it; its length.

    A child whose end is known already is mutated again, a few times.
    """
    search, genes, seen, individuals = duel.own, population.genes, population.seen, population.individuals
    length = cross(search, genes, child, (mother, individuals[mother].length), (father, individuals[father].length))
    change = uniform(search.work.rng) < search.settings.mutation
    for attempt in range(1 + MUTATIONS):
        if change or attempt > 0:
            length = mutate(search, genes, child, length, np.int64(individuals.size + 1))
        if not is_known(seen, place_of(seen, search.game.state_hash(search.work.playing[0]))):
            break
    return length


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
        if is_won(own.game, own.work.playing[0], own.me) and duel.worlds.size == 1:
            value = value_now(duel, own.work.playing[0])
            offer_genome(own, np.inf, population.genes, slot, length)
            answer_genome(own, value, population.genes, slot, length)
            return True
        value = judge_child(duel, population, slot, length, min(threshold, duel.candidates.facts[0].lowest))
        p.idle = p.idle + 1 if value == -np.inf else 0
        x = individuals[slot]
        x.value, x.length, x.head = value, length, length
        if value > -np.inf:
            note_candidate(duel, value, population.genes, slot, length)
        if value > p.best:
            p.best = value
            improved = True
        if duel.candidates.facts[0].archived == 0 and (value > c.best_value or c.best_length == 0):
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
    new = facts.archived - facts.announced
    facts.announced = facts.archived
    for slot in range(p.born):
        x = population.individuals[slot]
        if x.value > -np.inf and not is_spent(duel.own.control):
            value = meet_replies(duel, population.ends, slot * worlds, -np.inf, new)
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
def search_against_replies(game, states, control, settings, population, candidates, archive, works):
    """Search until the budget is spent, and tell the control record of the turn found.

    `states` are the worlds, `works` the workspaces of the searcher and of the player who replies.
    """
    population, states = borrowed(population), borrowed(states)
    own = Search(game, states[:1], game.player(states[0]), settings[0], control[0], borrowed(works[0]))
    duel = Duel(own, borrowed(works[1]), states, borrowed(candidates), borrowed(archive))
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
