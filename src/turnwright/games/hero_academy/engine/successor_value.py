"""The heuristic value after an action, without playing it: computed from its changes to pieces and cards.

Only an action that destroys a crystal, and so may end the game, is played on a copy.
"""

import numpy as np

from turnwright.core.bits import ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.spread import spread
from turnwright.games.hero_academy.engine.cards import (
    CHAIN_PERCENT,
    CLERIC,
    HEAL_FACTOR,
    INFERNO,
    KNIGHT,
    POTION,
    POTION_HEAL,
    POTION_REVIVE,
    REVIVE_FACTOR,
    RUNEMETAL,
    SCROLL,
    WIZARD,
)
from turnwright.games.hero_academy.engine.evaluation import HEURISTIC, evaluate, heuristic_of
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
from turnwright.games.hero_academy.engine.pieces import health_value, piece_value
from turnwright.games.hero_academy.engine.rules import FULL, apply, blast, blow, leap
from turnwright.games.hero_academy.engine.state import DROP, END, GEAR_SHIFT, KIND_MASK, SWAP

_SQUARE_MASK = 63
_SCROLL_BIT = 1 << GEAR_SHIFT + SCROLL - RUNEMETAL
_CRYSTAL_GAIN = 1 << 42
"""Marks the gain of an attack that destroys a crystal."""
_DECISIVE = 1 << 41
"""Gains above this contain that mark, whatever else is added."""


# Gains, from the view of the player to move


@rule
def _stomped(params, state, square):
    """The gain from removing a knocked-out unit on a square; 0 if there is none."""
    here = bit(square)
    if (state.fallen[0] | state.fallen[1]) & here == 0:
        return np.int64(0)
    value = np.int64(params.worth[state.unit[square], 0])
    return -value if state.fallen[state.player] & here else value


@rule
def _healed(params, state, square, amount):
    me, code, hp = np.int64(state.player), state.unit[square], np.int64(state.hp[square])
    healthier = min(hp + amount, np.int64(params.max_hp[code]))
    return piece_value(params, me, code, healthier, square) - piece_value(params, me, code, hp, square)


@rule
def _scroll_used(params, state, source):
    """The gain (a loss) from using up a unit's scroll; 0 if it has none."""
    code = state.unit[source]
    if code & _SCROLL_BIT == 0:
        return np.int64(0)
    without = code & np.uint8(255 - _SCROLL_BIT)
    return np.int64(params.worth[without, 1]) - np.int64(params.worth[code, 1])


@rule
def _wounded(params, state, target, damage):
    """The gain from damage to a standing enemy piece."""
    code, hp = state.unit[target], np.int64(state.hp[target])
    if damage < hp:
        return health_value(params, code, hp) - health_value(params, code, hp - damage)
    if state.crystals & bit(target):
        return np.int64(_CRYSTAL_GAIN)
    return piece_value(params, 1 - np.int64(state.player), code, hp, target) - np.int64(params.worth[code, 0])


@rule
def _pushed(params, state, source, target, stands):
    """The gain from a knight's push of an enemy unit, if it happens."""
    behind = np.int64(params.neighbour[target, params.direction[source, target]])
    if behind < 0 or (state.living[0] | state.living[1] | params.deploy[state.player]) & bit(behind):
        return np.int64(0)
    foe, kind = 1 - np.int64(state.player), state.unit[target] & KIND_MASK
    gain = _stomped(params, state, behind)
    if stands:
        gain += np.int64(params.place[foe, kind, target]) - np.int64(params.place[foe, kind, behind])
    return gain


@rule
def _attack_gain(params, state, source, target):
    """The gain of a chain attack: all pieces that it hits are different, so the gains add up."""
    kind = state.unit[source] & KIND_MASK
    damage = blow(params, state, source, target, FULL)
    gain = _wounded(params, state, target, damage) + _scroll_used(params, state, source)
    if kind == KNIGHT:
        if state.crystals & bit(target) == 0:
            gain += _pushed(params, state, source, target, damage < state.hp[target])
    elif kind == WIZARD:
        foes = state.living[1 - state.player]
        direction, last = np.int64(params.direction[source, target]), np.int64(target)
        for jump in range(2):
            direction = leap(params, foes, last, direction)
            if direction < 0:
                break
            last = np.int64(params.neighbour[last, direction])
            percent = CHAIN_PERCENT[0] if jump == 0 else CHAIN_PERCENT[1]
            gain += _wounded(params, state, last, blow(params, state, source, last, percent))
    return gain


@rule
def _move_gain(params, state, source, target):
    me, kind = np.int64(state.player), state.unit[source] & KIND_MASK
    gain = np.int64(params.place[me, kind, target]) - np.int64(params.place[me, kind, source])
    return gain + _stomped(params, state, target)


@rule
def _exchange_gain(params, state, source, target):
    me, one, other = np.int64(state.player), state.unit[source] & KIND_MASK, state.unit[target] & KIND_MASK
    forth = np.int64(params.place[me, one, target]) - np.int64(params.place[me, one, source])
    return forth + np.int64(params.place[me, other, source]) - np.int64(params.place[me, other, target])


@rule
def _heal_gain(params, state, source, target):
    on_power = 1 if params.power_squares & bit(source) else 0
    factor = REVIVE_FACTOR if state.hp[target] == 0 else HEAL_FACTOR
    gain = _healed(params, state, target, np.int64(params.power[state.unit[source], on_power]) * factor)
    return gain + _scroll_used(params, state, source)


