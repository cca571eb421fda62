"""The evaluation of a position: material, advanced rabbits, threats, and frozen or hostage pieces."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.games.arimaa.engine.board import (
    FIRST_RANK,
    LAST_RANK,
    NOT_A,
    NOT_H,
    TRAPS,
    at_least,
    frozen,
    neighbours,
    pushable,
    strength_at,
)
from turnwright.games.arimaa.engine.listing import is_setup, player
from turnwright.games.arimaa.engine.state import GOLD, STEPS

WIN = 100.0
_SPREAD = 8.0
"""The scale of `normalise`: an evaluation of this size maps to about 0.75."""
_BY_RESULT = 1
_UP = np.uint64(8)
_CENTRE = np.uint64(0x00003C3C3C3C0000)
_WAITING = 0.25
"""The weight of capture threats for the player who does not move next."""
_GOAL_WAITING = 0.1


@rule
def _walks_to_goal(board, side, rabbits, stuck, steps):
    """Whether a rabbit can walk to the goal while all other pieces stay where they are.

    A square next to a stronger enemy and no friend can be entered, but not left. Friends do not move, so the answer is
    a good guess, not a proof.
    """
    free = ~(board[0] | board[1])
    support = neighbours(board[side] & ~rabbits)
    deadly = TRAPS & ~support
    sticky = neighbours(board[1 - side] & at_least(board, 2)) & ~neighbours(board[side])
    goal = LAST_RANK if side == GOLD else FIRST_RANK
    reached = rabbits & ~stuck
    front = reached
    for _ in range(steps):
        forward = front << _UP if side == GOLD else front >> _UP
        aside = (front & NOT_H) << ONE | (front & NOT_A) >> ONE
        front = (forward | aside) & free & ~deadly & ~reached
        if front & goal != EMPTY:
            return True
        reached |= front
        front &= ~sticky
    return False


@rule
def _endangered(params, board, side, pushed):
    """The value of pieces that one push or pull would capture, and of hostages next to a trap."""
    own = board[side]
    lost = held = 0.0
    traps = TRAPS
    while traps != EMPTY:
        trap = traps & ~(traps - ONE)
        traps ^= trap
        guards = own & neighbours(trap)
        if guards == EMPTY or guards & pushed == EMPTY:
            continue
        if popcount(guards) == 1:
            if own & trap:
                lost += params.worth[strength_at(board, np.int64(ctz(trap)))]
            elif board[1 - side] & trap == EMPTY:
                lost += params.worth[strength_at(board, np.int64(ctz(guards)))]
        held += params.worth[strength_at(board, np.int64(ctz(guards & pushed)))]
    return lost, held


@rule
def _standing(params, board, side, moves_next, steps):
    """The evaluation terms of one side."""
    own = board[side]
    stuck = frozen(board, side)
    rabbits = own & ~at_least(board, 2)
    value = params.rabbits[popcount(rabbits)]
    caught = params.worth[1] * np.float64(popcount(rabbits & stuck))
    for strength in range(2, 7):
        kind = own & at_least(board, strength) & ~at_least(board, strength + 1)
        value += params.worth[strength] * np.float64(popcount(kind))
        caught += params.worth[strength] * np.float64(popcount(kind & stuck))
    value -= params.frozen * caught
    for ranks in range(1, 7):
        rank = ranks if side == GOLD else 7 - ranks
        value += params.advance[ranks] * np.float64(popcount(rabbits >> np.uint64(8 * rank) & FIRST_RANK))
    if _walks_to_goal(board, side, rabbits, stuck, steps if moves_next else STEPS):
        value += params.goal_threat if moves_next else _GOAL_WAITING * params.goal_threat
    enemies = board[1 - side]
    pushed = pushable(board, 1 - side, enemies & ~frozen(board, 1 - side))
    lost, held = _endangered(params, board, side, pushed)
    value -= params.capture_threat * lost * (_WAITING if moves_next else 1.0) + params.hostage * held
    middle = own & _CENTRE
    strong = np.float64(popcount(middle & at_least(board, 5))) + np.float64(popcount(middle & at_least(board, 4)))
    return value + 0.5 * params.centre * strong


@rule
def _trap_balance(board):
    """The number of traps that Gold dominates minus those that Silver dominates, by pieces next to them."""
    balance = 0
    traps = TRAPS
    while traps != EMPTY:
        around = neighbours(traps & ~(traps - ONE))
        traps &= traps - ONE
        gold, silver = np.int64(popcount(board[0] & around)), np.int64(popcount(board[1] & around))
        balance += np.int64(gold > silver) - np.int64(silver > gold)
    return np.float64(balance)


@rule
def evaluate(params, state, side):
    """The value for a side; 100 for a won game, -100 for a lost one."""
    if state.winner >= 0:
        return WIN if state.winner == side else -WIN
    if params.evaluator == _BY_RESULT:
        return 0.0
    if is_setup(state):
        return _setup_value(state, side)
    mover = player(params, state)
    left = STEPS - np.int64(state.steps)
    gold = _standing(params, state.board, 0, mover == 0, left)
    silver = _standing(params, state.board, 1, mover == 1, left)
    value = gold - silver + params.trap * _trap_balance(state.board)
    value = min(max(value, 1.0 - WIN), WIN - 1.0)
    return value if side == GOLD else -value


@rule
def _setup_value(state, side):
    """Prefers strong pieces in the front and centre, and rabbits at the edges and in the back."""
    value = 0.0
    for square in range(64):
        if (state.board[0] | state.board[1]) & bit(square) == EMPTY:
            continue
        owner = GOLD if state.board[0] & bit(square) else 1
        rank, file = square >> 3, square & 7
        front = np.int64(rank == (1 if owner == GOLD else 6))
        inner = min(file, 7 - file)
        worth = 0.01 * np.float64((strength_at(state.board, square) - 2) * (2 * front + inner))
        value += worth if owner == side else -worth
    return value


@rule
def normalise(params, value):
    if value >= WIN:
        return 1.0
    if value <= -WIN:
        return 0.0
    return 0.5 + 0.49 * value / (abs(value) + _SPREAD)
