"""Replaying whole games in compiled code: the draft from its seeds, the battle from its actions."""

import numpy as np

from turnwright.core.compiled import entry
from turnwright.games.locm.engine import battle, draft, listing, rules
from turnwright.games.locm.engine.state import CHOICES, ROUNDS

START = -2
"""Stands for the first transition, which leads from the setup into the first turn."""
NO_ACTION = -1
"""Stands for an attempt that is no action at all."""


@entry
def lay_out(params, states, seed):
    """A new game's draft from its seed, in the first state."""
    rules.begin(params[0], states[0], seed, 0, 0, np.uint64(0))


@entry
def play_draft(params, states, triplets, picks, first, second):
    """Play a whole draft on the given triplets.

    States 0 to 59 become those of the picks, state 60 is what follows the last pick, and state 61 the setup of the
    battle, before its first turn.
    """
    p = params[0]
    rules.clear(states[0])
    for i in range(ROUNDS):
        for j in range(CHOICES):
            states[0].triplets[i, j] = triplets[i, j]
    states[0].seed[0], states[0].seed[1] = first, second
    battle.refresh(p, states[0])
    for i in range(2 * ROUNDS):
        states[i + 1] = states[i]
        rules.apply(p, states[i + 1], np.int64(picks[i & 1, i >> 1]))
    last = 2 * ROUNDS - 1
    states[last + 2] = states[last]
    draft.note_pick(states[last + 2], 1, ROUNDS - 1, np.int64(picks[1, ROUNDS - 1]))
    battle.set_up(p, states[last + 2])


@entry
def attempt(params, states, actions, legal, listed, counts):
    """Try actions one after the other: what is not legal changes nothing.

    State i is the one that action i is tried in; noted are whether it was legal and all actions that were.
    """
    p = params[0]
    for i in range(actions.size):
        states[i + 1] = states[i]
        counts[i] = listing.legal_actions(p, states[i], listed[i])
        action = np.int64(actions[i])
        if action == START:
            legal[i] = 1
            battle.end_turn(p, states[i + 1])
        elif action >= 0 and listing.is_legal(p, states[i], action):
            legal[i] = 1
            rules.apply(p, states[i + 1], action)
        else:
            legal[i] = 0