@rule
def unit_gain(params, state, source, target):
    """The gain of any action of a unit."""
    me = np.int64(state.player)
    there = bit(target)
    if state.living[1 - me] & there:
        return _attack_gain(params, state, source, target)
    if (state.living[me] | state.fallen[me]) & there == 0:
        return _move_gain(params, state, source, target)
    if state.unit[source] & KIND_MASK == CLERIC:
        return _heal_gain(params, state, source, target)
    if state.living[me] & there:
        return _exchange_gain(params, state, source, target)
    return _move_gain(params, state, source, target)


@rule
def _inferno_gain(params, state, square):
    """The gain of playing a card, without the loss of the card, which is counted separately."""
    foe = 1 - np.int64(state.player)
    gain = np.int64(0)
    burnt = params.area[square] & state.fallen[foe]
    while burnt:
        gain += _stomped(params, state, ctz(burnt))
        burnt &= burnt - ONE
    struck = params.area[square] & state.living[foe]
    while struck:
        target = ctz(struck)
        struck &= struck - ONE
        gain += _wounded(params, state, target, blast(params, state, target))
    return gain


@rule
def card_gain(params, state, card, square):
    me = np.int64(state.player)
    if card < INFERNO:
        gain = piece_value(params, me, card, np.int64(params.max_hp[card]), square) + _stomped(params, state, square)
    elif card == INFERNO:
        gain = _inferno_gain(params, state, square)
    elif card == POTION:
        gain = _healed(params, state, square, POTION_REVIVE if state.hp[square] == 0 else POTION_HEAL)
    else:
        code, hp = state.unit[square], np.int64(state.hp[square])
        with_item = code | np.uint8(1 << GEAR_SHIFT + card - RUNEMETAL)
        stronger = hp
        if card > SCROLL:
            stronger = min(hp + hp // 10, np.int64(params.max_hp[with_item]))
        gain = piece_value(params, me, with_item, stronger, square) - piece_value(params, me, code, hp, square)
    return gain - np.int64(params.reserve[card])


# Values


@rule
def _value_without(params, state, infernos, player):
    """The heuristic value if the player to move had this many infernos less."""
    left = np.int64(state.infernos) - (-infernos if state.player else infernos)
    return heuristic_of(params, state, np.int64(state.balance), left, player)


@rule
def _played_value(params, state, action, player, scratch):
    scratch[0] = state
    apply(params, scratch[0], action)
    return evaluate(params, scratch[0], player)


@rule
def successor_value(params, state, action, player, scratch):
    """The evaluation after a legal action."""
    gain = np.int64(_CRYSTAL_GAIN)
    infernos = 0
    if params.evaluator == HEURISTIC and state.over == 0:
        target = np.uint32(action & _SQUARE_MASK)
        if action < DROP:
            gain = unit_gain(params, state, np.uint32(action >> 6), target)
        elif action < SWAP:
            card = (action >> 6) & _SQUARE_MASK
            gain = card_gain(params, state, card, target)
            infernos = 1 if card == INFERNO else 0
        elif action < END:
            gain = np.int64(0)
    if gain > _DECISIVE:
        return _played_value(params, state, action, player, scratch)
    return _value_without(params, state, infernos, player) + (gain if state.player == player else -gain)


@rule
def candidate_values(params, state, player, out, values, scratch):
    """List the candidates with the evaluation after each, as `candidates` and `successor_value` would."""
    n, is_decisive = np.int64(0), True
    if params.evaluator != HEURISTIC or state.over or state.ap == 0:
        n = candidates(params, state, out)
        for i in range(n):
            values[i] = _CRYSTAL_GAIN
    else:
        n, is_decisive = _value_candidates(params, state, player, out, values)
    if is_decisive:
        for i in range(n):
            if abs(values[i]) > _DECISIVE:
                values[i] = _played_value(params, state, np.int64(out[i]), player, scratch)
    return n


@rule
def _value_candidates(params, state, player, out, values):
    """List the candidates with their values. Returns also whether any of them destroys a crystal and still needs its
    value.

    Most candidates are moves to empty squares, whose values depend only on the squares.
    """
    me = np.int64(state.player)
    own, foes = own_units(state, me), state.living[1 - me]
    free, patients = free_squares(params, state, me), patients_of(params, state, me, own)
    taken = state.living[0] | state.living[1] | state.fallen[0] | state.fallen[1]
    sign = 1.0 if player == me else -1.0
    now, is_decisive = _value_without(params, state, 0, player), False
    n = 0
    units = own
    while units:
        source = ctz(units)
        units &= units - ONE
        targets = unit_targets(params, state, source, own, foes, free, patients)
        first = n
        n = spread(out, n, np.int64(source) << 6, targets)
        kind = state.unit[source] & KIND_MASK
        here = now - sign * np.int64(params.place[me, kind, source])
        for i in range(first, n):
            values[i] = here + sign * np.int64(params.place[me, kind, out[i] & _SQUARE_MASK])
        others = targets & taken
        while others:
            target = ctz(others)
            others &= others - ONE
            gain = unit_gain(params, state, source, target)
            values[first + np.int64(popcount(targets & (bit(target) - ONE)))] = now + sign * gain
            is_decisive |= gain > _DECISIVE
    can_swap = 1 if state.deck[me] else 0
    hand = kinds(state.hand[me])
    while hand:
        card = np.int64(ctz(hand)) >> 2
        hand &= hand - ONE
        if card == INFERNO:
            targets = best_blasts(params, state, me)
            without = _value_without(params, state, 1, player)
        else:
            targets = card_targets(params, state, me, card, own)
            without = now
        first = n
        n = spread(out, n, DROP | card << 6, targets)
        for i in range(first, n):
            gain = card_gain(params, state, card, np.uint32(out[i] & _SQUARE_MASK))
            values[i] = without + sign * gain
            is_decisive |= gain > _DECISIVE
        out[n], values[n] = SWAP + card, now
        n += can_swap if keeps_swap(params, state, me, card) else 0
    return n, is_decisive
