"""The heuristic value after an action, without playing it where that is easy.

Everything but attacks and infernos changes one or two pieces by known amounts, so its effect on the value is a
difference of table entries. Attacks and infernos are played on a copy.
"""

import numpy as np

from turnwright.core.bits import bit
from turnwright.core.compiled import rule
from turnwright.games.hero_academy.engine.cards import (
    CLERIC,
    HEAL_FACTOR,
    INFERNO,
    POTION,
    POTION_HEAL,
    POTION_REVIVE,
    REVIVE_FACTOR,
    RUNEMETAL,
    SCROLL,
)
from turnwright.games.hero_academy.engine.evaluation import HEURISTIC, evaluate, heuristic_of
from turnwright.games.hero_academy.engine.pieces import piece_value
from turnwright.games.hero_academy.engine.rules import apply
from turnwright.games.hero_academy.engine.state import DROP, END, GEAR_SHIFT, KIND_MASK, SWAP

_SQUARE_MASK = 63
_SCROLL_BIT = 1 << GEAR_SHIFT + SCROLL - RUNEMETAL


# Gains as the player to move counts them


@rule
def _stomped(params, state, square):
    """What the loss of a knocked-out unit on a square means to the player to move; 0 if there is none."""
    here = bit(square)
    if (state.fallen[0] | state.fallen[1]) & here == 0:
        return np.int64(0)
    value = piece_value(params, state.unit[square], 0, square)
    return -value if state.fallen[state.player] & here else value


@rule
def _healed(params, state, square, amount):
    code, hp = state.unit[square], np.int64(state.hp[square])
    healthier = min(hp + amount, np.int64(params.max_hp[code]))
    return piece_value(params, code, healthier, square) - piece_value(params, code, hp, square)


@rule
def _move_gain(params, state, source, target):
    kind = state.unit[source] & KIND_MASK
    gain = np.int64(params.place[kind, target]) - np.int64(params.place[kind, source])
    return gain + _stomped(params, state, target)


@rule
def _exchange_gain(params, state, source, target):
    one, other = state.unit[source] & KIND_MASK, state.unit[target] & KIND_MASK
    forth = np.int64(params.place[one, target]) - np.int64(params.place[one, source])
    return forth + np.int64(params.place[other, source]) - np.int64(params.place[other, target])


@rule
def _heal_gain(params, state, source, target):
    healer, hp = state.unit[source], np.int64(state.hp[source])
    on_power = 1 if params.power_squares & bit(source) else 0
    factor = REVIVE_FACTOR if state.hp[target] == 0 else HEAL_FACTOR
    gain = _healed(params, state, target, np.int64(params.power[healer, on_power]) * factor)
    if healer & _SCROLL_BIT:
        without = healer & np.uint8(255 - _SCROLL_BIT)
        gain += piece_value(params, without, hp, source) - piece_value(params, healer, hp, source)
    return gain


@rule
def _card_gain(params, state, card, square):
    """Of any card but an inferno."""
    if card < INFERNO:
        gain = piece_value(params, card, np.int64(params.max_hp[card]), square) + _stomped(params, state, square)
    elif card == POTION:
        gain = _healed(params, state, square, POTION_REVIVE if state.hp[square] == 0 else POTION_HEAL)
    else:
        code, hp = state.unit[square], np.int64(state.hp[square])
        with_item = code | np.uint8(1 << GEAR_SHIFT + card - RUNEMETAL)
        stronger = hp
        if card > SCROLL:
            stronger = min(hp + hp // 10, np.int64(params.max_hp[with_item]))
        gain = piece_value(params, with_item, stronger, square) - piece_value(params, code, hp, square)
    return gain - np.int64(params.reserve[card])


@rule
def _after_gain(params, state, gain, player):
    balance = np.int64(state.balance) + (-gain if state.player else gain)
    return heuristic_of(params, state, balance, np.int64(state.infernos), player)


@rule
def successor_value(params, state, action, player, scratch):
    """The evaluation after a legal action."""
    if params.evaluator == HEURISTIC and state.over == 0:
        target = np.uint32(action & _SQUARE_MASK)
        if action < DROP:
            source = np.uint32(action >> 6)
            me = np.int64(state.player)
            there = bit(target)
            if (state.living[0] | state.living[1] | state.fallen[me]) & there == 0:
                return _after_gain(params, state, _move_gain(params, state, source, target), player)
            if state.living[1 - me] & there == 0:
                if state.unit[source] & KIND_MASK == CLERIC:
                    gain = _heal_gain(params, state, source, target)
                elif state.living[me] & there:
                    gain = _exchange_gain(params, state, source, target)
                else:
                    gain = _move_gain(params, state, source, target)
                return _after_gain(params, state, gain, player)
        elif action < SWAP:
            card = (action >> 6) & _SQUARE_MASK
            if card != INFERNO:
                return _after_gain(params, state, _card_gain(params, state, card, target), player)
        elif action < END:
            return _after_gain(params, state, np.int64(0), player)
    scratch[0] = state
    apply(params, scratch[0], action)
    return evaluate(params, scratch[0], player)
