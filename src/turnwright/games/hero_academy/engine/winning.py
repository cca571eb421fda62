"""Whether the player to move may still win in this turn: optimistic bounds."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.games.hero_academy.engine.cards import (
    ASSAULT_BONUS,
    INFERNO,
    INFERNO_DAMAGE,
    NINJA,
    RUNEMETAL,
    SCROLL,
    WIZARD,
)
from turnwright.games.hero_academy.engine.hands import count, has_unit_cards
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK

_RUNE = 1 << GEAR_SHIFT
_SCROLL = 1 << GEAR_SHIFT + SCROLL - RUNEMETAL
_CHAINED = 3
"""The maximum number of crystals that one attack of a wizard can hit."""


@rule
def may_win(params, state):
    """Whether all enemy crystals or all enemy units can be removed in this turn."""
    if state.turn >= params.turn_limit:
        return False
    return may_remove_units(state) or may_break_crystals(params, state)


@rule
def may_remove_units(state):
    """Every action except an inferno removes at most one unit, and only a knocked-out one."""
    me = np.int64(state.player)
    foe = 1 - me
    if has_unit_cards(state, foe):
        return False
    units = popcount((state.living[foe] & ~state.crystals) | state.fallen[foe])
    return units <= state.ap or count(state.hand[me], INFERNO) > 0


@rule
def best_blow(params, state, code):
    """The maximum damage of a unit to crystals in one attack, with runemetal from the hand and without scrolls."""
    kind = code & KIND_MASK
    if count(state.hand[state.player], RUNEMETAL) > 0:
        code |= _RUNE
    power = max(params.power[code & ~_SCROLL, 0], params.power[code & ~_SCROLL, 1])
    return np.int64(power) * max(params.damage_halves[0, kind], params.damage_halves[1, kind]) // 2


@rule
def may_break_crystals(params, state):
    """Whether the maximum damage of the remaining actions is enough for the enemy's crystals.

    Taking an assault square, deploying a unit and reviving a unit cost an action each; one action may do two of them.
    """
    me, actions = np.int64(state.player), np.int64(state.ap)
    hand = state.hand[me]
    targets = state.living[1 - me] & state.crystals
    crystals, total = np.int64(popcount(targets)), np.int64(0)
    while targets != EMPTY:
        total += state.hp[ctz(targets)]
        targets &= targets - ONE
    struck = min(crystals, _CHAINED)
    standing, widest = np.int64(0), np.int64(1)
    if count(hand, INFERNO) > 0:
        standing, widest = INFERNO_DAMAGE * crystals, crystals
    others = standing
    scrolls = count(hand, SCROLL)
    units = (state.living[me] & ~state.crystals) | state.fallen[me]
    while units != EMPTY:
        square = ctz(units)
        units &= units - ONE
        code = np.int64(state.unit[square])
        scrolls += 1 if code & _SCROLL else 0
        blow = best_blow(params, state, code)
        if code & KIND_MASK == WIZARD:
            blow, widest = blow * struck, max(widest, struck)
        if state.living[me] & bit(square):
            standing = max(standing, blow)
        else:
            others = max(others, blow)
    for kind in range(NINJA + 1):
        if count(hand, kind) > 0:
            blow = best_blow(params, state, np.int64(kind))
            if kind == WIZARD:
                blow, widest = blow * struck, max(widest, struck)
            others = max(others, blow)
    others = max(others, standing)
    held, squares = np.int64(popcount(params.assault & state.living[me])), np.int64(popcount(params.assault))
    bonus = ASSAULT_BONUS * held * widest
    if total <= most_damage(params, actions, scrolls, standing, bonus):
        return True
    for prepared in range(1, max(1, squares - held) + 1):
        bonus = ASSAULT_BONUS * min(held + prepared, squares) * widest
        if prepared < actions and total <= most_damage(params, actions - prepared, scrolls, others, bonus):
            return True
    return False


@rule
def most_damage(params, attacks, scrolls, blow, bonus):
    """The damage of attacks, if as many of them as there are scrolls use a scroll."""
    factor = np.int64(params.power[_SCROLL, 0]) // np.int64(params.power[0, 0])
    return attacks * (blow + bonus) + min(attacks, scrolls) * (factor - 1) * blow
