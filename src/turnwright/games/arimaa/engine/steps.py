"""Single steps: which exist, and which would undo the whole turn.

A push is a step of an enemy piece, followed by a step of a stronger own piece to the square it left. A pull is a step
of an own piece, followed by a step of a weaker enemy piece to the square it left. If a step of an enemy piece can be
either, it counts as a pull, which leaves more options.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.spread import spread
from turnwright.games.arimaa.engine.board import (
    at_least,
    frozen,
    neighbours,
    pushable,
    rabbits_of,
    sources,
    target_of,
)
from turnwright.games.arimaa.engine.state import (
    GOLD,
    KEY,
    NORTH,
    NOWHERE,
    SOUTH,
    SQUARES,
    STEPS,
)


@rule
def movers_of(board, side):
    """The pieces of a side that are not frozen."""
    return board[side] & ~frozen(board, side)


@rule
def list_steps(board, start, side, steps, spot, power, pushing, out):
    """Write every step of a side to `out`, without regard to repetition. Returns their number.

    `start` is the board at the start of the turn, which the last step may not restore.
    """
    free = ~(board[0] | board[1])
    movers = movers_of(board, side)
    if pushing:
        return _list_completions(board, start, side, steps, spot, movers & at_least(board, power + 1), out)
    pushed = pushable(board, side, movers) if steps <= STEPS - 2 else EMPTY
    pulled, hole = EMPTY, EMPTY
    if spot != NOWHERE:
        hole = bit(spot)
        pulled = board[1 - side] & ~at_least(board, power) & neighbours(hole)
    undoing = undoing_action(board, start) if steps == STEPS - 1 else -1
    spoiled = undoing_push(board, start, side, movers) if steps == STEPS - 2 else -1
    backward = SOUTH if side == GOLD else NORTH
    rabbits = rabbits_of(board, side)
    count = 0
    for direction in range(4):
        walkers = movers & ~rabbits if direction == backward else movers
        begun = pushed & sources(free, direction)
        if spoiled >> 6 == direction:
            begun &= ~bit(spoiled & 63)
        found = (walkers & sources(free, direction)) | begun | (pulled & sources(hole, direction))
        if undoing >> 6 == direction:
            found &= ~bit(undoing & 63)
        count = spread(out, count, direction * SQUARES, found)
    return count


@rule
def _list_completions(board, start, side, steps, spot, pushers, out):
    """The steps that complete a push. Rabbits cannot push, so all these pieces may step backward."""
    undoing = undoing_action(board, start) if steps == STEPS - 1 else -1
    hole = bit(spot)
    count = 0
    for direction in range(4):
        found = pushers & sources(hole, direction)
        if undoing >> 6 == direction:
            found &= ~bit(undoing & 63)
        count = spread(out, count, direction * SQUARES, found)
    return count


@rule
def has_step(board, side):
    """Whether a side can take any step at the start of its turn."""
    free = ~(board[0] | board[1])
    movers = movers_of(board, side)
    backward = SOUTH if side == GOLD else NORTH
    walkers = movers & ~rabbits_of(board, side)
    reach = neighbours(walkers)
    for direction in range(4):
        if direction != backward and movers & sources(free, direction) != EMPTY:
            return True
    return reach & free != EMPTY or neighbours(pushable(board, side, movers)) & free != EMPTY


@rule
def is_step(board, start, side, steps, spot, power, pushing, action):
    """Whether `list_steps` would list a step, without listing."""
    square, direction = action & 63, action >> 6
    here = bit(square)
    free = ~(board[0] | board[1])
    if here & sources(free, direction) == EMPTY:
        return False
    target = bit(target_of(square, direction))
    if steps == STEPS - 1 and action == undoing_action(board, start):
        return False
    movers = movers_of(board, side)
    if pushing:
        return target == bit(spot) and here & movers & at_least(board, power + 1) != EMPTY
    if here & board[side]:
        backward = SOUTH if side == GOLD else NORTH
        return here & movers != EMPTY and (direction != backward or here & rabbits_of(board, side) == EMPTY)
    if spot != NOWHERE and target == bit(spot) and here & board[1 - side] & ~at_least(board, power) != EMPTY:
        return True
    if steps > STEPS - 2 or here & pushable(board, side, movers) == EMPTY:
        return False
    return steps != STEPS - 2 or action != undoing_push(board, start, side, movers)


# Steps that would restore the board at the start of the turn


@rule
def _changed(board, start):
    """The squares whose contents differ from the start of the turn."""
    changed = EMPTY
    for word in range(KEY):
        changed |= board[word] ^ start[word]
    return changed


@rule
def _action_between(square, target):
    """The step from a square to the next, or -1 if they are not neighbours."""
    for direction in range(4):
        if bit(square) & sources(bit(target), direction) != EMPTY:
            return direction * SQUARES + square
    return -1


@rule
def undoing_action(board, start):
    """The only step, if any, that restores the board at the start of the turn; otherwise -1.

    It captures nothing: at the start of the turn, no piece was in a trap without a friend.
    """
    changed = _changed(board, start)
    left = changed & (board[0] | board[1])
    if popcount(changed) != 2 or popcount(left) != 1:
        return -1
    for word in range(KEY):
        difference = board[word] ^ start[word]
        if difference != EMPTY and difference != changed:
            return -1
    return _action_between(np.int64(ctz(left)), np.int64(ctz(changed ^ left)))


@rule
def _exchanged(word, one, other):
    """A word with two bits exchanged."""
    difference = ((word >> np.uint64(one)) ^ (word >> np.uint64(other))) & ONE
    return word ^ (difference << np.uint64(one) | difference << np.uint64(other))


@rule
def undoing_push(board, start, side, movers):
    """With two steps left: the step of an enemy piece, if any, that starts a push whose only completion would restore
    the board at the start of the turn; otherwise -1."""
    changed = _changed(board, start)
    hole, pushed, pusher = changed & ~(board[0] | board[1]), changed & board[1 - side], changed & board[side]
    if popcount(changed) != 3 or hole == EMPTY or pushed == EMPTY or pusher == EMPTY:
        return -1
    target, square, origin = np.int64(ctz(hole)), np.int64(ctz(pushed)), np.int64(ctz(pusher))
    if _action_between(origin, square) < 0:
        return -1
    for word in range(KEY):
        if _exchanged(_exchanged(board[word], square, target), origin, square) != start[word]:
            return -1
    for strength in range(2, 7):
        strong = at_least(board, strength)
        if pushed & ~strong and neighbours(pushed) & movers & strong & ~pusher:
            return -1
    return _action_between(square, target)
