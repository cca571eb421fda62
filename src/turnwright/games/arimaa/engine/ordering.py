"""Action ordering: a priority for every action, higher first.

A rabbit's step to the goal comes first, then captures, pushes and pulls by what they move, and steps forward; then the
end of the turn; last come steps backward and steps that lose an own piece.
"""

import numpy as np

from turnwright.core.bits import EMPTY, bit, ctz
from turnwright.core.compiled import rule
from turnwright.games.arimaa.engine.board import FIRST_RANK, LAST_RANK, TRAPS, neighbours, strength_at, target_of
from turnwright.games.arimaa.engine.listing import is_setup, player
from turnwright.games.arimaa.engine.state import END, GOLD, NORTH, PLACE, SOUTH

_GOAL = 10_000
_CAPTURE = 1_000
_DISPLACE = 50
_FORWARD = 10
_ASIDE = 5


@rule
def priority(params, state, action):
    if action == END:
        return np.int64(0)
    side = player(params, state)
    square = action & 63
    if is_setup(state):
        front = (square >> 3) == (1 if side == GOLD else 6)
        strength = (action - PLACE) >> 6
        return strength if front else -strength
    direction = action >> 6
    target = bit(target_of(square, direction))
    owner = 0 if state.board[0] & bit(square) else 1
    strength = strength_at(state.board, square)
    after = state.board[owner] ^ bit(square) ^ target
    lost = after & TRAPS & ~neighbours(after)
    if lost != EMPTY:
        fallen = strength if lost == target else strength_at(state.board, np.int64(ctz(lost)))
        worth = _CAPTURE + 100 * fallen
        return -worth if owner == side else worth
    if owner != side:
        return np.int64(_DISPLACE + 5 * strength)
    if strength == 1 and target & (LAST_RANK if side == GOLD else FIRST_RANK) != EMPTY:
        return np.int64(_GOAL)
    if direction == (NORTH if side == GOLD else SOUTH):
        return np.int64(_FORWARD + strength)
    return np.int64(-strength) if direction == (SOUTH if side == GOLD else NORTH) else np.int64(_ASIDE)
