"""The rules of Amazons."""

import numpy as np

from turnwright.core.bits import EMPTY
from turnwright.core.compiled import rule
from turnwright.core.rng import mix
from turnwright.core.wide_sets import count_of, holds, lowest, shifted, single, spread_wide
from turnwright.games.amazons.engine.state import CLOSED, DIRECTIONS, END, NOWHERE, SHOT, SQUARES

_STEPS = np.array(DIRECTIONS, dtype=np.int64)


@rule
def free_squares(params, state):
    """The squares of the board that are neither occupied nor closed."""
    low = params.board[0] & ~(state.sets[0, 0] | state.sets[1, 0] | state.sets[CLOSED, 0])
    high = params.board[1] & ~(state.sets[0, 1] | state.sets[1, 1] | state.sets[CLOSED, 1])
    return low, high


@rule
def reach(low, high, free_low, free_high):
    """The free squares that queens on a set of squares can move to."""
    found_low, found_high = EMPTY, EMPTY
    for direction in range(8):
        step = _STEPS[direction]
        ray_low, ray_high = low, high
        while True:
            ray_low, ray_high = shifted(ray_low, ray_high, step)
            ray_low &= free_low
            ray_high &= free_high
            if ray_low | ray_high == EMPTY:
                break
            found_low |= ray_low
            found_high |= ray_high
    return found_low, found_high


@rule
def beside(low, high):
    """The neighbours of a set in all directions; some may be off the board."""
    found_low, found_high = EMPTY, EMPTY
    for direction in range(8):
        next_low, next_high = shifted(low, high, _STEPS[direction])
        found_low |= next_low
        found_high |= next_high
    return found_low, found_high


# Questions


@rule
def player(params, state):
    return np.int64(state.turn) & 1


@rule
def is_over(params, state):
    return state.stuck != 0


@rule
def outcome(params, state):
    return 2 * player(params, state) - 1 if state.stuck else 0  # the player to move has no move and loses


@rule
def end_action(params):
    return END


@rule
def may_end(params, state):
    return False


@rule
def ending(params, state):
    return np.int64(0)


@rule
def actions_left(params, state):
    return np.int64(2 if state.moved == NOWHERE else 1)


# Actions


@rule
def legal_actions(params, state, out):
    """The moves of every amazon, the lowest first; or the shots of the one that has moved."""
    if state.stuck:
        return 0
    free_low, free_high = free_squares(params, state)
    if state.moved != NOWHERE:
        low, high = single(np.int64(state.moved))
        low, high = reach(low, high, free_low, free_high)
        return spread_wide(out, 0, SHOT, low, high)
    side = player(params, state)
    low, high = state.sets[side, 0], state.sets[side, 1]
    count = 0
    while low | high != EMPTY:
        square = lowest(low, high)
        here_low, here_high = single(square)
        low ^= here_low
        high ^= here_high
        reach_low, reach_high = reach(here_low, here_high, free_low, free_high)
        count = spread_wide(out, count, square * SQUARES, reach_low, reach_high)
    return count


@rule
def is_legal(params, state, action):
    if state.stuck or action < 0 or action >= END:
        return False
    source, target = action // SQUARES, action % SQUARES
    if state.moved != NOWHERE:
        if source != SQUARES:
            return False
        source = np.int64(state.moved)
    else:
        side = player(params, state)
        if source == SQUARES or not holds(state.sets[side, 0], state.sets[side, 1], source):
            return False
    free_low, free_high = free_squares(params, state)
    low, high = single(source)
    low, high = reach(low, high, free_low, free_high)
    return holds(low, high, target)


@rule
def apply(params, state, action):
    source, target = action // SQUARES, action % SQUARES
    low, high = single(target)
    if source < SQUARES:
        side = player(params, state)
        from_low, from_high = single(source)
        state.sets[side, 0] ^= low | from_low
        state.sets[side, 1] ^= high | from_high
        state.moved = target
        return
    state.sets[CLOSED, 0] |= low
    state.sets[CLOSED, 1] |= high
    state.turn += 1
    state.moved = NOWHERE
    state.stuck = not can_move(params, state)


@rule
def can_move(params, state):
    """Whether an amazon of the player to move has a free neighbour."""
    side = player(params, state)
    free_low, free_high = free_squares(params, state)
    low, high = beside(state.sets[side, 0], state.sets[side, 1])
    return (low & free_low) | (high & free_high) != EMPTY


@rule
def deal(params, state, rng):
    for side in range(2):
        for word in range(2):
            state.sets[side, word] = params.start[side, word]
    state.sets[CLOSED, 0] = state.sets[CLOSED, 1] = EMPTY
    state.turn, state.moved = 0, NOWHERE
    state.stuck = not can_move(params, state)


@rule
def refresh(params, state):
    """Recompute whether the player to move can move."""
    state.stuck = state.moved == NOWHERE and not can_move(params, state)


@rule
def state_hash(params, state):
    key = mix(np.uint64(state.turn) << np.uint64(8) | np.uint64(state.moved + 1))
    for kind in range(3):
        for word in range(2):
            key = mix(key + state.sets[kind, word])
    return key


@rule
def priority(params, state, action):
    """Prefer moves to open areas, and shots next to enemy amazons rather than own ones."""
    low, high = single(action % SQUARES)
    low, high = beside(low, high)
    side = player(params, state)
    if action < SHOT:
        free_low, free_high = free_squares(params, state)
        return count_of(low & free_low, high & free_high)
    foes = count_of(low & state.sets[1 - side, 0], high & state.sets[1 - side, 1])
    return foes - count_of(low & state.sets[side, 0], high & state.sets[side, 1])
