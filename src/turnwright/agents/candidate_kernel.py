"""The candidates of a search against replies: the most promising turns, and their values after the known replies."""

import numpy as np

from turnwright.agents.answer_kernel import keep_answer, move_forward, replay, search_answer, winning_answer
from turnwright.agents.choice_kernel import greedy_choice
from turnwright.agents.constants import NONE
from turnwright.agents.duel_kernel import can_reply, has_been, unless_repeated, value_now
from turnwright.agents.genome_kernel import answer_genome
from turnwright.core.compiled import inlined, rule
from turnwright.core.control_kernel import MAX_TURN, is_spent, note_value

_EASIER = 1e-6
"""How much more is lost by a reply that wins, for every action that it is shorter than the longest turn. A turn that is
known to lose is then worth less than one that may only not stand up to a known reply, so the others are verified."""


@inlined
def play_in_worlds(duel, genes, row, length):
    """Play a turn in every world, the first of which it has just been played in; its ends are looked at then."""
    game = duel.own.game
    duel.candidates.looked_at[0] = duel.own.work.playing[0]
    for world in range(1, duel.worlds.size):
        duel.candidates.looked_at[world] = duel.worlds[world]
        for i in range(length):
            action = np.int64(genes[row, i])
            if (
                game.is_over(duel.candidates.looked_at[world])
                or game.player(duel.candidates.looked_at[world]) != duel.own.me
            ):
                break
            if game.is_legal(duel.candidates.looked_at[world], action) or action == game.end_action():
                game.apply(duel.candidates.looked_at[world], action)


@rule
def meet_replies(duel, ends, at, cutoff, most):
    """The value of a turn after the worst of the first `most` known replies. Its end states start at `at`. Values below
    `cutoff` are not exact.

    A reply that lowers the value below `cutoff` moves forward by one place, so the strongest replies are tried first.
    """
    facts, worlds = duel.candidates.facts[0], duel.worlds.size
    order, known = duel.replies.archive.order, duel.replies.archive.counts[0].kept
    static = 0.0
    for world in range(worlds):
        static += value_now(duel, ends[at + world])
    static /= worlds
    if known == 0 or not can_reply(duel, ends[at]):
        return static
    lowest = np.inf
    for place in range(min(most, known)):
        total = 0.0
        for world in range(worlds):
            if can_reply(duel, ends[at + world]):
                left, _ = replay(duel, duel.replies, ends[at + world : at + world + 1], order[place])
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


@inlined
def note_candidate(duel, value, genes, row, length):
    """Keep the current turn if it is among the best, or better than the current answer.

    Candidates that have not met the newest replies have bounds that are too high, hence the second condition.
    """
    c, facts, worlds = duel.candidates, duel.candidates.facts[0], duel.worlds.size
    replies = duel.replies.archive.counts[0]
    place = facts.candidates
    if place == c.turns.size:
        if value <= facts.lowest and (facts.answer == NONE or value <= c.turns[facts.answer].bound):
            return
        place = lowest_candidate(duel)
    else:
        facts.candidates += 1
    x = c.turns[place]
    x.bound = x.after_reply = value
    x.length, x.level, x.met, x.reply_length = length, 0, replies.archived, 0
    x.repeats, x.safe = has_been(duel, duel.candidates.looked_at[0]), 0
    for i in range(length):
        c.genes[place, i] = genes[row, i]
    if replies.kept > 0:
        fear(duel, place, facts.refuting)
    for world in range(worlds):
        c.ends[place * worlds + world] = duel.candidates.looked_at[world]
    if facts.candidates == c.turns.size:
        facts.lowest = c.turns[lowest_candidate(duel)].bound


@rule
def fear(duel, place, row):
    """Store the worst reply to a candidate."""
    c, archive = duel.candidates, duel.replies.archive
    c.turns[place].reply_length = archive.lengths[row]
    for i in range(archive.lengths[row]):
        c.replies[place, i] = archive.genes[row, i]


@rule
def lowest_candidate(duel):
    """The candidate with the lowest bound, other than the current answer."""
    turns, facts = duel.candidates.turns, duel.candidates.facts[0]
    lowest = 1 if facts.answer == 0 else 0
    for i in range(facts.candidates):
        if turns[i].bound < turns[lowest].bound and i != facts.answer:
            lowest = i
    return lowest


@rule
def meet_newest(duel, place):
    """Test a candidate against the replies archived since its last test."""
    facts, x, archived = duel.candidates.facts[0], duel.candidates.turns[place], duel.replies.archive.counts[0].archived
    # New replies are near the front, so a candidate does not meet the same replies again.
    most = min(duel.own.settings.known_replies, archived - x.met)
    value = meet_replies(duel, duel.candidates.ends, place * duel.worlds.size, -np.inf, most)
    if value < x.after_reply or x.reply_length == 0:  # its value without a reply is no bound
        x.bound = unless_repeated(x.bound + value - x.after_reply, x.repeats)
        x.after_reply = value
        fear(duel, place, facts.refuting)
    x.met = archived


