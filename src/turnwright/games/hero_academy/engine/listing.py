"""Which actions are legal, and which of them are worth trying.

The list has the order of the reference engine: units column by column, each with its targets column by column; then the
cards in card order, each with its squares and then its swap. Squares are numbered column by column, so ascending bits
have this order. The end of the turn is listed only when no action points are left.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz
from turnwright.core.compiled import inlined, rule
from turnwright.core.spread import spread
from turnwright.games.hero_academy.engine.cards import INFERNO, POTION, RUNEMETAL
from turnwright.games.hero_academy.engine.hands import count, kinds
from turnwright.games.hero_academy.engine.state import DROP, END, KIND_MASK, SWAP, TRAIT_HURT

_WRAP = np.uint64(63)
_ROW = np.uint64(7)
_S3, _S4, _S5 = np.uint64(3), np.uint64(4), np.uint64(5)
_SQUARE_MASK = 63


# Squares


@rule
def own_units(state, me):
    """Own standing units."""
    return state.living[me] & ~state.crystals


@rule
def free_squares(params, state, me):
    """The squares that a unit may enter: free, and not deploy squares of the opponent."""
    return params.board & ~(state.living[0] | state.living[1] | params.deploy[1 - me])


@rule
def _turned(word, places):
    """A word rotated right."""
    return (word >> (places & _WRAP)) | (word << ((EMPTY - places) & _WRAP))


@rule
def shadow(params, square, blockers):
    """The squares that blockers hide from a square (rules, section 5).

    Rotating the board's word collects the eight neighbours. Neighbours off the board give stray bits, which the table
    ignores.
    """
    height = np.uint64(params.height)
    turn = np.uint64(square) - height - ONE
    near = _turned(blockers, turn)
    pattern = (
        (near & _ROW)
        | ((near >> (height & _WRAP)) & ONE) << _S3
        | ((near >> ((height + np.uint64(2)) & _WRAP)) & ONE) << _S4
        | (_turned(near, height + height) & _ROW) << _S5
    )
    two_away = blockers & params.straight2[square]
    step = height & _WRAP
    beyond = (two_away << step) | (two_away >> step) | (two_away << ONE) | (two_away >> ONE)
    return params.shadow[square, pattern] | (beyond & params.straight3[square])


@rule
def unit_targets(params, state, square, own, foes, free, patients):
    """The squares on which a unit can act. `patients`: knocked-out units, and wounded own units, that it may reach."""
    kind = state.unit[square] & KIND_MASK
    return (
        (params.walk[kind, square] & free)
        | (params.heal[kind, square] & patients)
        | (params.strike[kind, square] & foes & ~shadow(params, square, foes))
        | (params.exchange[kind] & own & ~bit(square))
    )


@rule
def patients_of(params, state, me, own):
    """The units that a cleric may act on: wounded own ones, and knocked-out ones of either side."""
    fallen = (state.fallen[0] | state.fallen[1]) & ~params.deploy[1 - me]
    return fallen | (state.traits[TRAIT_HURT] & own)


@rule
def card_targets(params, state, me, card, own):
    """The squares on which a card can be played."""
    if card < INFERNO:
        return params.deploy[me] & ~(state.living[0] | state.living[1])
    if card == INFERNO:
        return params.board
    if card == POTION:
        return state.fallen[me] | (state.traits[TRAIT_HURT] & own)
    return own & ~state.traits[card - RUNEMETAL]


# Lists


@rule
def list_unit_actions(params, state, me, own, out):
    n = 0
    foes = state.living[1 - me]
    free = free_squares(params, state, me)
    patients = patients_of(params, state, me, own)
    units = own
    while units:
        square = ctz(units)
        units &= units - ONE
        targets = unit_targets(params, state, square, own, foes, free, patients)
        n = spread(out, n, np.int64(square) << 6, targets)
    return n


@inlined
def _list_actions(params, state, out, pruned):
    """Both lists. `pruned` is a constant at each call, so each list gets its own machine code."""
    if state.over:
        return 0
    if state.ap == 0:
        out[0] = END
        return 1
    me = np.int64(state.player)
    own = own_units(state, me)
    n = list_unit_actions(params, state, me, own, out)
    can_swap = 1 if state.deck[me] else 0
    hand = kinds(state.hand[me])
    while hand:
        card = np.int64(ctz(hand)) >> 2
        hand &= hand - ONE
        if pruned and card == INFERNO:
            targets = best_blasts(params, state, me)
        else:
            targets = card_targets(params, state, me, card, own)
        n = spread(out, n, DROP | card << 6, targets)
        out[n] = SWAP + card
        n += can_swap if not pruned or keeps_swap(params, state, me, card) else 0
    return n


@rule
def legal_actions(params, state, out):
    """All legal actions, in the reference's order."""
    return _list_actions(params, state, out, False)


