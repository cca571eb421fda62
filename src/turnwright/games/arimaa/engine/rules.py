"""What actions do, and how turns and games end."""

import numpy as np

from turnwright.core.bits import EMPTY, popcount
from turnwright.core.compiled import rule
from turnwright.core.rng import below, mix
from turnwright.core.work_array import work_array
from turnwright.games.arimaa.engine.board import FIRST_RANK, LAST_RANK, move_piece, rabbits_of, target_of, toggle_piece
from turnwright.games.arimaa.engine.listing import is_setup, player
from turnwright.games.arimaa.engine.state import (
    BY_ELIMINATION,
    BY_GOAL,
    BY_IMMOBILISATION,
    BY_LIMIT,
    END,
    GOLD,
    HISTORY,
    NOWHERE,
    PLACE,
    PLACEMENTS,
    SILVER,
    STEPS,
    WORDS,
)
from turnwright.games.arimaa.engine.steps import has_step
from turnwright.games.arimaa.engine.turns import (
    after_step,
    can_finish,
    is_pull,
    occurrences,
    position_after,
    turn_so_far,
)

_BY_STEP = 1
"""The index of `step` among the readings of immobilisation."""
_PLAYED, _FROM_BOOK, _AT_RANDOM = range(3)


# The start


@rule
def clear(state):
    """Set every field to its value before the first placement."""
    for i in range(WORDS):
        state.board[i] = state.start[i] = EMPTY
    for i in range(HISTORY):
        state.history[i] = EMPTY
    state.past = EMPTY
    state.turn = state.known = 0
    state.steps = state.power = state.pushing = state.repeated = state.lapsed = state.reason = 0
    state.spot = state.winner = NOWHERE


@rule
def _place_all(params, state, rng):
    """Place the pieces of a side, with a setup from the book or at random."""
    side = player(params, state)
    setup = below(rng, params.setups)
    order = work_array(PLACEMENTS, np.int64)
    for i in range(PLACEMENTS):
        order[i] = params.book[setup, i]
    if params.dealt == _AT_RANDOM:
        for i in range(PLACEMENTS - 1, 0, -1):
            j = below(rng, i + 1)
            order[i], order[j] = order[j], order[i]
    for i in range(PLACEMENTS):
        apply(params, state, PLACE + order[i] * 64 + home_square(side, i))


@rule
def home_square(side, place):
    """The square at a position of a setup: the second rank from the a-file on, then the first, from the side's view."""
    rank = 1 - place // 8
    return (rank if side == GOLD else 7 - rank) * 8 + place % 8


@rule
def deal(params, state, rng):
    clear(state)
    if params.dealt != _PLAYED:
        _place_all(params, state, rng)
        _place_all(params, state, rng)


# Questions


@rule
def is_over(params, state):
    return state.winner >= 0


@rule
def outcome(params, state):
    """1 if Gold has won, -1 if Silver has."""
    winner = np.int64(state.winner)
    return (1 - 2 * winner) * np.int64(winner >= 0)


@rule
def ending(params, state):
    return np.int64(state.reason)


@rule
def end_action(params):
    return END


# The end of a turn


@rule
def _decide(state, winner, reason):
    state.winner, state.reason = winner, reason


@rule
def _is_at_goal(board, side):
    return rabbits_of(board, side) & (LAST_RANK if side == GOLD else FIRST_RANK) != EMPTY


@rule
def _check_end(state, mover):
    """The winner, in the official order: goals, first of the mover; then loss of all rabbits, first of the opponent."""
    other = 1 - mover
    if _is_at_goal(state.start, mover):
        _decide(state, mover, BY_GOAL)
    elif _is_at_goal(state.start, other):
        _decide(state, other, BY_GOAL)
    elif rabbits_of(state.start, other) == EMPTY:
        _decide(state, mover, BY_ELIMINATION)
    elif rabbits_of(state.start, mover) == EMPTY:
        _decide(state, other, BY_ELIMINATION)


@rule
def _forget(state):
    for i in range(state.known):
        state.history[i] = EMPTY
    state.known = state.repeated = 0
    state.past = EMPTY


