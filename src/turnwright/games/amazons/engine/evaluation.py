"""Territory: who reaches the free squares in fewer queen moves; and mobility: who has more squares to move to."""

import numpy as np

from turnwright.core.bits import EMPTY
from turnwright.core.compiled import rule
from turnwright.core.wide_sets import count_of
from turnwright.games.amazons.engine.rules import free_squares, outcome, player, reach
from turnwright.games.amazons.engine.state import NOWHERE

_BY_RESULT = 1
_MOST = 0.95
"""The highest evaluation of an unfinished game; a won game has 1."""
_FIRST = 0.2
"""The value, for the player to move, of a square that both reach in the same number of moves."""


@rule
def evaluate(params, state, side):
    value = np.float64(outcome(params, state))
    if not state.stuck and params.evaluator != _BY_RESULT:
        value = _balance(params, state)
    return -value if side else value


@rule
def _balance(params, state):
    """The advantage of the first player, from -0.95 to 0.95."""
    free_low, free_high = free_squares(params, state)
    free = count_of(free_low, free_high)
    left_low, left_high = free_low, free_high
    white_low, white_high = state.sets[0, 0], state.sets[0, 1]
    black_low, black_high = state.sets[1, 0], state.sets[1, 1]
    lead, shared, first = 0, 0, 0
    for moves in range(20):
        white_low, white_high = _one_move_on(white_low, white_high, free_low, free_high)
        black_low, black_high = _one_move_on(black_low, black_high, free_low, free_high)
        if moves == 0:
            first = count_of(white_low & free_low, white_high & free_high)
            first -= count_of(black_low & free_low, black_high & free_high)
        new_white_low, new_white_high = white_low & left_low, white_high & left_high
        new_black_low, new_black_high = black_low & left_low, black_high & left_high
        both = count_of(new_white_low & new_black_low, new_white_high & new_black_high)
        shared += both
        lead += count_of(new_white_low, new_white_high) - count_of(new_black_low, new_black_high)
        if new_white_low | new_white_high | new_black_low | new_black_high == EMPTY:
            break
        left_low &= ~(new_white_low | new_black_low)
        left_high &= ~(new_white_high | new_black_high)
    mover = player(params, state)
    next_to_move = mover if state.moved == NOWHERE else 1 - mover
    value = params.territory * (lead + _FIRST * shared * (1.0 - 2.0 * next_to_move)) + params.mobility * first
    return _MOST * value / (free + 1.0) / max(1.0, abs(params.territory) + abs(params.mobility))


@rule
def _one_move_on(low, high, free_low, free_high):
    """A set of squares, extended by all squares that are one queen move away."""
    more_low, more_high = reach(low, high, free_low, free_high)
    return low | more_low, high | more_high


@rule
def normalise(params, value):
    return (value + 1.0) / 2.0
