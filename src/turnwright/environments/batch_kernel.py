"""Many games in parallel, stepped in compiled code: arrays in, arrays out.

Illegal indices are detected before anything is played, so a step happens in all games or in none.
"""

from typing import NamedTuple

import numpy as np

from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule
from turnwright.core.rng import below
from turnwright.core.state_kernel import accepted
from turnwright.core.views import OPEN

ALL_LEGAL = -1
"""The result of a step if all actions were legal; otherwise it is the number of the first game with an illegal
action."""
BOTH, RANDOM = 0, 1
"""The opponent: the caller moves for both players, or the other player's actions are random."""
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a finished game is reset."""
ANY_SEAT = -1
UNUSED = -1
"""Pads turns of different lengths."""


class Batch(NamedTuple):
    """Games that are played in parallel. All arrays but the last have one element per game."""

    states: np.ndarray
    ahead: np.ndarray
    """As many states, in which whole turns are tried before they are played."""
    rngs: np.ndarray
    """A random generator for each game, in rows of one."""
    seats: np.ndarray
    """The caller's player, if there is an opponent: rewards and observations are for this player."""
    actions: np.ndarray
    rewards: np.ndarray
    """For the player who acted."""
    over: np.ndarray
    """Whether the latest step ended the game."""
    players: np.ndarray
    """Who acts next."""
    buffer: np.ndarray
    """A work array for a list of actions."""


class Pictures(NamedTuple):
    """The observations: one row per game."""

    seen: np.ndarray
    """One state, as a player may know it."""
    content: np.ndarray
    """The bytes of that state."""
    planes: np.ndarray
    numbers: np.ndarray
    masks: np.ndarray


@rule
def _let_opponent_play(game, batch, i, opponent):
    """Play for the opponent until the caller is to move or the game is over."""
    state = batch.states[i]
    if opponent == RANDOM:
        while not game.is_over(state) and game.player(state) != batch.seats[i]:
            game.apply(state, game.random_action(state, batch.buffer, batch.rngs[i]))


@rule
def _begin(game, batch, i, opponent, seat):
    """Deal games until one is not over before the caller moves."""
    state = batch.states[i]
    while True:
        game.deal(state, batch.rngs[i])
        if opponent != BOTH:
            batch.seats[i] = below(batch.rngs[i], 2) if seat == ANY_SEAT else seat
            _let_opponent_play(game, batch, i, opponent)
        if not game.is_over(state):
            break
    batch.players[i] = game.player(state)
    batch.over[i] = False


@rule
def _settle(game, batch, i, mover, opponent):
    """After an action: let the opponent answer, and store the results."""
    state = batch.states[i]
    _let_opponent_play(game, batch, i, opponent)
    is_over = game.is_over(state)
    batch.rewards[i] = (1 - 2 * mover) * game.outcome(state) if is_over else 0
    batch.over[i] = is_over
    batch.players[i] = game.player(state)


@entry
def begin(game, batch, which, opponent, seat):
    """Deal the marked games."""
    batch = borrowed(batch)
    for i in range(batch.states.size):
        if which[i]:
            _begin(game, batch, i, opponent, seat)


@entry
def step(game, code, batch, indices, most, opponent, mode, seat):
    """Play one action in every game and return `ALL_LEGAL`. If an action is illegal, return its game and play
    nothing."""
    batch = borrowed(batch)
    for i in range(batch.states.size):
        if batch.over[i]:
            if mode == DISABLED:
                return i
            continue
        index = np.int64(indices[i])
        if index < 0 or index >= most:
            return i
        action = np.int64(code.action_of(game, batch.states[i], index, batch.buffer))
        if action < 0 or not accepted(game, batch.states[i], action):
            return i
        batch.actions[i] = action
    for i in range(batch.states.size):
        if batch.over[i]:
            batch.rewards[i] = 0
            _begin(game, batch, i, opponent, seat)
            continue
        mover = game.player(batch.states[i])
        game.apply(batch.states[i], np.int64(batch.actions[i]))
        _settle(game, batch, i, mover, opponent)
    return ALL_LEGAL


@rule
def _try_turn(game, code, batch, i, turn, most):
    """Try a turn in a copy of the state. Returns whether it is legal and ends. A turn that stops early is ended."""
    batch.ahead[i] = batch.states[i]
    state = batch.ahead[i]
    mover = game.player(state)
    for j in range(turn.size):
        index = np.int64(turn[j])
        if index == UNUSED:
            break
        if game.is_over(state) or game.player(state) != mover or index < 0 or index >= most:
            return False
        action = np.int64(code.action_of(game, state, index, batch.buffer))
        if action < 0 or not accepted(game, state, action):
            return False
        game.apply(state, action)
    if not game.is_over(state) and game.player(state) == mover:
        if not game.may_end(state):
            return False
        game.apply(state, game.end_action())
    return True


@entry
def step_turns(game, code, batch, turns, most, opponent, mode, seat):
    """Play a whole turn in every game. Returns as `step` does."""
    batch = borrowed(batch)
    turns = borrowed(turns)
    for i in range(batch.states.size):
        if batch.over[i]:
            if mode == DISABLED:
                return i
        elif not _try_turn(game, code, batch, i, turns[i], most):
            return i
    for i in range(batch.states.size):
        if batch.over[i]:
            batch.rewards[i] = 0
            _begin(game, batch, i, opponent, seat)
            continue
        mover = game.player(batch.states[i])
        batch.states[i] = batch.ahead[i]
        _settle(game, batch, i, mover, opponent)
    return ALL_LEGAL


@rule
def _look(game, code, states, i, viewer, pictures, kind):
    """Write the observation of a player."""
    planes, numbers = pictures.planes[i], pictures.numbers[i]
    planes[:] = np.float32(0)
    numbers[:] = np.float32(0)
    if code.reads_hidden():
        pictures.seen[0] = states[i]
        if kind != OPEN:
            game.conceal(pictures.seen[0], viewer, kind)
        code.write(game, pictures.seen[0], pictures.content, viewer, planes, numbers)
    else:
        code.write(game, states[i], pictures.content, viewer, planes, numbers)


@entry
def observe(game, code, batch, pictures, viewers, kind):
    """Write the observation of a player in every game, and the action mask if that player is to move."""
    batch = borrowed(batch)
    pictures = borrowed(pictures)
    for i in range(batch.states.size):
        viewer = np.int64(viewers[i])
        _look(game, code, batch.states, i, viewer, pictures, kind)
        mask = pictures.masks[i]
        mask[:] = np.int8(0)
        if game.player(batch.states[i]) == viewer:
            code.write_mask(game, batch.states[i], mask, batch.buffer)


@entry
def sample(game, code, batch, rng, out):
    """The index of a uniformly random legal action in every game; 0 if the game is over."""
    batch = borrowed(batch)
    for i in range(batch.states.size):
        state = batch.states[i]
        out[i] = 0
        if not game.is_over(state):
            action = np.int64(game.random_action(state, batch.buffer, rng))
            out[i] = code.index_of(game, state, action, batch.buffer)


@entry
def decode(game, code, states, index, buffer):
    """The action that an index means in the first state."""
    return np.int64(code.action_of(game, states[0], index, buffer))


@entry
def encode(game, code, states, action, buffer):
    """The index of an action in the first state."""
    return np.int64(code.index_of(game, states[0], action, buffer))
