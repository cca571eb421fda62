"""Bookkeeping of pieces. Every change goes through these functions, so sets, hash and balance stay correct.

`withdraw` removes a piece's terms from hash and balance, and `enter` adds them. In between, its hit points, gear or
square may change.
"""

import numpy as np

from turnwright.core.bits import ONE, bit
from turnwright.core.compiled import rule
from turnwright.games.hero_academy.engine.cards import SCROLL
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK, TRAIT_HURT

_SCROLL_TRAIT = SCROLL - 7
_SCROLL_BIT = 1 << GEAR_SHIFT + _SCROLL_TRAIT
HIT_POINT_SHIFT = 4
"""Weights of hit points are in sixteenths of a point. Everything else is in whole points, so stored values stay
exact."""


@rule
def piece_key(params, owner, code, hp, square):
    """The contribution of a piece to the hash."""
    return params.square_key[square] * (params.unit_key[owner, code] + np.uint64(hp))


@rule
def health_value(params, code, hp):
    """The value of the hit points of a standing piece, rounded down to a whole point."""
    return np.int64(hp) * np.int64(params.hit_point[code & KIND_MASK]) >> HIT_POINT_SHIFT


@rule
def piece_value(params, owner, code, hp, square):
    """The value of a piece for its owner in the heuristic evaluation."""
    if hp > 0:
        return health_value(params, code, hp) + params.worth[code, 1] + params.place[owner, code & KIND_MASK, square]
    return np.int64(params.worth[code, 0])


@rule
def enter(params, state, owner, square):
    code, hp = state.unit[square], np.int64(state.hp[square])
    state.hash += piece_key(params, owner, code, hp, square)
    value = piece_value(params, owner, code, hp, square)
    state.balance += -value if owner else value


@rule
def withdraw(params, state, owner, square):
    code, hp = state.unit[square], np.int64(state.hp[square])
    state.hash -= piece_key(params, owner, code, hp, square)
    value = piece_value(params, owner, code, hp, square)
    state.balance -= -value if owner else value


@rule
def relocate(params, state, owner, source, target):
    """Copy a piece to another square, overwriting its contents. The caller updates the sets of pieces."""
    code, hp = state.unit[source], np.int64(state.hp[source])
    keys = params.square_key
    state.hash += (keys[target] - keys[source]) * (params.unit_key[owner, code] + np.uint64(hp))
    if hp > 0:
        kind = code & KIND_MASK
        value = np.int64(params.place[owner, kind, target]) - np.int64(params.place[owner, kind, source])
        state.balance += -value if owner else value
    state.unit[target], state.hp[target] = code, hp
    state.unit[source], state.hp[source] = 0, 0
    kept = ~(bit(source) | bit(target))
    for i in range(TRAIT_HURT + 1):
        trait = state.traits[i]
        state.traits[i] = (trait & kept) | ((trait >> np.uint64(source)) & ONE) << np.uint64(target)


@rule
def lower_hp(params, state, owner, square, damage):
    """Remove hit points from a piece that stays standing."""
    code, before = state.unit[square], np.int64(state.hp[square])
    state.hp[square] -= damage
    state.hash -= params.square_key[square] * np.uint64(damage)
    value = health_value(params, code, before) - health_value(params, code, before - damage)
    state.balance -= -value if owner else value


@rule
def clear_square(state, square):
    """Clear the data of a square."""
    state.unit[square], state.hp[square] = 0, 0
    kept = ~bit(square)
    for i in range(TRAIT_HURT + 1):
        state.traits[i] &= kept


@rule
def remove_fallen(params, state, square):
    """Remove a knocked-out unit of either side from the board."""
    here = bit(square)
    owner = 1 if state.fallen[1] & here else 0
    withdraw(params, state, owner, square)
    state.fallen[owner] &= ~here
    clear_square(state, square)


@rule
def note_health(params, state, square):
    """Update the set of wounded units after a change of hit points or gear."""
    hurt = state.hp[square] < params.max_hp[state.unit[square]]
    here = bit(square)
    state.traits[TRAIT_HURT] = (state.traits[TRAIT_HURT] & ~here) | (here if hurt else np.uint64(0))


@rule
def lose_scroll(params, state, owner, square):
    """Use up a unit's scroll, after the attack or heal that it powered."""
    here = bit(square)
    if state.traits[_SCROLL_TRAIT] & here:
        withdraw(params, state, owner, square)
        state.unit[square] &= np.uint8(255 - _SCROLL_BIT)
        state.traits[_SCROLL_TRAIT] &= ~here
        enter(params, state, owner, square)
