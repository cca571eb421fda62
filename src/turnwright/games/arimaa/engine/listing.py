"""Lists of actions, and tests of single actions."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, popcount
from turnwright.core.compiled import rule
from turnwright.core.spread import spread
from turnwright.core.work_array import work_array
from turnwright.games.arimaa.engine.board import (
    FIRST_RANK,
    LAST_RANK,
    TRAPS,
    at_least,
    neighbours,
    sources,
    target_of,
)
from turnwright.games.arimaa.engine.state import (
    END,
    GOLD,
    KINDS,
    MAX_ACTIONS,
    PLACE,
    PLACEMENTS,
    SILVER,
    SQUARES,
    STEPS,
)
from turnwright.games.arimaa.engine.steps import is_step, list_steps
from turnwright.games.arimaa.engine.turns import is_forbidden, leads_on, turn_so_far

_GOLD_HOME = FIRST_RANK | FIRST_RANK << np.uint64(8)
_SILVER_HOME = LAST_RANK | LAST_RANK >> np.uint64(8)
_PRUNES = 1
"""The index of `suicides` among the prunings."""


@rule
def player(params, state):
    return np.int64(state.turn) & 1


@rule
def is_setup(state):
    return state.turn < 2


@rule
def may_end(params, state):
    """Whether the turn may end here: after at least one step, with no unfinished push, and in a position that is
    allowed."""
    if state.winner >= 0 or is_setup(state) or state.steps == 0 or state.pushing:
        return False
    return not is_forbidden(params, state, state.board, player(params, state))


# Setup


@rule
def home_of(side):
    return _GOLD_HOME if side == GOLD else _SILVER_HOME


@rule
def free_home(state, side):
    """The free squares on a side's first two ranks."""
    return home_of(side) & ~state.board[side]


@rule
def _of_strength(board, strength):
    """All pieces of one strength."""
    weaker = EMPTY if strength == 1 else ~at_least(board, strength)
    return (board[GOLD] | board[SILVER]) & ~weaker & ~at_least(board, strength + 1)


@rule
def has_in_hand(params, state, side, strength):
    """Whether a piece of a given strength is still to be placed."""
    placed = np.int64(popcount(state.board[side] & _of_strength(state.board, strength)))
    return placed < params.counts[strength]


@rule
def _list_placements(params, state, squares, out):
    side = player(params, state)
    count = 0
    for strength in range(1, KINDS + 1):
        if has_in_hand(params, state, side, strength):
            count = spread(out, count, PLACE + strength * SQUARES, squares)
    return count


@rule
def _is_placement(params, state, action):
    strength, square = (action - PLACE) >> 6, action & 63
    side = player(params, state)
    if strength < 1 or strength > KINDS or free_home(state, side) & bit(square) == EMPTY:
        return False
    return has_in_hand(params, state, side, strength)


# All legal actions


@rule
def _list_turn(params, state, out):
    """The steps after which the turn can still be ended."""
    side = player(params, state)
    steps, spot, power, pushing = turn_so_far(state)
    count = list_steps(state.board, state.start, side, steps, spot, power, pushing, out)
    if not state.repeated or state.lapsed:
        return count
    kept = 0
    for i in range(count):
        if leads_on(params, state, side, np.int64(out[i])):
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def legal_actions(params, state, out):
    """The placements; or the steps by direction and square, then the end of the turn if it is allowed."""
    if state.winner >= 0:
        return 0
    if is_setup(state):
        return _list_placements(params, state, free_home(state, player(params, state)), out)
    count = _list_turn(params, state, out)
    if may_end(params, state):
        out[count] = END
        count += 1
    return count


@rule
def is_legal(params, state, action):
    if state.winner >= 0 or action < 0:
        return False
    if is_setup(state):
        return _is_placement(params, state, action)
    if action >= END:
        return action == END and may_end(params, state)
    side = player(params, state)
    steps, spot, power, pushing = turn_so_far(state)
    step = is_step(state.board, state.start, side, steps, spot, power, pushing, action)
    return step and (not state.repeated or state.lapsed != 0 or leads_on(params, state, side, action))


# Candidates


@rule
def own_loss(state, side, action):
    """The own piece that a step loses in a trap, as a set; usually empty."""
    square = action & 63
    if state.board[side] & bit(square) == EMPTY:
        return EMPTY
    after = state.board[side] ^ bit(square) ^ bit(target_of(square, action >> 6))
    return after & TRAPS & ~neighbours(after)


@rule
def _is_harmless(state, side, action):
    return action == END or own_loss(state, side, action) == EMPTY


@rule
def _count_harmless(state, side, listed, count):
    """The number of listed actions that lose no own piece."""
    harmless = 0
    for i in range(count):
        harmless += _is_harmless(state, side, np.int64(listed[i]))
    return harmless


@rule
def _first_free(state, side):
    free = free_home(state, side)
    return free & ~(free - ONE)


@rule
def _without_losses(params, state, out, count):
    """Remove the steps that lose an own piece, unless nothing else is left."""
    side = player(params, state)
    if _count_harmless(state, side, out, count) in (0, count):
        return count
    kept = 0
    for i in range(count):
        if _is_harmless(state, side, np.int64(out[i])):
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def candidates(params, state, out):
    """The candidates. With pruning, no step that loses an own piece, and setups are placed square by square."""
    if state.winner >= 0 or params.pruning != _PRUNES:
        return legal_actions(params, state, out)
    if is_setup(state):
        return _list_placements(params, state, _first_free(state, player(params, state)), out)
    return _without_losses(params, state, out, legal_actions(params, state, out))


@rule
def is_candidate(params, state, action):
    if not is_legal(params, state, action):
        return False
    if params.pruning != _PRUNES or action == END:
        return True
    side = player(params, state)
    if is_setup(state):
        return _first_free(state, side) == bit(action & 63)
    if own_loss(state, side, action) == EMPTY:
        return True
    listed = work_array(MAX_ACTIONS, np.int32)
    count = legal_actions(params, state, listed)
    return _count_harmless(state, side, listed, count) == 0


# The rest of the turn


@rule
def possible_actions(params, state, out):
    """Every step from a square that can be occupied during the turn; in a setup, every placement."""
    if state.winner >= 0 or is_setup(state):
        return legal_actions(params, state, out)
    reached = state.board[GOLD] | state.board[SILVER]
    for _ in range(STEPS - 1 - state.steps):
        reached |= neighbours(reached)
    count = 0
    for direction in range(4):
        count = spread(out, count, direction * SQUARES, reached & sources(~EMPTY, direction))
    return count


@rule
def actions_left(params, state):
    return np.int64(PLACEMENTS - state.steps if is_setup(state) else STEPS - state.steps)
