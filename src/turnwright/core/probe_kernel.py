"""Calls every rule of a game during random play. It is compiled as a whole, so a rule that cannot be compiled is
found."""

import numpy as np

from turnwright.core.compiled import entry, rule
from turnwright.core.views import HIDDEN

FINE, LEGAL, CANDIDATES, POSSIBLE, STUCK, TURN = range(6)
"""The possible faults: a list that is too long or writes too far (by rule), no action, a turn that is too long."""
MARK = -(2**31)
"""A number that is not an action."""


@rule
def _ask_all(game, states, action, out, rng):
    """Call the rules that change nothing, or only a copy."""
    state = states[0]
    player = game.player(state)
    game.outcome(state)
    game.may_win(state)
    game.state_hash(state)
    game.position_key(state)
    game.priority(state, action)
    game.is_candidate(state, action)
    game.is_revealing(state, action)
    game.book_action(state, rng)
    game.normalise(game.evaluate(state, player))
    if game.is_legal(state, action):
        game.successor_value(state, action, player, states[1:2])
    game.candidate_values(state, player, out, np.empty(out.size), states[1:2])
    game.ordered_candidates(state, out, np.empty(out.size, dtype=np.int64))
    states[2] = state
    game.conceal(states[2], player, HIDDEN)
    game.determinise(states[2], player, rng)
    game.refresh(states[2])
    return game.actions_left(state)


@entry
def probe(game, states, out, most, longest, steps, rng):
    """Play random actions from `states[0]`. Returns the fault and a number that describes it.

    `states` has four elements. `out` is much longer than `most`, the longest list that the game allows; `longest` is
    the longest turn that it allows.
    """
    state, end = states[0], np.int64(game.end_action())
    states[3] = state
    me, length = game.player(state), 0
    for _ in range(steps):
        if game.is_over(state):
            game.ending(state)
            game.deal(states[1], rng)
            states[0] = states[3]
            me, length = game.player(state), 0
        out[most] = MARK
        count = game.candidates(state, out)
        if count > most or out[most] != MARK:
            return CANDIDATES, count
        if count == 0 and not game.may_end(state):
            return STUCK, length
        if game.must_end(state, out) and out[most] != MARK:
            return CANDIDATES, count
        count = game.possible_actions(state, out)
        if count > most or out[most] != MARK:
            return POSSIBLE, count
        count = game.legal_actions(state, out)
        if count > most or out[most] != MARK:
            return LEGAL, count
        game.top_candidate(state, out)
        game.meta_action(state, out, 0.5, rng)
        action = np.int64(game.random_action(state, out, rng))
        _ask_all(game, states, action, out, rng)
        if not game.is_legal(state, action):
            action = end
        game.apply(state, action)
        length += 1
        if length > longest:
            return TURN, length
        if game.player(state) != me:
            me, length = game.player(state), 0
    return FINE, 0
