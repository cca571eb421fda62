"""Random games in which every answer of the rules is held against the others, compiled."""

import numpy as np

from turnwright.agents.choice_kernel import is_won
from turnwright.core.compiled import entry, rule
from turnwright.core.ordered_list import order_choices

(
    FINE,
    LONG_LIST,
    WROTE_AHEAD,
    TWICE,
    LEGAL_DIFFERS,
    BAD_CANDIDATE,
    CANDIDATE_DIFFERS,
    NOT_THE_TOP,
    POSSIBLE_TWICE,
    ENDS_ANYWAY,
    STUCK,
    NO_END,
    LONG_TURN,
    LEGAL_AFTER_END,
    OUTCOME,
    ENDING,
    REFRESH,
    NORMALISED,
    RANDOM_ACTION,
    META_ACTION,
    MUST_END,
    BOOK,
    UNREPEATABLE,
    ORIGINAL_CHANGED,
    SUCCESSOR,
    ENDLESS,
    HOPELESS,
    NOT_IN_ORDER,
    CANDIDATE_VALUES,
) = range(29)
"""What can be found."""
MARK = -(2**31)


@rule
def _holds(out, count, action):
    place = 0
    while place < count and out[place] != action:
        place += 1
    return place < count


@rule
def _length_fault(out, count, most):
    if count < 0 or count > most:
        return LONG_LIST
    return FINE if out[most] == MARK else WROTE_AHEAD


@rule
def _twice(out, count):
    place = 0
    while place < count and not _holds(out, place, out[place]):
        place += 1
    return place < count


@rule
def _legal_fault(game, state, out, tried, most):
    """The list of legal actions against the question about single ones."""
    out[most] = MARK
    count = game.legal_actions(state, out)
    fault = _length_fault(out, count, most)
    if fault != FINE:
        return fault, count
    if _twice(out, count):
        return TWICE, count
    for i in range(count):
        if not game.is_legal(state, np.int64(out[i])):
            return LEGAL_DIFFERS, np.int64(out[i])
    for i in range(tried.size):
        if game.is_legal(state, tried[i]) and not _holds(out, count, tried[i]):
            return LEGAL_DIFFERS, tried[i]
    if not game.may_end(state):
        if game.is_legal(state, np.int64(game.end_action())):
            return ENDS_ANYWAY, 0
        if count == 0:
            return STUCK, 0
    return FINE, count


@rule
def _candidate_fault(game, state, out, tried, most):
    """The list of candidates against the question about single ones, and what else is drawn from it."""
    out[most] = MARK
    count = game.candidates(state, out)
    fault = _length_fault(out, count, most)
    if fault != FINE:
        return fault, count
    if _twice(out, count):
        return BAD_CANDIDATE, count
    for i in range(count):
        if not game.is_legal(state, np.int64(out[i])):
            return BAD_CANDIDATE, np.int64(out[i])
        if not game.is_candidate(state, np.int64(out[i])):
            return CANDIDATE_DIFFERS, np.int64(out[i])
    for i in range(tried.size):
        if game.is_candidate(state, tried[i]) and not _holds(out, count, tried[i]):
            return CANDIDATE_DIFFERS, tried[i]
    if count == 0 and not game.may_end(state):
        return STUCK, 0
    top = np.int64(game.end_action())
    for i in range(count):
        if i == 0 or game.priority(state, np.int64(out[i])) > game.priority(state, top):
            top = np.int64(out[i])
    only_end = count == 0 or (count == 1 and out[0] == game.end_action())
    if game.must_end(state, out) and not only_end:
        return MUST_END, count
    if game.top_candidate(state, out) != top:
        return NOT_THE_TOP, top
    count = game.possible_actions(state, out)
    fault = _length_fault(out, count, most)
    if fault != FINE:
        return fault, count
    if _twice(out, count) or _holds(out, count, game.end_action()):
        return POSSIBLE_TWICE, count
    return FINE, count


@rule
def _whole_list_fault(game, states, out):
    """What is said about all candidates at once, against what is said about single ones."""
    state, me = states[0], game.player(states[0])
    count = game.candidates(state, out)
    listed, keys, values = out[:count].copy(), np.empty(out.size, dtype=np.int64), np.empty(out.size)
    if game.candidate_values(state, me, out, values, states[2:3]) != count:
        return CANDIDATE_VALUES, np.int64(game.end_action())
    for i in range(count):
        value = game.successor_value(state, np.int64(listed[i]), me, states[2:3])
        if out[i] != listed[i] or abs(values[i] - value) > 1e-6 * max(1.0, abs(value)):
            return CANDIDATE_VALUES, np.int64(listed[i])
    order_choices(game, state, listed, count, keys)
    if game.ordered_candidates(state, out, keys) != count:
        return NOT_IN_ORDER, np.int64(game.end_action())
    for i in range(count):
        if out[i] != listed[i]:
            return NOT_IN_ORDER, np.int64(listed[i])
    return FINE, count