@rule
def _note(state, key):
    """Store a position in the history; if it is full, the oldest one is dropped."""
    if state.known == HISTORY:
        state.past -= mix(state.history[0])
        for i in range(1, HISTORY):
            state.history[i - 1] = state.history[i]
        state.known -= 1
        _mark_repeated(state)
    if occurrences(state, key) > 0:
        state.repeated = 1
    state.history[state.known] = key
    state.known += 1
    state.past += mix(key)


@rule
def _mark_repeated(state):
    """Set whether some position has occurred twice."""
    state.repeated = 0
    for i in range(state.known):
        if occurrences(state, state.history[i]) > 1:
            state.repeated = 1


@rule
def _leader(board):
    """The winner at the turn limit: more pieces, then the more advanced rabbit, then Silver."""
    gold, silver = np.int64(popcount(board[GOLD])), np.int64(popcount(board[SILVER]))
    if gold != silver:
        return GOLD if gold > silver else SILVER
    return GOLD if _farthest(board, GOLD) > _farthest(board, SILVER) else SILVER


@rule
def _farthest(board, side):
    """How many ranks the most advanced rabbit has advanced."""
    rabbits = rabbits_of(board, side)
    found = 0
    for advance in range(8):
        rank = advance if side == GOLD else 7 - advance
        if rabbits >> np.uint64(8 * rank) & FIRST_RANK != EMPTY:
            found = advance
    return found


@rule
def _settle(params, state):
    """Check a position at the start of a turn: whether the game is over, and whether repetition is allowed."""
    side = player(params, state)
    state.winner, state.reason, state.lapsed = NOWHERE, 0, 0
    _check_end(state, 1 - side)
    if state.winner >= 0:
        return
    if not has_step(state.start, side):
        _decide(state, 1 - side, BY_IMMOBILISATION)
    elif state.repeated and not can_finish(params, state, state.start, side, 0, NOWHERE, 0, 0):
        if params.immobilisation == _BY_STEP:
            state.lapsed = 1
        else:
            _decide(state, 1 - side, BY_IMMOBILISATION)
    if state.winner < 0 and state.turn >= params.turn_limit:
        _decide(state, _leader(state.start), BY_LIMIT)


@rule
def _end_turn(params, state):
    mover = player(params, state)
    if popcount(state.start[GOLD] | state.start[SILVER]) != popcount(state.board[GOLD] | state.board[SILVER]):
        _forget(state)  # positions before a capture cannot recur
    state.turn += 1
    state.steps = state.power = state.pushing = 0
    state.spot = NOWHERE
    for i in range(WORDS):
        state.start[i] = state.board[i]
    if not is_setup(state):
        _note(state, position_after(params, state.board, 1 - mover))
        _settle(params, state)


@rule
def refresh(params, state):
    """Recompute what follows from the board, the history and the settings."""
    state.past = EMPTY
    for i in range(state.known):
        state.past += mix(state.history[i])
    _mark_repeated(state)
    if not is_setup(state):
        _settle(params, state)


# Actions


@rule
def apply(params, state, action):
    if action == END:
        _end_turn(params, state)
        return
    square = action & 63
    side = player(params, state)
    if is_setup(state):
        toggle_piece(params, state.board, side, (action - PLACE) >> 6, square)
        state.steps += 1
        if state.steps == PLACEMENTS:
            _end_turn(params, state)
        return
    target = target_of(square, action >> 6)
    _, spot, power, pushing = turn_so_far(state)
    if is_pull(state.board, side, square, target, spot, power, pushing):
        spot, power, pushing = NOWHERE, 0, 0
    else:
        spot, power, pushing = after_step(state.board, side, square, pushing)
    move_piece(params, state.board, square, target)
    state.spot, state.power, state.pushing = spot, power, pushing
    state.steps += 1
    if state.steps == STEPS:
        _end_turn(params, state)


# Keys


@rule
def position_key(params, state):
    """A key of the board and the player to move, for the rule about repetition."""
    return position_after(params, state.board, player(params, state))


@rule
def state_hash(params, state):
    """A key of the position, the turn so far, and the history."""
    note = np.uint64(state.turn) << np.uint64(32) | np.uint64(state.steps) << np.uint64(24)
    note |= np.uint64(state.spot + 1) << np.uint64(16) | np.uint64(state.power) << np.uint64(8)
    note |= np.uint64(state.pushing) << np.uint64(1) | np.uint64(state.lapsed)
    return mix(position_key(params, state) + mix(note + state.past + mix(state.start[5])))