@rule
def candidates(params, state, out):
    """The legal actions without useless infernos and, in the reference reading, without swaps of single cards."""
    return _list_actions(params, state, out, True)


@rule
def keeps_swap(params, state, me, card):
    return params.reference_pruning == 0 or count(state.hand[me], card) > 1


# Infernos


@rule
def is_best_blast(params, enemies, square):
    """Whether an inferno on this square is the one kept for a maximal set of targets.

    Let T be the targets and C the squares whose blast covers all of T. No other enemy may be in a blast of C, because
    then a larger set exists. All squares of C then have the same targets, and the lowest is kept. C is a rectangle, so
    it is looked up by the columns and rows that T occupies.
    """
    targets = enemies & params.area[square]
    columns = np.int64(0)
    rows = np.int64(0)
    for i in range(3):
        columns |= np.int64(targets & params.area_columns[square, i] != 0) << i
        rows |= np.int64(targets & params.area_rows[square, i] != 0) << i
    cover = params.cover_x[square, columns] & params.cover_y[square, rows]
    spread = params.spread_x[square, columns] & params.spread_y[square, rows]
    return targets != 0 and cover & (EMPTY - cover) == bit(square) and spread & enemies == targets


@rule
def best_blasts(params, state, me):
    """One square for every maximal set of enemies that an inferno can hit."""
    enemies = state.living[1 - me] | state.fallen[1 - me]
    near = EMPTY
    pieces = enemies
    while pieces:
        near |= params.area[ctz(pieces)]
        pieces &= pieces - ONE
    kept = EMPTY
    while near:
        square = ctz(near)
        near &= near - ONE
        kept |= bit(square) if is_best_blast(params, enemies, square) else EMPTY
    return kept


# Single actions


@rule
def is_legal(params, state, action):
    """Whether an action would be listed, without listing."""
    if state.over or action < 0 or action > END:
        return False
    if state.ap == 0:
        return action == END
    if action == END:
        return False
    me = np.int64(state.player)
    own = own_units(state, me)
    if action < DROP:
        source, there = np.uint32(action >> 6), bit(np.uint32(action & _SQUARE_MASK))
        if own & bit(source) == 0:
            return False
        kind = state.unit[source] & KIND_MASK
        foes = state.living[1 - me]
        if foes & there:
            return params.strike[kind, source] & there & ~shadow(params, source, foes) != 0
        return (
            there
            & (
                (params.walk[kind, source] & free_squares(params, state, me))
                | (params.heal[kind, source] & patients_of(params, state, me, own))
                | (params.exchange[kind] & own & ~bit(source))
            )
            != 0
        )
    if action < SWAP:
        card, target = (action - DROP) >> 6, np.uint32(action & _SQUARE_MASK)
        if card > 10 or count(state.hand[me], card) == 0:
            return False
        return card_targets(params, state, me, card, own) & bit(target) != 0
    card = action - SWAP
    return card <= 10 and count(state.hand[me], card) > 0 and state.deck[me] != 0


@rule
def is_candidate(params, state, action):
    """Whether an action is legal and not pruned."""
    if not is_legal(params, state, action):
        return False
    me = np.int64(state.player)
    if SWAP <= action < END:
        return keeps_swap(params, state, me, action - SWAP)
    if action >> 6 == (DROP >> 6) + INFERNO:
        enemies = state.living[1 - me] | state.fallen[1 - me]
        return is_best_blast(params, enemies, np.uint32(action & _SQUARE_MASK))
    return True


@rule
def must_end(params, state, buffer):
    """Whether all action points are used. (If no action is left, the lists are empty, which is rare.)"""
    return state.ap == 0


@rule
def actions_left(params, state):
    return np.int64(state.ap)
