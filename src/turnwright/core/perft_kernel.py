"""Turn-perft, compiled: from the distinct states of one depth to those of the next."""

import numpy as np
from numba.extending import overload

from turnwright.core.compiled import entry, rule
from turnwright.core.tables import add, find, grown, is_free, occupy

LIMBS = 4
"""Counts have 256 bits: enough for 25 actions of 1000 choices each."""
TABLE = 256
_ZERO = np.uint64(0)
_ENDS = -1  # in the index of a depth: a state in which only the end of the turn is left


@rule
def _increase(total, amount):
    """Add one long number to another."""
    carry = _ZERO
    for i in range(LIMBS):
        part = total[i] + carry
        carry = np.uint64(part < carry)
        part = part + amount[i]
        carry += np.uint64(part < amount[i])
        total[i] = part


@rule
def _grow_index(keys, index):
    larger = np.zeros(2 * keys.size, dtype=np.uint64)
    moved = np.empty(2 * keys.size, dtype=np.int64)
    for i in range(keys.size):
        if keys[i] != _ZERO:
            place = find(larger, keys[i])
            larger[place] = keys[i]
            moved[place] = index[i]
    return larger, moved


@rule
def _is_full(keys, count):
    return 4 * (count + 1) > 3 * keys.size


@rule
def _only_end_left(game, state, buffer, pruned):
    count = game.candidates(state, buffer) if pruned else game.legal_actions(state, buffer)
    return game.may_end(state) and (count == 0 or (count == 1 and buffer[0] == game.end_action()))


@entry
def deepen(game, states, counts, ends, end_count, totals, buffer, room, pruned, limit):
    """Play every action in every state of a depth: the states of the next, with their numbers of sequences.

    `totals` receives the number of longer sequences and of finished turns; `ends` the keys of the states
    after the turn. The number of states reached is negative if there are more than `limit`. `room` is space
    for states; its last place is scratch.
    """
    keys = np.zeros(TABLE, dtype=np.uint64)
    index = np.empty(TABLE, dtype=np.int64)
    reached = 0
    kept = 0
    found, found_counts = room, np.zeros((room.size, LIMBS), dtype=np.uint64)
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
            if _is_full(ends, end_count):
                ends = grown(ends)
            if _is_full(keys, reached):
                keys, index = _grow_index(keys, index)
            scratch = found.size - 1
            found[scratch] = states[i]
            child = found[scratch]
            game.apply(child, buffer[j])
            finished = game.is_over(child) or game.player(child) != me
            if buffer[j] != game.end_action():
                _increase(totals[0], counts[i])
                key = game.state_hash(child)
                place = find(keys, key)
                if is_free(keys, place):
                    occupy(keys, place, key)
                    reached += 1
                    if reached > limit:
                        return found[:0], found_counts[:0], -1, ends, end_count
                    index[place] = _ENDS
                    if not finished and _only_end_left(game, child, lookahead, pruned):
                        game.apply(child, game.end_action())
                        finished = True
                    elif not finished:
                        found[kept] = child
                        for k in range(LIMBS):
                            found_counts[kept, k] = _ZERO
                        index[place] = kept
                        kept += 1
                    if finished:
                        end_count += np.int64(add(ends, game.state_hash(child)))
                if index[place] != _ENDS:
                    _increase(found_counts[index[place]], counts[i])
                    continue
            else:
                end_count += np.int64(add(ends, game.state_hash(child)))
            _increase(totals[1], counts[i])
    return found[:kept], found_counts[:kept], reached, ends, end_count


def _room_like(states, size):
    """Room for states; without the JIT, NumPy keeps their kind of record."""
    return np.empty(size, dtype=states.dtype)


@overload(_room_like)
def _room_like_compiled(states, size):
    return lambda states, size: np.empty(size, dtype=states.dtype)


@rule
def _larger(states, counts, kept):
    """Twice the room, with the same states."""
    more = _room_like(states, 2 * states.size)
    more_counts = np.empty((2 * states.size, LIMBS), dtype=np.uint64)
    for i in range(kept):
        more[i] = states[i]
        for k in range(LIMBS):
            more_counts[i, k] = counts[i, k]
    return more, more_counts
