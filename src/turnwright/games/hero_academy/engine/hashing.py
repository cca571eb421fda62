"""Keys of states.

The key is a sum over pieces of (key of the square) * (key of owner, kind and gear + hit points), and over cards of
their keys: like Zobrist hashing, it can be updated incrementally, but it needs no table for hit points. The polynomial
hash of the reference engine is also here, to check recorded games.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, ctz
from turnwright.core.compiled import rule
from turnwright.games.hero_academy.engine.hands import count
from turnwright.games.hero_academy.engine.pieces import piece_key
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK

_CARDS = 11
_MULTIPLIER = np.uint64(1193)


@rule
def state_hash(params, state):
    """The key of a state: everything that affects play."""
    return position_key(params, state) + params.counter_key[0] * np.uint64(state.turn)


@rule
def position_key(params, state):
    """The same without the turn number, to detect repeated positions."""
    return (
        state.hash
        + params.counter_key[1] * np.uint64(state.ap)
        + params.counter_key[2] * np.uint64(state.player)
        + params.counter_key[3] * np.uint64(state.over)
        + params.counter_key[4] * np.uint64(state.seed[0])
        + params.counter_key[5] * np.uint64(state.seed[1])
        + params.counter_key[6] * np.uint64(state.unknown[0] + 16 * state.unknown[1])
        + params.counter_key[7] * state.chance
    )


@rule
def hash_from_scratch(params, state):
    """The incremental part of the key, computed from scratch."""
    key = EMPTY
    for side in range(2):
        pieces = state.living[side] | state.fallen[side]
        while pieces:
            square = ctz(pieces)
            pieces &= pieces - ONE
            key += piece_key(params, side, state.unit[square], np.int64(state.hp[square]), square)
        for card in range(_CARDS):
            key += params.hand_key[side, card] * np.uint64(count(state.hand[side], card))
            key += params.deck_key[side, card] * np.uint64(count(state.deck[side], card))
    return key


@rule
def _reference_cards(cards):
    h = np.int64(1)
    for card in range(_CARDS):
        h = 7 * h + count(cards, card)
    return np.int64(np.int32(7 * h))  # the twelfth kind, crystals, is never in a hand; 32 bits wrap


@rule
def _reference_piece(params, state, side, square):
    code = state.unit[square]
    kind, gear = np.int64(code & KIND_MASK), np.int64(code >> np.uint8(GEAR_SHIFT))
    rune, scroll, dragon, helm = gear & 1, gear >> 1 & 1, gear >> 2 & 1, gear >> 3 & 1
    # knight 2, archer 0, cleric 4, wizard 5, ninja 3, crystal 1
    order = (0x135402 >> (4 * kind)) & 7
    h = np.int64(16) + dragon + 2 * rune + 4 * helm + 8 * scroll
    h = 6553 * h + state.hp[square]
    h = 6 * (2 * h + side) + order
    return np.int64(np.int32(5 * (5 * h + params.x[square]) + params.y[square]))


@rule
def reference_hash(params, state):
    """The published engine's signed 64-bit hash. It has collisions by design; use it only to compare with
    recordings."""
    r = _MULTIPLIER + np.uint64(state.ap)
    r = _MULTIPLIER * r + np.uint64(state.turn)
    r = _MULTIPLIER * r + np.uint64(0 if state.over else 1)
    r = _MULTIPLIER * r + np.uint64(_reference_cards(state.hand[0]))
    r = _MULTIPLIER * r + np.uint64(_reference_cards(state.deck[1]))
    r = _MULTIPLIER * r + np.uint64(_reference_cards(state.hand[1]))
    r = _MULTIPLIER * r + np.uint64(_reference_cards(state.deck[0]))
    pieces = state.living[0] | state.living[1] | state.fallen[0] | state.fallen[1]
    while pieces:
        square = ctz(pieces)
        here = pieces & (EMPTY - pieces)
        pieces &= pieces - ONE
        side = 1 if (state.living[1] | state.fallen[1]) & here else 0
        r = _MULTIPLIER * r + np.uint64(_reference_piece(params, state, side, square))
    return np.int64(r)
