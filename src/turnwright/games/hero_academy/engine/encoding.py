"""Actions and states of Hero Academy as numbers, for learning code. `games/hero_academy/encoding.py` explains them.

The second player sees the board from the other side (`params.facing`, which is its own inverse).
"""

import numpy as np

from turnwright.core.bits import ONE, ctz
from turnwright.core.compiled import rule
from turnwright.games.hero_academy.engine.cards import CARDS, KINDS
from turnwright.games.hero_academy.engine.hands import count, kinds
from turnwright.games.hero_academy.engine.listing import (
    card_targets,
    free_squares,
    own_units,
    patients_of,
    unit_targets,
)
from turnwright.games.hero_academy.engine.state import DROP, END, GEAR_SHIFT, KIND_MASK, SWAP

_CARDS = len(CARDS)
_KINDS = len(KINDS)
_SQUARE_MASK = 63
THEIRS = _KINDS
HEALTH = 2 * _KINDS
FALLEN = HEALTH + 1
GEAR = FALLEN + 1
PLACES = GEAR + 4
"""The first plane of special squares: both deploy areas, assault, defense, power."""
PLANES = PLACES + 5
UNKNOWN = 4 * _CARDS
POINTS, TURNS, TO_MOVE, FIRST = range(UNKNOWN + 1, UNKNOWN + 5)
NUMBERS = FIRST + 1


@rule
def action_of(params, state, index):
    squares = params.width * params.height
    me = np.int64(state.player)
    drops = index - squares * squares
    if drops < 0:
        return np.int64(params.facing[me, index // squares]) << 6 | np.int64(params.facing[me, index % squares])
    if drops < _CARDS * squares:
        return DROP | (drops // squares) << 6 | np.int64(params.facing[me, drops % squares])
    swap = drops - _CARDS * squares
    return SWAP + swap if swap < _CARDS else np.int64(END)


@rule
def index_of(params, state, action):
    squares = params.width * params.height
    me = np.int64(state.player)
    if action < DROP:
        return np.int64(params.facing[me, action >> 6]) * squares + np.int64(params.facing[me, action & _SQUARE_MASK])
    drops = squares * squares
    if action < SWAP:
        return drops + (action - DROP >> 6) * squares + np.int64(params.facing[me, action & _SQUARE_MASK])
    return drops + _CARDS * squares + (action - SWAP if action != END else _CARDS)


@rule
def _allow(params, me, mask, base, targets):
    """Set the mask to 1 for a set of squares, relative to a base index."""
    while targets:
        mask[base + np.int64(params.facing[me, ctz(targets)])] = 1
        targets &= targets - ONE


@rule
def write_mask(params, state, mask):
    squares = params.width * params.height
    me = np.int64(state.player)
    drops = squares * squares
    swaps = drops + _CARDS * squares
    mask[swaps + _CARDS] = 1
    if state.ap == 0:
        return
    own = own_units(state, me)
    foes = state.living[1 - me]
    free = free_squares(params, state, me)
    patients = patients_of(params, state, me, own)
    units = own
    while units:
        source = ctz(units)
        units &= units - ONE
        targets = unit_targets(params, state, source, own, foes, free, patients)
        _allow(params, me, mask, np.int64(params.facing[me, source]) * squares, targets)
    can_swap = 1 if state.deck[me] else 0
    hand = kinds(state.hand[me])
    while hand:
        card = np.int64(ctz(hand)) >> 2
        hand &= hand - ONE
        _allow(params, me, mask, drops + card * squares, card_targets(params, state, me, card, own))
        mask[swaps + card] = can_swap


@rule
def _mark(params, player, planes, plane, squares):
    """Set a plane to 1 on a set of squares."""
    while squares:
        planes[_place(params, player, plane, np.int64(ctz(squares)))] = 1.0
        squares &= squares - ONE


@rule
def _place(params, player, plane, square):
    """The index of a plane's square in the flat array (planes, rows, columns)."""
    seen = np.int64(params.facing[player, square])
    return (plane * params.height + np.int64(params.y[seen])) * params.width + np.int64(params.x[seen])


@rule
def write(params, state, player, planes, numbers):
    area = params.width * params.height
    for seat in range(2):
        side = seat ^ player
        pieces = state.living[side] | state.fallen[side]
        while pieces:
            square = np.int64(ctz(pieces))
            pieces &= pieces - ONE
            place = _place(params, player, 0, square)
            code = np.int64(state.unit[square])
            planes[place + area * (seat * THEIRS + (code & KIND_MASK))] = 1.0
            hp = np.int64(state.hp[square])
            planes[place + area * HEALTH] = np.float32(hp) / np.float32(params.max_hp[code])
            if hp == 0:
                planes[place + area * FALLEN] = 1.0
            gear = code >> GEAR_SHIFT
            for item in range(4):
                if gear >> item & 1:
                    planes[place + area * (GEAR + item)] = 1.0
        _mark(params, player, planes, PLACES + seat, params.deploy[side])
        for card in range(_CARDS):
            numbers[2 * seat * _CARDS + card] = count(state.hand[side], card)
            numbers[(2 * seat + 1) * _CARDS + card] = count(state.deck[side], card)
    _mark(params, player, planes, PLACES + 2, params.assault)
    _mark(params, player, planes, PLACES + 3, params.defense)
    _mark(params, player, planes, PLACES + 4, params.power_squares)
    numbers[UNKNOWN] = state.unknown[1 - player]
    numbers[POINTS] = state.ap
    numbers[TURNS] = np.float32(state.turn) / np.float32(params.turn_limit)
    numbers[TO_MOVE] = 1.0 if state.player == player else 0.0
    numbers[FIRST] = 1.0 - player
