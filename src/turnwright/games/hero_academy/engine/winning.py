"""Whether the player to move may still win in this turn: optimistic bounds."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import inlined, rule
from turnwright.games.hero_academy.engine.cards import (
    ASSAULT_BONUS,
    INFERNO,
    INFERNO_DAMAGE,
    KNIGHT,
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
_FAR = 63
"""No two squares of a board are farther apart."""
_ALONE, _CARRIED = range(2)
"""Rows of `approach`: a unit that walks itself, or that a ninja may also bring forward."""


@rule
def may_win(params, state):
    """By how much, at best, all enemy crystals or all enemy units can be removed in this turn; 0: they cannot.

    For crystals this is the damage to spare, plus 1.
    """
    if state.turn >= params.turn_limit:
        return np.int64(0)
    return max(spare_removals(params, state), spare_damage(params, state))


@rule
def spare_removals(params, state):
    """Actions to spare after all enemy units have been removed, counted as damage, plus 1; 0 if they cannot be.

    Every action except an inferno removes at most one unit, and only a knocked-out one, so the first blow removes
    nobody if nobody is knocked out yet. Only a knight's blow can also remove a unit, by pushing another one onto it.
    """
    me = np.int64(state.player)
    foe = 1 - me
    if has_unit_cards(state, foe):
        return np.int64(0)
    standing = state.living[foe] & ~state.crystals
    living, fallen = np.int64(popcount(standing)), np.int64(popcount(state.fallen[foe]))
    infernos = count(state.hand[me], INFERNO)
    blow, kinds = strongest_blow(params, state)
    attacks = np.int64(0)
    while standing != EMPTY:
        left = state.hp[ctz(standing)] - infernos * INFERNO_DAMAGE
        standing &= standing - ONE
        attacks += (max(0, left) + blow - 1) // max(1, blow)
    if kinds & 1 << WIZARD:
        attacks = (attacks + _CHAINED - 1) // _CHAINED
    first = np.int64(living > 0 and fallen == 0)
    if infernos > 0:
        needed = max(1 + first, attacks + 1)
    elif kinds & 1 << KNIGHT:
        needed = max(living + fallen + first, attacks + np.int64(living > 0))
    else:
        needed = attacks + living + fallen
    return max(np.int64(0), (np.int64(state.ap) - needed) * INFERNO_DAMAGE + 1)


@rule
def strongest_blow(params, state):
    """The maximum damage of one attack of any own unit, also with a scroll, and the set of the units' kinds."""
    me = np.int64(state.player)
    hand, units = state.hand[me], (state.living[me] & ~state.crystals) | state.fallen[me]
    blow, kinds, scrolls = np.int64(0), np.int64(0), count(hand, SCROLL)
    while units != EMPTY:
        code = np.int64(state.unit[ctz(units)])
        units &= units - ONE
        kinds |= 1 << (code & KIND_MASK)
        scrolls += 1 if code & _SCROLL else 0
        blow = max(blow, best_blow(params, state, code))
    for kind in range(NINJA + 1):
        if count(hand, kind) > 0:
            kinds |= 1 << kind
            blow = max(blow, best_blow(params, state, np.int64(kind)))
    return blow * scroll_factor(params) if scrolls > 0 else blow, kinds


@rule
def scroll_factor(params):
    """By how much a scroll multiplies the power of a unit."""
    return np.int64(params.power[_SCROLL, 0]) // np.int64(params.power[0, 0])


@rule
def best_blow(params, state, code):
    """The maximum damage of a unit to crystals in one attack, with runemetal from the hand and without scrolls."""
    kind = code & KIND_MASK
    if count(state.hand[state.player], RUNEMETAL) > 0:
        code |= _RUNE
    power = max(params.power[code & ~_SCROLL, 0], params.power[code & ~_SCROLL, 1])
    return np.int64(power) * max(params.damage_halves[0, kind], params.damage_halves[1, kind]) // 2


@rule
def nearest(params, squares, targets):
    """The smallest distance between two sets of squares; far, if one is empty."""
    smallest = np.int64(_FAR)
    while squares != EMPTY:
        square = ctz(squares)
        squares &= squares - ONE
        others = targets
        while others != EMPTY:
            other = ctz(others)
            others &= others - ONE
            x, y = np.int64(params.x[square]) - params.x[other], np.int64(params.y[square]) - params.y[other]
            smallest = min(smallest, abs(x) + abs(y))
    return smallest


@inlined
def standing_ninjas(state, units):
    """The squares of the ninjas among some units."""
    ninjas = EMPTY
    while units != EMPTY:
        square = ctz(units)
        units &= units - ONE
        if np.int64(state.unit[square]) & KIND_MASK == NINJA:
            ninjas |= bit(square)
    return ninjas