@rule
def _may_play(game, state, action):
    return game.is_legal(state, action) or (action == game.end_action() and game.may_end(state))


@rule
def _value_fault(game, states, out, rng):
    """Values, samples and the book."""
    state = states[0]
    key, value = game.state_hash(state), game.evaluate(state, 0)
    if not 0.0 <= game.normalise(value) <= 1.0:
        return NORMALISED, 0
    if not game.may_end(state) and game.legal_actions(state, out) == 0:
        return STUCK, 0
    states[1] = state
    game.refresh(states[1])
    if game.state_hash(states[1]) != key or game.evaluate(states[1], 0) != value:
        return REFRESH, 0
    meta = np.int64(game.meta_action(state, out, 0.5, rng))
    if not _may_play(game, state, meta):
        return META_ACTION, meta
    known = np.int64(game.book_action(state, rng))
    if known != -1 and not game.is_legal(state, known):
        return BOOK, known
    return FINE, 0


@rule
def _play_fault(game, states, action):
    """Playing: twice the same, on a copy, and ending the turn."""
    state = states[0]
    key, me = game.state_hash(state), game.player(state)
    if game.may_end(state):
        states[1] = state
        game.apply(states[1], game.end_action())
        if not game.is_over(states[1]) and game.player(states[1]) == me:
            return NO_END, 0
    states[1] = state
    states[2] = state
    game.apply(states[1], action)
    game.apply(states[2], action)
    if game.state_hash(states[1]) != game.state_hash(states[2]):
        return UNREPEATABLE, action
    if game.is_legal(state, action):
        value = game.successor_value(state, action, me, states[2:3])
        if abs(value - game.evaluate(states[1], me)) > 1e-6 * max(1.0, abs(value)):
            return SUCCESSOR, action
    if game.state_hash(state) != key or game.player(state) != me:
        return ORIGINAL_CHANGED, action
    return FINE, 0


@rule
def _final_fault(game, state, out, tried, endings):
    """After the end of a game."""
    if game.legal_actions(state, out) != 0:
        return LEGAL_AFTER_END, np.int64(out[0])
    for i in range(tried.size):
        if game.is_legal(state, tried[i]):
            return LEGAL_AFTER_END, tried[i]
    if endings > 0 and not 0 <= game.ending(state) < endings:
        return ENDING, np.int64(game.ending(state))
    for player in range(2):
        if not 0.0 <= game.normalise(game.evaluate(state, player)) <= 1.0:
            return NORMALISED, player
    return FINE, 0


@rule
def _next_action(game, state, out, lingers, rng):
    """A random action; who lingers ends a turn only where nothing else is left."""
    action = np.int64(game.random_action(state, out, rng))
    if lingers and action == game.end_action():
        for i in range(game.legal_actions(state, out)):
            if out[i] != action:
                return np.int64(out[i])
    return action


@entry
def first_fault(game, states, out, tried, limits, rng):
    """Play random games; the first fault and the number in question, the state being `states[0]`.

    `out` has much more room than the longest list that the game admits. `limits` are that length, the longest turn,
    the number of games, the most actions of one, every which state is looked at closely, and the number of endings.
    """
    most, longest, games, steps, period, endings = limits
    for number in range(games):
        game.deal(states[0], rng)
        state, me, length, hopeless = states[0], game.player(states[0]), 0, False
        for step in range(steps + 1):
            if game.outcome(state) < -1 or game.outcome(state) > 1:
                return OUTCOME, np.int64(game.outcome(state))
            if game.is_over(state):
                break
            if step == steps:
                return ENDLESS, steps
            if step % period == 0:
                fault, which = _legal_fault(game, state, out, tried, most)
                if fault == FINE:
                    fault, which = _candidate_fault(game, state, out, tried, most)
                if fault == FINE:
                    fault, which = _whole_list_fault(game, states, out)
                if fault != FINE:
                    return fault, which
            fault, which = _value_fault(game, states, out, rng)
            if fault != FINE:
                return fault, which
            action = _next_action(game, state, out, number % 2 == 1, rng)
            if not _may_play(game, state, action):
                return RANDOM_ACTION, action
            fault, which = _play_fault(game, states, action)
            if fault != FINE:
                return fault, which
            length += 1
            if length > longest:
                return LONG_TURN, length
            hopeless = hopeless or not game.may_win(state)
            states[0] = states[1]
            if hopeless and is_won(game, state, me):
                return HOPELESS, length
            if game.player(state) != me:
                me, length, hopeless = game.player(state), 0, False
        fault, which = _final_fault(game, state, out, tried, endings)
        if fault != FINE:
            return fault, which
    return FINE, 0


@entry
def sample(game, states, out, rng, drawn):
    """Random actions in a state, as many as there is room for."""
    for i in range(drawn.size):
        drawn[i] = game.random_action(states[0], out, rng)