@rule
def most_promising(duel):
    """The candidate with the highest bound. It has met all known replies, unless time ran out."""
    turns, facts = duel.candidates.turns, duel.candidates.facts[0]
    while True:
        best = 0
        for i in range(1, facts.candidates):
            if turns[i].bound > turns[best].bound:
                best = i
        if turns[best].met == duel.replies.archive.counts[0].archived or is_spent(duel.own.control):
            return best
        meet_newest(duel, best)


@rule
def own_greedy_turn(duel, state):
    """The value after a greedy turn of the searcher."""
    own = duel.own
    while not own.game.is_over(state) and own.game.player(state) == own.me:
        s = own.settings
        action = greedy_choice(own.game, state, own.me, s.repair_top, s.ties, own.control, own.work)
        own.game.apply(state, action)
        own.control.steps += 1
    return value_now(duel, state)


@rule
def value_after_next_turn(duel, effort):
    """The value after the searcher's next turn, from the state after the latest reply. NaN if time ran out."""
    own, state, side = duel.own, duel.replies.work.playing[:1], duel.next_turns
    tries = np.int64(effort * own.settings.follow_effort)
    if tries == 0 or own.game.is_over(state[0]) or own.game.player(state[0]) != own.me:
        return own_greedy_turn(duel, state[0])
    row = search_answer(duel, side, state, max(tries, side.archive.values.size))
    if row == NONE:
        return np.nan
    value = side.archive.values[row]
    keep_answer(side.archive, row)
    return value


@rule
def best_reply(duel, base, effort, wins):
    """The row of the best reply found in the state `base`, and its value; NONE if time ran out.

    `wins` is the length of a reply that wins, which is then in its row; otherwise a reply is searched. The longer such
    a reply is, the more the turn is worth: the opponent may not find it.
    """
    archive = duel.replies.archive
    if wins > 0:
        loss = value_now(duel, duel.replies.work.playing[0])
        return np.int64(archive.values.size), loss * (1.0 + _EASIER * (MAX_TURN - wins))
    row = np.int64(search_answer(duel, duel.replies, base, max(effort, archive.values.size)))
    return row, 0.0 if row == NONE else -archive.values[row]


@rule
def verify(duel, place):
    """Search for a reply to a candidate in every world. Returns whether a new reply was found; false if time ran
    out."""
    s, worlds, replies = duel.own.settings, duel.worlds.size, duel.replies
    x, facts = duel.candidates.turns[place], duel.candidates.facts[0]
    effort = s.effort
    for _ in range(x.level):
        effort *= s.growth
    found, lost, decided = False, False, True
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
        wins = 0 if x.safe else winning_answer(duel, replies, base, s.guard * effort // worlds)
        lost, decided = lost or wins > 0, decided and wins == 0
        row, value = best_reply(duel, base, effort // worlds, wins)
        if row == NONE:
            return False
        if keep_answer(replies.archive, row):
            found = True
        total += value
        if world == 0 and (worlds > 1 or wins > 0 or value <= lowest):
            fear(duel, place, row)
        if s.follow > 0.0 and wins <= 0:
            replay(duel, replies, base, row)
            value = value_after_next_turn(duel, effort // worlds)
            if np.isnan(value):
                return False
        further += value
    x.met = replies.archive.counts[0].archived  # it has met the replies found for it
    x.after_reply = total / worlds if lost else min(lowest, total / worlds)
    bound = x.after_reply
    if s.follow > 0.0 and not lost:
        gain = (further - total) / worlds
        facts.gains += 1
        facts.gain += (gain - facts.gain) / facts.gains
        bound += s.follow * (gain - facts.gain)
    x.bound = unless_repeated(bound, x.repeats)
    x.level = s.levels if lost else x.level + 1
    x.safe = np.int64(decided)
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
    """Report the worst reply to a candidate, as played in the first world, to the control record."""
    c, archive, control = duel.candidates, duel.replies.archive, duel.own.control
    at = place * duel.worlds.size
    control.reply_length = 0
    if not can_reply(duel, c.ends[at]) or c.turns[place].reply_length == 0:
        return
    played, source = archive.values.size, archive.values.size + 1
    archive.lengths[source] = c.turns[place].reply_length
    for i in range(archive.lengths[source]):
        archive.genes[source, i] = c.replies[place, i]
    _, length = replay(duel, duel.replies, c.ends[at : at + 1], source)
    for i in range(length):
        control.reply[i] = archive.genes[played, i]
    control.reply_length = length