@rule
def blow_and_width(params, state, code, crystals):
    """The maximum damage of one attack to all crystals that it hits, and their number."""
    width = min(crystals, _CHAINED) if code & KIND_MASK == WIZARD else np.int64(1)
    return best_blow(params, state, code) * width, width


@rule
def best_scroll(params, state, units, crystals):
    """The most that one scroll adds to one attack, and the number of scrolls in play and in the hand."""
    hand = state.hand[state.player]
    scrolls, blow = count(hand, SCROLL), np.int64(0)
    while units != EMPTY:
        code = np.int64(state.unit[ctz(units)])
        units &= units - ONE
        scrolls += 1 if code & _SCROLL else 0
        blow = max(blow, blow_and_width(params, state, code, crystals)[0])
    for kind in range(NINJA + 1):
        if count(hand, kind) > 0:
            blow = max(blow, blow_and_width(params, state, np.int64(kind), crystals)[0])
    return (scroll_factor(params) - 1) * blow, scrolls


@rule
def spare_damage(params, state):
    """The maximum damage of the remaining actions to the enemy's crystals, less what these have left, plus 1; 0 if it
    is not enough.

    Scrolls aside, all attacks are taken to be those of one unit: units that attack together do no more damage than the
    strongest of them alone, because each has to come within reach. Before it attacks, a unit may have to be deployed or
    revived, and to move; a ninja may bring it forward by exchanging squares.
    """
    me, actions = np.int64(state.player), np.int64(state.ap)
    hand, targets = state.hand[me], state.living[1 - me] & state.crystals
    total, rest = np.int64(0), targets
    while rest != EMPTY:
        total += state.hp[ctz(rest)]
        rest &= rest - ONE
    living, fallen = state.living[me] & ~state.crystals, state.fallen[me]
    units, crystals = living | fallen, np.int64(popcount(targets))
    scroll, scrolls = best_scroll(params, state, units, crystals)
    wanted = (crystals, scroll, scrolls)
    most = damage_with(params, state, wanted, actions, 0, (np.int64(0), np.int64(0)))  # infernos alone
    deployed = nearest(params, params.deploy[me], targets)
    own = min(nearest(params, units, targets), deployed)
    ninja = nearest(params, standing_ninjas(state, living), targets)
    exchanges = ninja < _FAR or count(hand, NINJA) > 0 or standing_ninjas(state, fallen) != EMPTY
    while units != EMPTY:
        square = ctz(units)
        units &= units - ONE
        code = np.int64(state.unit[square])
        moves = approach(params, code & KIND_MASK, nearest(params, bit(square), targets), ninja, own, exchanges)
        moves += np.int64(fallen & bit(square) != EMPTY)
        attack = blow_and_width(params, state, code, crystals)
        most = max(most, damage_with(params, state, wanted, actions, moves, attack))
    for kind in range(NINJA + 1):
        if count(hand, kind) > 0:
            moves = 1 + approach(params, kind, deployed, ninja, own, exchanges)
            attack = blow_and_width(params, state, np.int64(kind), crystals)
            most = max(most, damage_with(params, state, wanted, actions, moves, attack))
    return max(np.int64(0), most - total + 1)


@inlined
def approach(params, kind, distance, ninja, own, exchanges):
    """The fewest moves and exchanges after which a unit at a distance from the crystals may attack them.

    `ninja` and `own` are the distances of the nearest standing ninja and of the nearest unit or deploy square.
    """
    moves = np.int64(params.approach[_ALONE, kind, distance])
    if not exchanges:
        return moves
    if kind == NINJA:
        return min(moves, 1 + np.int64(params.approach[_CARRIED, kind, own]))
    moves = min(moves, 1 + np.int64(params.approach[_CARRIED, kind, ninja]))
    return min(moves, 2 + np.int64(params.approach[_CARRIED, kind, own]))


@rule
def damage_with(params, state, wanted, actions, moves, attack):
    """The maximum damage to the crystals by one attacker and infernos.

    `wanted` are the number of crystals, what a scroll adds and how many there are; `attack` is the damage of one attack
    and the number of crystals that it hits. `moves` are the actions that the attacker needs first; some of them may
    also put a unit on an assault square.
    """
    me = state.player
    crystals, scroll, scrolls = wanted
    blow, width = attack
    held, squares = np.int64(popcount(params.assault & state.living[me])), np.int64(popcount(params.assault))
    most = np.int64(0)
    for prepared in range(squares - held + 1):
        strikes = actions - max(moves, prepared)
        if strikes <= 0:
            break
        bonus = ASSAULT_BONUS * (held + prepared)
        infernos = min(strikes, count(state.hand[me], INFERNO))
        single = blow + bonus * width
        damage = infernos * max(single, (INFERNO_DAMAGE + bonus) * crystals) + (strikes - infernos) * single
        most = max(most, damage + min(strikes, scrolls) * scroll)
    return most
