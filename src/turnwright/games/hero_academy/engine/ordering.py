"""Action ordering: a priority for every action, higher first.

`described` is the table in the thesis, `reference` is the published comparator, and `simple` is the published engine's
second, coarser comparator.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.ordered_list import count_lower, sort_by_keys
from turnwright.core.spread import spread
from turnwright.games.hero_academy.engine.cards import CLERIC, INFERNO, NINJA, POTION, WIZARD
from turnwright.games.hero_academy.engine.hands import kinds
from turnwright.games.hero_academy.engine.listing import (
    best_blasts,
    candidates,
    card_targets,
    free_squares,
    keeps_swap,
    own_units,
    patients_of,
    unit_targets,
)
from turnwright.games.hero_academy.engine.state import DROP, END, GEAR_SHIFT, KIND_MASK, SWAP

DESCRIBED, REFERENCE, SIMPLE = range(3)
_SQUARE_MASK = 63
_LAST = 10000
_BEST_STEP = 30
"""The highest priority of a move to a free square."""

_ACTION_BITS = 14
_ACTION_MASK = (1 << _ACTION_BITS) - 1
_ZERO = 1 << 16 + _ACTION_BITS


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
    fallen = area & state.fallen[foe]
    while fallen:
        value += 2 * _max_hp(params, state, ctz(fallen))
        fallen &= fallen - ONE
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
        # A cleric's "heal" of an enemy is a stomp; only the reference treats it as a revival.
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


# The best one


@rule
def _word(value, action):
    """An action and its priority in a 32-bit word: lower words come first. On ties, the lower action number is listed
    first. Swaps have no word."""
    return _ZERO - (value << _ACTION_BITS) + action


@rule
def _first(word, targets):
    """The word of the first of several targets with the same priority; higher than any word if there is none."""
    return word + np.int64(ctz(targets)) if targets else np.int64(2 * _ZERO)


@rule
def _top_unit_word(params, state, me):
    """The lowest word of an action of a unit.

    Targets of one kind have the same priority, so kinds are compared, not squares. Only knocked-out units and patients
    differ among themselves.
    """
    own, foes = own_units(state, me), state.living[1 - me]
    free, patients = free_squares(params, state, me), patients_of(params, state, me, own)
    simple = params.ordering == SIMPLE
    fallen = state.fallen[0] | state.fallen[1]
    special = free & ~fallen & params.special[0 if params.ordering == DESCRIBED else 1]
    plain = free & ~(fallen | special)
    best = np.int64(2 * _ZERO)
    units = own
    while units:
        square = ctz(units)
        units &= units - ONE
        base = np.int64(square) << 6
        targets = unit_targets(params, state, square, own, foes, free, patients)
        kind = state.unit[square] & KIND_MASK
        is_ninja = kind == NINJA
        strength = 7 if simple else _power_at(params, state, square) + (200 if kind == WIZARD else 0)
        best = min(best, _first(_word(strength, base), targets & foes))
        best = min(best, _first(_word(3 if simple else _BEST_STEP, base), targets & special))
        best = min(best, _first(_word(4 if simple else 0, base), targets & plain))
        best = min(best, _first(_word(3 if simple else 0, base), targets & (own if is_ninja else EMPTY)))
        others = targets & (fallen if is_ninja else fallen | own)
        while others:
            target = ctz(others)
            others &= others - ONE
            value = np.int64(unit_priority(params, state, square, target))
            best = min(best, _word(value, base | np.int64(target)))
    return best


@rule
def _top_card_target(params, state, card, targets, floor):
    """The best-ordered square for a card and its priority, if that is above `floor`; on ties the first square."""
    best_value, best = floor, np.int64(-1)
    if card < INFERNO:
        targets &= EMPTY - targets  # all squares are equal
    is_item = card > POTION
    while targets:
        target = ctz(targets)
        targets &= targets - ONE
        # The priority of an item is at most the power of its carrier, so most are skipped without a division.
        if is_item and params.ordering != SIMPLE and _power_at(params, state, target) <= best_value:
            continue
        value = np.int64(card_priority(params, state, card, target))
        if value > best_value:
            best_value, best = value, np.int64(target)
    return best_value, best


@rule
def top_candidate(params, state, buffer):
    """The candidate of highest priority, on ties the first listed, without listing."""
    if state.ap == 0 or state.over:
        return np.int64(END)
    me = np.int64(state.player)
    own = own_units(state, me)
    word = _top_unit_word(params, state, me)
    best_value, best = (_ZERO + _ACTION_MASK - word) >> _ACTION_BITS, word & _ACTION_MASK
    if word == 2 * _ZERO:
        best_value, best = np.int64(-(1 << 40)), np.int64(END)
    hand = kinds(state.hand[me])
    while hand:
        card = np.int64(ctz(hand)) >> 2
        hand &= hand - ONE
        if card == INFERNO:
            targets = best_blasts(params, state, me)
        else:
            targets = card_targets(params, state, me, card, own)
        best_value, target = _top_card_target(params, state, card, targets, best_value)
        if target >= 0:
            best = DROP | card << 6 | target
        if best_value < 0 and state.deck[me] and keeps_swap(params, state, me, card):
            best_value, best = np.int64(0), np.int64(SWAP + card)
    return best


# The list in order


@rule
def ordered_candidates(params, state, out, keys):
    """The candidates by priority, highest first; on ties in the order of the list.

    Most have priority 0 and stay in list order. The others are sorted as words.
    """
    if params.ordering == SIMPLE or state.ap == 0 or state.over:
        count = candidates(params, state, out)
        for i in range(count):
            keys[i] = priority(params, state, np.int64(out[i]))
        sort_by_keys(out, keys, count)
        return count
    words = keys.view(np.int32)
    me = np.int64(state.player)
    own, foes = own_units(state, me), state.living[1 - me]
    free, patients = free_squares(params, state, me), patients_of(params, state, me, own)
    fallen = state.fallen[0] | state.fallen[1]
    special = free & ~fallen & params.special[0 if params.ordering == DESCRIBED else 1]
    plain = free & ~(fallen | special)
    zeros = valued = 0
    units = own
    while units:
        square = ctz(units)
        units &= units - ONE
        base = np.int64(square) << 6
        targets = unit_targets(params, state, square, own, foes, free, patients)
        kind = state.unit[square] & KIND_MASK
        zeros = spread(out, zeros, base, targets & (plain | own if kind == NINJA else plain))
        valued = spread(words, valued, _word(_BEST_STEP, base), targets & special)
        strength = _power_at(params, state, square) + (200 if kind == WIZARD else 0)
        valued = spread(words, valued, _word(strength, base), targets & foes)
        others = targets & (fallen if kind == NINJA else fallen | own)
        while others:
            target = ctz(others)
            others &= others - ONE
            value = np.int64(unit_priority(params, state, square, target))
            words[valued] = _word(value, base | np.int64(target))
            valued += 1
    positive = valued
    can_swap = 1 if state.deck[me] else 0
    hand = kinds(state.hand[me])
    while hand:
        card = np.int64(ctz(hand)) >> 2
        hand &= hand - ONE
        base = DROP | card << 6
        if card == INFERNO:
            targets = best_blasts(params, state, me)
        else:
            targets = card_targets(params, state, me, card, own)
        listed = targets if card < INFERNO and params.ordering == DESCRIBED else EMPTY
        targets ^= listed
        while targets:
            target = ctz(targets)
            targets &= targets - ONE
            value = np.int64(card_priority(params, state, card, target))
            listed |= bit(target) if value == 0 else EMPTY
            words[valued] = _word(value, base | np.int64(target))
            valued += np.int64(value != 0)
            positive += np.int64(value > 0)
        zeros = spread(out, zeros, base, listed)
        out[zeros] = SWAP + card
        zeros += can_swap if keeps_swap(params, state, me, card) else 0
    for i in range(zeros):
        out[np.uint32(positive + zeros - 1 - i)] = out[np.uint32(zeros - 1 - i)]
    for i in range(valued):
        word = np.int64(words[i])
        out[count_lower(words, valued, word) + (zeros if word > _ZERO else 0)] = word & _ACTION_MASK
    return zeros + valued
