"""Replaying whole games in compiled code, noting everything that recordings say about each state.

Python gets one row per state in preallocated arrays, so that a game crosses the boundary once.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz
from turnwright.core.compiled import entry, rule
from turnwright.games.hero_academy.engine import evaluation, hashing, listing, ordering, rules
from turnwright.games.hero_academy.engine.cards import CLERIC, NINJA
from turnwright.games.hero_academy.engine.state import DROP, END, KIND_MASK

LABELS = "_AMHS"
"""How the reference labels a unit's action: attack, move, heal, exchange; index 0 for other actions."""
_ATTACK, _MOVE, _HEAL, _EXCHANGE = range(1, 5)
LABEL_SHIFT = 16
"""A listed action carries the index of its label above this bit."""

OWNER_SHIFT, UNIT_SHIFT, HP_SHIFT = 6, 7, 14
"""A noted piece is `square | owner << 6 | unit << 7 | hp << 14`."""

EVALUATION, NORMALISED, MATERIAL, MEAN = range(0, 8, 2)
"""Columns of the values: each is followed by that of player 1."""
VALUES = 8

LISTED, PIECES, PRUNED, OUTCOME, HASH, LABEL, KEPT_HASH, KEPT_BALANCE = range(8)
"""Columns of the facts: numbers of legal actions, pieces and candidates, outcome, reference hash, label of
the action played, and whether the hash and the balance that the state keeps are those found from scratch."""
FACTS = 8


@rule
def label_of(state, action):
    """The reference's label of an action. A cleric's action on any knocked-out unit counts as a heal."""
    if action >= DROP:
        return 0
    me = np.int64(state.player)
    kind = state.unit[action >> 6] & KIND_MASK
    there = bit(action & 63)
    if state.living[1 - me] & there:
        return _ATTACK
    if kind == CLERIC and (state.living[me] | state.fallen[0] | state.fallen[1]) & there:
        return _HEAL
    return _EXCHANGE if kind == NINJA and state.living[me] & there else _MOVE


@rule
def note_pieces(state, pieces):
    """Write the pieces by ascending square, return their number."""
    n = 0
    second = state.living[1] | state.fallen[1]
    occupied = state.living[0] | state.fallen[0] | second
    while occupied:
        square = np.int64(ctz(occupied))
        occupied &= occupied - ONE
        owner = 1 if second & bit(square) else 0
        unit, hp = np.int64(state.unit[square]), np.int64(state.hp[square])
        pieces[n] = square | owner << OWNER_SHIFT | unit << UNIT_SHIFT | hp << HP_SHIFT
        n += 1
    return n


@rule
def note_actions(params, simple, state, listed, orders, facts):
    facts[PRUNED] = listing.candidates(params, state, listed)
    count = listing.legal_actions(params, state, listed)
    facts[LISTED] = count
    for i in range(count):
        action = np.int64(listed[i])
        orders[0, i] = ordering.priority(simple, state, action)
        orders[1, i] = ordering.priority(params, state, action)
        listed[i] = action | label_of(state, action) << LABEL_SHIFT


@rule
def note(params, simple, state, listed, orders, pieces, values, facts):
    """Everything that a recording says about a state. `params` are those of the reference."""
    note_actions(params, simple, state, listed, orders, facts)
    facts[PIECES] = note_pieces(state, pieces)
    facts[OUTCOME] = rules.outcome(params, state)
    facts[HASH] = hashing.reference_hash(params, state)
    facts[KEPT_HASH] = hashing.hash_from_scratch(params, state) == state.hash
    facts[KEPT_BALANCE] = evaluation.balance_from_scratch(params, state) == state.balance
    for player in range(2):
        value = evaluation.evaluate(params, state, player)
        values[EVALUATION + player] = value
        values[NORMALISED + player] = evaluation.normalise(params, value)
        values[MATERIAL + player] = evaluation.material(params, state, player)
        values[MEAN + player] = evaluation.mean(params, state, player)


@entry
def begin(params, states, seed1, seed2):
    """Deal a new game into the first state."""
    rules.set_up(params[0], states[0], seed1, seed2, EMPTY)


@entry
def adopt(params, states):
    """Make the first state one of these parameters."""
    evaluation.refresh(params[0], states[0])


@entry
def replay(params, simple, actions, states, listed, orders, pieces, values, facts):
    """Play the actions from the first state on and note every state; return how many could be played."""
    p, s = params[0], simple[0]
    for i in range(actions.size + 1):
        state = states[i]
        note(p, s, state, listed[i], orders[i], pieces[i], values[i], facts[i])
        if i == actions.size:
            break
        action = np.int64(actions[i])
        if state.over or not (action == END or listing.is_legal(p, state, action)):
            return i
        facts[i, LABEL] = label_of(state, action)
        states[i + 1] = states[i]
        rules.apply(p, states[i + 1], action)
    return actions.size
