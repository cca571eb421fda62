"""Every action that can be part of some turn, as the LOCM paper lists them and in its order.

These are: affordable creatures, for both lanes; items with their targets, including creatures that are affordable
together with the item; attacks of creatures on the board, lane by lane, the opponent first, even if a Guard is in the
way; attacks of creatures in hand that have Charge. Actions that become impossible are skipped when the list is played,
so space in a lane is not checked. Creatures are in the order of their summoning.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz
from turnwright.core.compiled import rule
from turnwright.games.locm.engine.cards import BLUE, CHARGE, CREATURE, GREEN, GUARD, LETHAL, MAX_COST
from turnwright.games.locm.engine.listing import list_picks, playable
from turnwright.games.locm.engine.state import ATTACK, BATTLE, FACE, ID_MASK, ID_SHIFT, LANES, ORDER_BITS, SUMMON, USE

_PLACE = np.uint64(ORDER_BITS)
_ID = np.uint64(ID_MASK)
_BOTH = -1
_WORTH_KILLING = 4


@rule
def _list_creatures(state, side, lane, base, out, n):
    """List a player's creatures of a lane as targets; `base` is the action without its target."""
    order = state.order[side]
    while order != EMPTY:
        if state.lane[lane] & (ONE << (order & _ID)):
            out[n] = base + np.int64(order & _ID)
            n += 1
        order >>= _PLACE
    return n


@rule
def _list_board(state, side, base, out, n):
    """List all of a player's creatures as targets, the left lane first."""
    n = _list_creatures(state, side, 0, base, out, n)
    return _list_creatures(state, side, 1, base, out, n)


@rule
def _list_summons(creatures, out, n):
    while creatures != EMPTY:
        card = np.int64(ctz(creatures))
        creatures &= creatures - ONE
        for lane in range(LANES):
            out[n] = SUMMON + (lane << ID_SHIFT) + card
            n += 1
    return n


@rule
def _list_uses(params, state, me, hand, out, n):
    items = hand & ~state.kind[CREATURE]
    while items != EMPTY:
        item = ctz(items)
        here = bit(item)
        items &= items - ONE
        number = state.cards[item]
        base = USE + (np.int64(item) << ID_SHIFT)
        if state.kind[GREEN] & here:
            n = _list_board(state, me, base, out, n)
            left = np.int64(state.mana[me]) - np.int64(params.cost[number])
            payable = hand & state.kind[CREATURE] & state.affordable[min(left, MAX_COST)]
            while payable != EMPTY:
                out[n] = base + np.int64(ctz(payable))
                n += 1
                payable &= payable - ONE
            continue
        if state.kind[BLUE] & here:
            out[n] = base + FACE
            n += 1
            if params.defense[number] >= 0:
                continue
        n = _list_board(state, 1 - me, base, out, n)
    return n


@rule
def _strongest_enemy(state, me, lane):
    """The enemy creature with the highest defense in a lane, if that is at least 4; otherwise the opponent."""
    most, strongest = _WORTH_KILLING - 1, np.int64(FACE)
    order = state.order[1 - me]
    while order != EMPTY:
        i = np.int64(order & _ID)
        here = lane == _BOTH or state.lane[lane] & (ONE << (order & _ID)) != EMPTY
        if here and np.int64(state.defense[i]) > most:
            most, strongest = np.int64(state.defense[i]), i
        order >>= _PLACE
    return strongest


@rule
def _list_targets(params, state, me, lane, base, attack, keywords, out, n):
    """List the targets of a creature: the opponent, and the creatures of its lane or of both lanes."""
    if params.few_attacks:
        if attack == 0:
            return n
        if keywords & (LETHAL | GUARD):
            out[n] = base + (_strongest_enemy(state, me, lane) if keywords & LETHAL else FACE)
            return n + 1
    out[n] = base + FACE
    if lane == _BOTH:
        return _list_board(state, 1 - me, base, out, n + 1)
    return _list_creatures(state, 1 - me, lane, base, out, n + 1)


@rule
def _list_attacks(params, state, me, out, n):
    for lane in range(LANES):
        order = state.order[me]
        while order != EMPTY:
            here = ONE << (order & _ID)
            if state.lane[lane] & state.ready & here:
                i = np.int64(order & _ID)
                base = ATTACK + (i << ID_SHIFT)
                attack, keywords = np.int64(state.attack[i]), np.int64(state.keywords[i])
                n = _list_targets(params, state, me, lane, base, attack, keywords, out, n)
            order >>= _PLACE
    return n


@rule
def _list_charges(params, state, me, creatures, out, n):
    while creatures != EMPTY:
        card = ctz(creatures)
        creatures &= creatures - ONE
        if params.keywords[state.cards[card]] & CHARGE:
            number = state.cards[card]
            base = ATTACK + (np.int64(card) << ID_SHIFT)
            attack, keywords = np.int64(params.attack[number]), np.int64(params.keywords[number])
            n = _list_targets(params, state, me, _BOTH, base, attack, keywords, out, n)
    return n


@rule
def possible_actions(params, state, out):
    if state.winner >= 0:
        return 0
    if state.phase != BATTLE:
        return list_picks(out)
    me = np.int64(state.player)
    hand = playable(state, me)
    creatures = hand & state.kind[CREATURE]
    n = _list_summons(creatures, out, 0)
    n = _list_uses(params, state, me, hand, out, n)
    n = _list_attacks(params, state, me, out, n)
    return _list_charges(params, state, me, creatures, out, n)
