"""The board as bitboards: neighbours, strength, freezing, and moving pieces with the resulting captures."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz
from turnwright.core.compiled import rule
from turnwright.games.arimaa.engine.state import EAST, GOLD, KEY, NORTH, PLANE, SILVER, SOUTH

_FILE_A = np.uint64(0x0101010101010101)
NOT_A = ~_FILE_A
NOT_H = ~(_FILE_A << np.uint64(7))
FIRST_RANK = np.uint64(0xFF)
LAST_RANK = FIRST_RANK << np.uint64(56)
TRAPS = np.uint64(1 << 18 | 1 << 21 | 1 << 42 | 1 << 45)
"""c3, f3, c6 and f6."""
_UP = np.uint64(8)


@rule
def neighbours(squares):
    """All neighbours of a set of squares."""
    return (squares << _UP) | (squares >> _UP) | ((squares & NOT_H) << ONE) | ((squares & NOT_A) >> ONE)


@rule
def sources(targets, direction):
    """The squares from which a step in a direction leads to one of the targets."""
    if direction == NORTH:
        return targets >> _UP
    if direction == SOUTH:
        return targets << _UP
    return (targets & NOT_A) >> ONE if direction == EAST else (targets & NOT_H) << ONE


@rule
def target_of(square, direction):
    """The target square of a step; it must be on the board."""
    if direction == NORTH:
        return square + 8
    if direction == SOUTH:
        return square - 8
    return square + 1 if direction == EAST else square - 1


@rule
def at_least(board, strength):
    """The pieces of at least this strength, which must be 2 or more."""
    ones, twos, fours = board[PLANE], board[PLANE + 1], board[PLANE + 2]
    if strength == 2:
        return twos | fours
    if strength == 3:
        return fours | (twos & ones)
    if strength == 4:
        return fours
    if strength == 5:
        return fours & (ones | twos)
    return fours & twos if strength == 6 else EMPTY


@rule
def rabbits_of(board, side):
    return board[side] & ~at_least(board, 2)


@rule
def strength_at(board, square):
    """The strength of the piece on a square; 0 if there is none."""
    place = np.uint64(square)
    ones, twos, fours = board[PLANE] >> place, board[PLANE + 1] >> place, board[PLANE + 2] >> place
    return np.int64((ones & ONE) | (twos & ONE) << ONE | (fours & ONE) << np.uint64(2))


@rule
def frozen(board, side):
    """The frozen pieces of a side: next to a stronger enemy and not next to a friend."""
    own, enemies = board[side], board[1 - side]
    threatened = EMPTY
    for strength in range(2, 7):
        strong = at_least(board, strength)
        threatened |= own & ~strong & neighbours(enemies & strong)
    return threatened & ~neighbours(own)


@rule
def pushable(board, side, movers):
    """The enemies of a side that are next to a stronger one of its movers."""
    enemies = board[1 - side]
    found = EMPTY
    for strength in range(2, 7):
        strong = at_least(board, strength)
        found |= enemies & ~strong & neighbours(movers & strong)
    return found


@rule
def toggle_piece(params, board, side, strength, square):
    """Put a piece on a free square, or remove it."""
    place, there = np.uint64(square), bit(square)
    board[side] ^= there
    bits = np.uint64(strength)
    board[PLANE] ^= (bits & ONE) << place
    board[PLANE + 1] ^= (bits >> ONE & ONE) << place
    board[PLANE + 2] ^= (bits >> np.uint64(2)) << place
    board[KEY] ^= params.keys[side, strength, square]


@rule
def move_piece(params, board, square, target):
    """Move a piece to a free square, and remove a piece that is then in a trap without a friend."""
    side = GOLD if board[GOLD] & bit(square) else SILVER
    strength = strength_at(board, square)
    toggle_piece(params, board, side, strength, square)
    toggle_piece(params, board, side, strength, target)
    lost = board[side] & TRAPS & ~neighbours(board[side])
    if lost != EMPTY:  # at most one: the piece that stepped, or one that it supported
        trap = np.int64(ctz(lost))
        toggle_piece(params, board, side, strength_at(board, trap), trap)
