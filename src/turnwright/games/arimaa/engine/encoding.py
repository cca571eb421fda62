"""Actions and states of Arimaa as numbers, for learning code. `games/arimaa/encoding.py` explains them.

Silver sees the board rotated: its own home ranks are the first two, and north leads to its goal.
"""

import numpy as np

from turnwright.core.bits import ONE, ctz
from turnwright.core.compiled import rule
from turnwright.games.arimaa.engine.board import TRAPS, frozen, strength_at
from turnwright.games.arimaa.engine.listing import is_setup
from turnwright.games.arimaa.engine.listing import player as to_move
from turnwright.games.arimaa.engine.state import (
    END,
    KINDS,
    NORTH,
    NOWHERE,
    PLACE,
    PLACEMENTS,
    SOUTH,
    SQUARES,
    STEPS,
)

_FLIP = 7 * 8
TRAP, FROZEN, SPOT = range(2 * KINDS, 2 * KINDS + 3)
PLANES = SPOT + 1
SETUP, LEFT, PUSHING, POWER, TURNS, TO_MOVE, FIRST = range(7)
HAND = FIRST + 1
NUMBERS = HAND + KINDS
PLACED = 4 * SQUARES + 1
"""The first index of a placement."""


@rule
def _turned(side, square):
    """A square as a side sees it, and back."""
    return square ^ (_FLIP * side)


@rule
def _way(side, direction):
    """A direction as a side sees it, and back."""
    return (NORTH + SOUTH - direction) if side and direction % 2 == 0 else direction


@rule
def action_of(params, state, index):
    side = to_move(params, state)
    if index < END:
        return _way(side, index // SQUARES) * SQUARES + _turned(side, index % SQUARES)
    if index < PLACED:
        return np.int64(END)
    piece = index - PLACED
    return PLACE + (piece // SQUARES + 1) * SQUARES + _turned(side, piece % SQUARES)


@rule
def index_of(params, state, action):
    side = to_move(params, state)
    if action < END:
        return _way(side, action // SQUARES) * SQUARES + _turned(side, action % SQUARES)
    if action == END:
        return np.int64(END)
    piece = action - PLACE
    return PLACED + (piece // SQUARES - 1) * SQUARES + _turned(side, piece % SQUARES)


@rule
def write(params, state, player, planes, numbers):
    for strength in range(KINDS):
        numbers[HAND + strength] = params.counts[strength + 1]
    setup = is_setup(state)
    for seat in range(2):
        side = seat ^ player
        pieces = state.board[side]
        while pieces:
            square = np.int64(ctz(pieces))
            pieces &= pieces - ONE
            strength = strength_at(state.board, square) - 1
            planes[(seat * KINDS + strength) * SQUARES + _turned(player, square)] = 1.0
            if seat == 0:
                numbers[HAND + strength] -= 1.0
        _mark(player, planes, FROZEN, frozen(state.board, side))
    if not setup:
        for strength in range(KINDS):
            numbers[HAND + strength] = 0.0
    _mark(player, planes, TRAP, TRAPS)
    if state.spot != NOWHERE:
        planes[SPOT * SQUARES + _turned(player, np.int64(state.spot))] = 1.0
    numbers[SETUP] = 1.0 if setup else 0.0
    numbers[LEFT] = np.float32((PLACEMENTS if setup else STEPS) - state.steps)
    numbers[PUSHING] = state.pushing
    numbers[POWER] = state.power
    numbers[TURNS] = np.float32(state.turn) / np.float32(params.turn_limit)
    numbers[TO_MOVE] = 1.0 if to_move(params, state) == player else 0.0
    numbers[FIRST] = 1.0 - player


@rule
def _mark(player, planes, plane, squares):
    while squares:
        planes[plane * SQUARES + _turned(player, np.int64(ctz(squares)))] = 1.0
        squares &= squares - ONE
