"""Turn-perft: how many ways a turn can be played, and how many different outcomes they have.

Sequences of actions that lead to the same state are merged: they are counted over the distinct states of
every depth, so that billions of them cost as much as the thousands of states they pass through.
"""

from dataclasses import dataclass

import numpy as np
from numba.extending import overload

from turnwright.core.compiled import entry, rule
from turnwright.core.errors import TurnwrightError
from turnwright.core.hash_table import KEY, add, enlarged, enlarged_set, is_full, is_known, new_table, place_of, put
from turnwright.core.state import State

_LIMBS = 4  # counts have 256 bits: enough for 25 actions of 1000 choices each
_ROOM = 64
_KEYS = 3000  # room for keys that a table begins with
_ZERO = np.uint64(0)
_INDEX = np.dtype(np.int64)
_ENDS = -1  # in the index of a depth: a state in which only the end of the turn is left


class PerftError(TurnwrightError):
    """The turn is too large to count."""


@dataclass(frozen=True, kw_only=True)
class Depth:
    """What some number of actions can lead to."""

    actions: int
    """How many actions were played, the end of the turn not counted."""
    sequences: int
    """Sequences of so many actions."""
    states: int
    """Distinct states that they lead to."""


@dataclass(frozen=True, kw_only=True)
class Perft:
    """The size of a turn."""

    depths: tuple[Depth, ...]
    """By number of actions, from one on."""
    turns: int
    """Sequences that make a whole turn: to a change of player or the end of the game."""
    outcomes: int
    """Distinct states after the turn, the next player to move."""


def perft(state: State, *, pruned: bool = False, limit: int = 20_000_000) -> Perft:
    """The size of the turn that begins (or goes on) in a state.

    Of every list (all legal actions, or with `pruned` the candidates) each action is played; where the list
    is empty the turn is ended. More than `limit` distinct states are refused.

    >>> import turnwright
    >>> perft(turnwright.game("hero_academy:map=a-tiny").start(seed=7)).outcomes > 0
    True
    """
    game = state.game
    depths: list[Depth] = []
    turns = 0
    ends = new_table(KEY, _KEYS)
    states, counts = state.records.copy(), np.zeros((1, _LIMBS), dtype=np.uint64)
    counts[0, 0] = 1
    seen = 0
    while len(states) and not (state.is_over and not depths):
        totals = np.zeros((2, _LIMBS), dtype=np.uint64)
        states, counts, reached, ends = _deepen(
            game, states, counts, new_table(_INDEX, _KEYS), ends, totals, game.blank(_ROOM + 1), pruned, limit - seen
        )
        if reached < 0:
            raise PerftError(
                f"the turn passes through more than {limit} distinct states; "
                "take fewer action points, prune, or raise the limit"
            )
        seen += reached
        turns += _whole(totals[1])
        if reached:
            depths.append(Depth(actions=len(depths) + 1, sequences=_whole(totals[0]), states=int(reached)))
    return Perft(depths=tuple(depths), turns=turns, outcomes=int(ends.header["used"][0]))


def _whole(limbs: np.ndarray) -> int:
    return sum(int(limb) << 64 * i for i, limb in enumerate(limbs))


@rule
def _increase(total, amount):
    """Add one long number to another."""
    carry = _ZERO
    for i in range(_LIMBS):
        part = total[i] + carry
        carry = np.uint64(part < carry)
        part = part + amount[i]
        carry += np.uint64(part < amount[i])
        total[i] = part


@rule
def _only_end_left(game, state, buffer, pruned):
    count = game.candidates(state, buffer) if pruned else game.legal_actions(state, buffer)
    return count == 0 or (count == 1 and buffer[0] == game.end_action())


@entry
def _deepen(game, states, counts, index, ends, totals, room, pruned, limit):
    """Play every action in every state of a depth: the states of the next, with their numbers of sequences.

    `index` is an empty table, for the place of every state of the next depth. `totals` receives the number of longer
    sequences and of finished turns; `ends` the keys of the states after the turn. The number of states reached is
    negative if there are more than `limit`. `room` is space for states; its last place is scratch.
    """
    reached = 0
    kept = 0
    found, found_counts = room, np.zeros((room.size, _LIMBS), dtype=np.uint64)
    buffer = np.empty(game.max_actions, dtype=np.int32)
    lookahead = np.empty_like(buffer)
    for i in range(states.size):
        me = game.player(states[i])
        number = game.candidates(states[i], buffer) if pruned else game.legal_actions(states[i], buffer)
        if number == 0:
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
                        for k in range(_LIMBS):
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
    """Room for states; without the JIT, NumPy keeps their kind of record."""
    return np.empty(size, dtype=states.dtype)


@overload(_room_like)
def _room_like_compiled(states, size):
    return lambda states, size: np.empty(size, dtype=states.dtype)


@rule
def _larger(states, counts, kept):
    """Twice the room, with the same states."""
    more = _room_like(states, 2 * states.size)
    more_counts = np.empty((2 * states.size, _LIMBS), dtype=np.uint64)
    for i in range(kept):
        more[i] = states[i]
        for k in range(_LIMBS):
            more_counts[i, k] = counts[i, k]
    return more, more_counts
