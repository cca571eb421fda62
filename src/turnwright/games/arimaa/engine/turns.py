"""Which positions repetition forbids at the end of a turn, and whether some way to end the turn is left.

A position may not occur a third time with the same side to move, and a turn must change the board. If no position has
occurred twice, only the last steps need to be checked (`steps`). Otherwise every way to end the turn is tried.
"""

import numpy as np

from turnwright.core.bits import EMPTY, bit
from turnwright.core.compiled import rule
from turnwright.core.work_array import work_array
from turnwright.games.arimaa.engine.board import at_least, move_piece, neighbours, strength_at, target_of
from turnwright.games.arimaa.engine.state import KEY, MAX_ACTIONS, NOWHERE, STEPS, WORDS
from turnwright.games.arimaa.engine.steps import list_steps

_DEPTHS = STEPS + 1
_NOTES = 3
"""The consequences of a step: where an enemy may be pulled to, by which strength, and whether a push is unfinished."""


@rule
def position_after(params, board, side):
    """The key of a position with a given side to move."""
    return board[KEY] ^ (params.side_key if side else EMPTY)


@rule
def occurrences(state, key):
    """How often a position occurred at the end of a turn since the last capture."""
    count = 0
    for i in range(state.known):
        count += state.history[i] == key
    return count


@rule
def is_forbidden(params, state, board, side):
    """Whether a side may not end its turn with a given board."""
    if board[KEY] == state.start[KEY]:
        return True
    return state.repeated != 0 and not state.lapsed and occurrences(state, position_after(params, board, 1 - side)) >= 2


@rule
def turn_so_far(state):
    """The number of steps in the turn, and the consequences of the last one; see `after_step`."""
    return np.int64(state.steps), np.int64(state.spot), np.int64(state.power), np.int64(state.pushing)


@rule
def after_step(board, side, square, pushing):
    """The consequences of a step of the piece on a square, before it is made: the spot, the strength of the piece that
    left it, and whether a push must be completed."""
    if pushing:
        return NOWHERE, 0, 0
    strength = strength_at(board, square)
    if board[side] & bit(square):
        drawn = board[1 - side] & ~at_least(board, strength) & neighbours(bit(square))
        return (square, strength, 0) if strength > 1 and drawn != EMPTY else (NOWHERE, 0, 0)
    return square, strength, 1


@rule
def is_pull(board, side, square, target, spot, power, pushing):
    """Whether a step of an enemy piece completes a pull."""
    return (
        not pushing
        and spot == target
        and spot != NOWHERE
        and board[1 - side] & bit(square) != EMPTY
        and (strength_at(board, square) < power)
    )


@rule
def can_finish(params, state, board, side, steps, spot, power, pushing):
    """Whether a turn can reach an allowed end from a board within it. Every way is tried."""
    boards = work_array((_DEPTHS, WORDS), np.uint64)
    notes = work_array((_DEPTHS, _NOTES), np.int64)
    actions = work_array((_DEPTHS, MAX_ACTIONS), np.int32)
    counts = work_array(_DEPTHS, np.int64)
    for i in range(WORDS):
        boards[steps, i] = board[i]
    notes[steps, 0], notes[steps, 1], notes[steps, 2] = spot, power, pushing
    depth = np.int64(steps)
    fresh = True
    while depth >= steps:
        if fresh:
            may_end = depth > 0 and not notes[depth, 2]
            if may_end and not is_forbidden(params, state, boards[depth], side):
                return True
            counts[depth] = 0
            if depth < STEPS:
                counts[depth] = list_steps(
                    boards[depth],
                    state.start,
                    side,
                    depth,
                    notes[depth, 0],
                    notes[depth, 1],
                    notes[depth, 2],
                    actions[depth],
                )
        if counts[depth] == 0:
            depth -= 1
            fresh = False
            continue
        counts[depth] -= 1
        action = np.int64(actions[depth, counts[depth]])
        square = action & 63
        target = target_of(square, action >> 6)
        here = boards[depth]
        if is_pull(here, side, square, target, notes[depth, 0], notes[depth, 1], notes[depth, 2]):
            notes[depth + 1, 0], notes[depth + 1, 1], notes[depth + 1, 2] = NOWHERE, 0, 0
        else:
            left = after_step(here, side, square, notes[depth, 2])
            notes[depth + 1, 0], notes[depth + 1, 1], notes[depth + 1, 2] = left
        for i in range(WORDS):
            boards[depth + 1, i] = here[i]
        move_piece(params, boards[depth + 1], square, target)
        depth += 1
        fresh = True
    return False


@rule
def leads_on(params, state, side, action):
    """Whether a turn can be ended after one more step, if some position has occurred twice."""
    square = action & 63
    target = target_of(square, action >> 6)
    steps, spot, power, pushing = turn_so_far(state)
    board = work_array(WORDS, np.uint64)
    for i in range(WORDS):
        board[i] = state.board[i]
    move_piece(params, board, square, target)
    if is_pull(state.board, side, square, target, spot, power, pushing):
        return can_finish(params, state, board, side, steps + 1, NOWHERE, 0, 0)
    spot, power, pushing = after_step(state.board, side, square, pushing)
    return can_finish(params, state, board, side, steps + 1, spot, power, pushing)
