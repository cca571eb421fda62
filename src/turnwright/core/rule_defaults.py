"""The defaults of the contract: one function for every optional rule, by name.

Each takes the game and then the rule's arguments after `params`.
"""

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.ordered_list import order_choices
from turnwright.core.rng import below, uniform

# The end of a turn and of a game


@rule
def may_end(game, state):
    return True


@rule
def ending(game, state):
    return np.int64(0)


@rule
def is_revealing(game, state, action):
    return False


@rule
def must_end(game, state, buffer):
    count = game.candidates(state, buffer)
    return game.may_end(state) and (count == 0 or (count == 1 and buffer[0] == game.end_action()))


@rule
def may_win(game, state):
    return True


@rule
def actions_left(game, state):
    return 5


# Keys and values


@rule
def position_key(game, state):
    return game.state_hash(state)


@rule
def successor_value(game, state, action, player, scratch):
    scratch[0] = state
    game.apply(scratch[0], action)
    return game.evaluate(scratch[0], player)


@rule
def candidate_values(game, state, player, out, values, scratch):
    count = game.candidates(state, out)
    for i in range(count):
        values[i] = game.successor_value(state, np.int64(out[i]), player, scratch)
    return count


@rule
def normalise(game, value):
    return 0.5 + 0.5 * value / (1.0 + abs(value))


@rule
def refresh(game, state):
    pass


# Which actions


@rule
def candidates(game, state, out):
    return game.legal_actions(state, out)


@rule
def is_candidate(game, state, action):
    return game.is_legal(state, action)


@rule
def priority(game, state, action):
    return 0


@rule
def top_candidate(game, state, buffer):
    count = game.candidates(state, buffer)
    if count == 0:
        return np.int64(game.end_action())
    best, value = np.int64(buffer[0]), game.priority(state, buffer[0])
    for i in range(1, count):
        worth = game.priority(state, buffer[i])
        if worth > value:
            best, value = np.int64(buffer[i]), worth
    return best


@rule
def ordered_candidates(game, state, out, keys):
    count = game.candidates(state, out)
    order_choices(game, state, out, count, keys)
    return count


@rule
def random_action(game, state, buffer, rng):
    count = game.legal_actions(state, buffer)
    return np.int64(buffer[below(rng, count)] if count > 0 else game.end_action())


@rule
def meta_action(game, state, buffer, greedy, rng):
    if uniform(rng) < greedy:
        return np.int64(game.top_candidate(state, buffer))
    count = game.candidates(state, buffer)
    return np.int64(buffer[below(rng, count)] if count > 0 else game.end_action())


@rule
def possible_actions(game, state, out):
    listed = 0
    for i in range(game.legal_actions(state, out)):
        if out[i] != game.end_action():
            out[listed] = out[i]
            listed += 1
    return listed


@rule
def book_action(game, state, rng):
    return np.int64(-1)


# Hidden information


@rule
def conceal(game, state, player, kind):
    pass


@rule
def determinise(game, state, player, rng):
    pass
