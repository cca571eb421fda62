"""Turn-perft in compiled code: from the distinct states of one depth to those of the next."""

import numpy as np
from numba.extending import overload

from turnwright.core.compiled import entry, rule
from turnwright.core.hash_table import add, enlarged, enlarged_set, is_full, is_known, place_of, put

LIMBS = 4
"""Counts have 256 bits: enough for 25 actions of 1000 choices each."""
_ZERO = np.uint64(0)
_ENDS = -1
"""Marks, in the index of a depth, a state in which only the end of the turn is left."""


@rule
def _increase(total, amount):
    """Add a long number to another."""
    carry = _ZERO
    for i in range(LIMBS):
        part = total[i] + carry
        carry = np.uint64(part < carry)
        part = part + amount[i]
        carry += np.uint64(part < amount[i])
        total[i] = part


@rule
def _only_end_left(game, state, buffer, pruned):
    count = game.candidates(state, buffer) if pruned else game.legal_actions(state, buffer)
    return game.may_end(state) and (count == 0 or (count == 1 and buffer[0] == game.end_action()))


@entry
def deepen(game, states, counts, index, ends, totals, room, pruned, limit):
    """Play every action in every state of a depth. This gives the states of the next depth with their numbers of
    sequences.

    `index` is an empty table for the indices of the next depth's states. `totals` receives the numbers of longer
    sequences and of finished turns; `ends` receives the keys of the states after the turn. The returned number of
    states is negative if there are more than `limit`. `room` is an array of states; its last element is a work area.
    """
    reached = 0
    kept = 0
    found, found_counts = room, np.zeros((room.size, LIMBS), dtype=np.uint64)
    buffer = np.empty(game.list_room, dtype=np.int32)
    lookahead = np.empty_like(buffer)
    for i in range(states.size):
        me = game.player(states[i])
        number = game.candidates(states[i], buffer) if pruned else game.legal_actions(states[i], buffer)
        if number == 0 and game.may_end(states[i]):
            buffer[0] = game.end_action()
            number = 1
        for j in range(number):
            if kept + 2 > found.size:
                found, found_counts = _larger(found, found_counts, kept)
            if is_full(ends):
                ends = enlarged_set(ends)
            if is_full(index):
                index = enlarged(index)
            scratch = found.size - 1
            found[scratch] = states[i]
            child = found[scratch]
            game.apply(child, buffer[j])
            finished = game.is_over(child) or game.player(child) != me
            if buffer[j] != game.end_action():
                _increase(totals[0], counts[i])
                key = game.state_hash(child)
                place = place_of(index, key)
                if is_known(index, place):
                    here = index.values[place]
                else:
                    reached += 1
                    if reached > limit:
                        return found[:0], found_counts[:0], -1, ends
                    here = np.int64(_ENDS)
                    if not finished and _only_end_left(game, child, lookahead, pruned):
                        game.apply(child, game.end_action())
                        finished = True
                    elif not finished:
                        found[kept] = child
                        for k in range(LIMBS):
                            found_counts[kept, k] = _ZERO
                        here = np.int64(kept)
                        kept += 1
                    if finished:
                        add(ends, game.state_hash(child))
                    put(index, place, key, here)
                if here != _ENDS:
                    _increase(found_counts[here], counts[i])
                    continue
            else:
                add(ends, game.state_hash(child))
            _increase(totals[1], counts[i])
    return found[:kept], found_counts[:kept], reached, ends


def _room_like(states, size):
    """An array of states; without the JIT, NumPy keeps their kind of record."""
    return np.empty(size, dtype=states.dtype)


@overload(_room_like)
def _room_like_compiled(states, size):
    return lambda states, size: np.empty(size, dtype=states.dtype)


@rule
def _larger(states, counts, kept):
    """An array of twice the length with the same states."""
    more = _room_like(states, 2 * states.size)
    more_counts = np.empty((2 * states.size, LIMBS), dtype=np.uint64)
    for i in range(kept):
        more[i] = states[i]
        for k in range(LIMBS):
            more_counts[i, k] = counts[i, k]
    return more, more_counts
