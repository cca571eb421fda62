"""Action ordering: a value for every action, higher first.

`described` as the thesis' table has it, `reference` as the published comparator computes it, `simple` the
published engine's second, coarser comparator.
"""

import numpy as np

from turnwright.core.bits import bit, popcount
from turnwright.core.compiled import rule
from turnwright.games.hero_academy.cards import CLERIC, INFERNO, POTION, WIZARD
from turnwright.games.hero_academy.state import DROP, END, GEAR_SHIFT, KIND_MASK, SWAP

DESCRIBED, REFERENCE, SIMPLE = range(3)
_SQUARE_MASK = 63
_LAST = 10000


@rule
def _power_at(params, state, square):
    on_power = 1 if params.power_squares & bit(square) else 0
    return np.int64(params.power[state.unit[square], on_power])


@rule
def _max_hp(params, state, square):
    return np.int64(params.max_hp[state.unit[square]])


@rule
def inferno_priority(params, state, foe, square):
    area = params.area[square]
    standing = np.int64(popcount(area & state.living[foe]))
    if params.ordering == DESCRIBED:
        return 300 * (standing + np.int64(popcount(area & state.fallen[foe]))) - 500
    value = 300 * standing - 500
    for i in range(64):
        if area & state.fallen[foe] & bit(i):
            value += 2 * _max_hp(params, state, i)
    return value


@rule
def card_priority(params, state, card, square):
    hp = np.int64(state.hp[square])
    if params.ordering == SIMPLE:
        if card < INFERNO:
            return 6
        return 10 if card == POTION and hp == 0 else 3
    if card < INFERNO:
        return 200 if params.ordering == REFERENCE else 0
    if card == INFERNO:
        return inferno_priority(params, state, 1 - np.int64(state.player), square)
    full = _max_hp(params, state, square)
    if card == POTION:
        if hp > 0:
            return full - hp - 300
        return full + 200 * np.int64(popcount(state.unit[square] >> np.uint8(GEAR_SHIFT)))
    if params.ordering == REFERENCE:
        return _power_at(params, state, square) * (hp // full)
    return _power_at(params, state, square) * hp // full


@rule
def unit_priority(params, state, source, target):
    me = np.int64(state.player)
    there = bit(target)
    kind = state.unit[source] & KIND_MASK
    simple = params.ordering == SIMPLE
    if state.living[1 - me] & there:
        return 7 if simple else _power_at(params, state, source) + (200 if kind == WIZARD else 0)
    if state.living[me] & there:
        if kind != CLERIC:  # a ninja's exchange
            return 3 if simple else 0
        return 7 if simple else _max_hp(params, state, target) - np.int64(state.hp[target])
    if (state.fallen[0] | state.fallen[1]) & there:
        if simple:
            return 10
        # A cleric's "heal" of an enemy is a stomp; only the reference mistakes it for a revival.
        if kind == CLERIC and (params.ordering == REFERENCE or state.fallen[me] & there):
            return 1400
        return _max_hp(params, state, target) * (2 if params.ordering == REFERENCE else 1)
    if simple:
        return 3 if params.special[1] & there else 4
    return 30 if params.special[0 if params.ordering == DESCRIBED else 1] & there else 0


@rule
def priority(params, state, action):
    if action < DROP:
        return unit_priority(params, state, np.uint32(action >> 6), np.uint32(action & _SQUARE_MASK))
    if action < SWAP:
        return card_priority(params, state, (action - DROP) >> 6, np.uint32(action & _SQUARE_MASK))
    if action < END:
        return 0
    return _LAST if state.ap == 0 else 0
