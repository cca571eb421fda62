"""Actions and states of Amazons as numbers, for learning code. `games/amazons/encoding.py` explains them.

The second player sees the board rotated, so both see the same start.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ctz
from turnwright.core.compiled import rule
from turnwright.core.wide_sets import lowest, single
from turnwright.games.amazons.engine.rules import player as to_move
from turnwright.games.amazons.engine.state import CLOSED, NOWHERE, ROW, SHOT, SQUARES

MOVED = 3
PLANES = 4
NUMBERS = 4
_LATE = np.float32(0.01)


@rule
def _side(params):
    """The side length of the board; it is never eleven."""
    return np.int64(ctz(~params.board[0]))


@rule
def _seen(side, me, square):
    """The index of a square in a plane, from its number."""
    x, y = square % ROW, square // ROW
    return (side - 1 - y if me else y) * side + x


@rule
def _square(side, me, place):
    """The number of a square, from its index in a plane."""
    x, y = place % side, place // side
    return (side - 1 - y if me else y) * ROW + x


@rule
def action_of(params, state, index):
    side, me = _side(params), to_move(params, state)
    area = side * side
    if index < area * area:
        return _square(side, me, index // area) * SQUARES + _square(side, me, index % area)
    return SHOT + _square(side, me, index - area * area)


@rule
def index_of(params, state, action):
    side, me = _side(params), to_move(params, state)
    area = side * side
    if action < SHOT:
        return _seen(side, me, action // SQUARES) * area + _seen(side, me, action % SQUARES)
    return area * area + _seen(side, me, action - SHOT)


@rule
def write(params, state, player, planes, numbers):
    side = _side(params)
    area = side * side
    for kind in range(3):
        of = kind if kind == CLOSED else kind ^ player
        low, high = state.sets[of, 0], state.sets[of, 1]
        while low | high != EMPTY:
            square = lowest(low, high)
            here_low, here_high = single(square)
            low ^= here_low
            high ^= here_high
            planes[kind * area + _seen(side, player, square)] = 1.0
    if state.moved != NOWHERE:
        planes[MOVED * area + _seen(side, player, np.int64(state.moved))] = 1.0
    numbers[0] = np.float32(state.turn) * _LATE
    numbers[1] = 1.0 if state.moved != NOWHERE else 0.0
    numbers[2] = 1.0 if to_move(params, state) == player else 0.0
    numbers[3] = 1.0 - player
