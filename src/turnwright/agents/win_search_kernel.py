"""Looks through whole turns for one that wins: the most promising actions first, each state once.

The game says how promising a state is (`may_win`). A search in stages begins with turns that give away nothing of what
the first state promises; later stages admit more, and the last one leaves out only what cannot win.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import is_won
from turnwright.core.compiled import rule
from turnwright.core.control_kernel import is_spent
from turnwright.core.noted_keys import SPREAD, is_noted

UNDECIDED = -1
"""Instead of the length of a winning turn, if the steps ran out."""
_STAGES = 4


class WinSearch(NamedTuple):
    """Room for a search: one row or element for each number of actions played."""

    states: np.ndarray
    actions: np.ndarray
    """What is left to be tried, the most promising first."""
    promises: np.ndarray
    counts: np.ndarray
    tried: np.ndarray
    turn: np.ndarray
    """The turn that is tried, or the one that was found."""
    seen: np.ndarray
    """Keys of the states that were looked at; see `is_noted`."""
    serial: np.ndarray
    """The number of stages so far; it tells their keys apart."""


@rule
def list_promising(game, room, depth, me, least, control, last_step):
    """List the actions in the state of a depth that promise at least so much, the most promising first.

    Returns the length of the turn if one of them, or the end of the turn, wins; 0 if none does; UNDECIDED if the steps
    run out.
    """
    states, actions, promises = room.states, room.actions, room.promises
    room.counts[depth] = room.tried[depth] = 0
    if game.may_end(states[depth]):
        states[depth + 1] = states[depth]
        game.apply(states[depth + 1], game.end_action())
        control.steps += 1
        if is_won(game, states[depth + 1], me):
            room.turn[depth] = game.end_action()
            return depth + 1
    if depth == room.counts.size - 1:
        return 0
    kept = 0
    for i in range(game.legal_actions(states[depth], actions[depth])):
        action = np.int64(actions[depth, i])
        if action == game.end_action():
            continue
        if control.steps >= last_step:
            return UNDECIDED
        states[depth + 1] = states[depth]
        game.apply(states[depth + 1], action)
        control.steps += 1
        if game.is_over(states[depth + 1]) or game.player(states[depth + 1]) != me:
            if is_won(game, states[depth + 1], me):
                room.turn[depth] = action
                return depth + 1
            continue
        promise = np.int64(game.may_win(states[depth + 1]))
        if promise < least:
            continue
        place = kept
        while place > 0 and promises[depth, place - 1] < promise:
            promises[depth, place], actions[depth, place] = promises[depth, place - 1], actions[depth, place - 1]
            place -= 1
        promises[depth, place], actions[depth, place] = promise, action
        kept += 1
    room.counts[depth] = kept
    return 0


@rule
def search_stage(game, room, me, least, control, last_step):
    """One stage, from the first state of the room. Returns what `search_win` does."""
    room.serial[0] += 1
    salt = np.uint64(room.serial[0]) * SPREAD
    length = list_promising(game, room, 0, me, least, control, last_step)
    depth = 0
    while length == 0 and depth >= 0:
        if room.tried[depth] == room.counts[depth]:
            depth -= 1
            continue
        if is_spent(control):
            return UNDECIDED
        action = np.int64(room.actions[depth, room.tried[depth]])
        room.tried[depth] += 1
        room.states[depth + 1] = room.states[depth]
        game.apply(room.states[depth + 1], action)
        control.steps += 1
        if not is_noted(room.seen, game.state_hash(room.states[depth + 1]) ^ salt):
            room.turn[depth] = action
            depth += 1
            length = list_promising(game, room, depth, me, least, control, last_step)
    return length


@rule
def search_win(game, start, me, room, control, limit):
    """Look for a winning turn with at most about `limit` steps. Returns its length, 0 if there is none, or UNDECIDED.

    The turn is then in the room.
    """
    promise = np.int64(game.may_win(start))
    if promise <= 0 or game.is_over(start) or game.player(start) != me:
        return 0
    last_step = min(control.steps + limit, control.max_steps)
    for stage in range(_STAGES - 1, -1, -1):
        least = max(1, promise * stage // (_STAGES - 1))
        room.states[0] = start
        length = search_stage(game, room, me, least, control, last_step)
        if length != 0 or least == 1:
            return length
    return 0
