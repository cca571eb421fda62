"""Kernels for games: random ones, and single steps.

Where lanes wait for each other although no result needs it, they do so to stay together: a GPU that fetches one piece
of code for all lanes of a block is faster than one that fetches many.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import cuda, types

from turnwright.agents.constants import NONE
from turnwright.batch.gpu.dialect import handle_maker
from turnwright.batch.gpu.kind import ALIGNED, Kernel, Kind, actions_maker, array_of
from turnwright.batch.lane_kernel import (
    Steps,
    begin_game,
    choose_listed,
    choose_sought,
    choose_step,
    end_game,
    make_step,
    play_step,
    seed_lane,
)

_THREADS = 384
"""Of a block with random games: they take few registers, and all lanes together just find room near the processor."""
_WAITING = 8
"""Lanes that are done with a game wait until they are one in so many of their block, and then take games together: one
that took one alone would let the others wait for its copy of a state."""


@cache
def start_kernel(kind: Kind) -> Kernel:
    """Starts of random games: deals, where positions are not given, and generators. Games are not dealt where they are
    played: a deal among lanes that play would let them all wait."""
    handle = handle_maker(kind.game)

    def start_games(params, seed, dealt, states, rngs):
        game, number = handle(params), np.int64(cuda.grid(1))
        if number < states.size:
            own, rng = states[number : number + 1], rngs[number : number + 1]
            if dealt:
                begin_game(game, own, rng, seed, number)
            else:
                seed_lane(rng, seed, number)

    return Kernel(start_games, (types.uint64, types.int64, array_of(kind.state), array_of(types.uint64)))


@cache
def random_kernel(kind: Kind) -> Kernel:
    """Random games to their ends, by actions that are sampled without a list."""
    return _random_games(kind, choose_step)


@cache
def listed_kernel(kind: Kind) -> Kernel:
    """Random games to their ends, by actions that are picked from the list of all."""
    return _random_games(kind, choose_sought if kind.groups else choose_listed)


def _random_games(kind: Kind, choose: Any) -> Kernel:
    handle, record, make_actions = handle_maker(kind.game), kind.state, actions_maker(kind, choose is choose_sought)

    def play_randomly(params, most, taken, rngs, states, lengths, digests):
        game, steps = handle(params), Steps(states, lengths, digests)
        playing, actions = cuda.local.array(1, record, ALIGNED), make_actions()
        rng = cuda.local.array(1, types.uint64)
        number, action = np.int64(NONE), np.int64(NONE)
        length, digest = np.int64(0), np.uint64(0)
        is_on, is_left = False, True
        most_on = cuda.blockDim.x - max(1, cuda.blockDim.x // _WAITING)
        while True:
            if cuda.syncthreads_count(np.int32(is_on)) <= most_on:
                if is_left and not is_on:
                    if number != NONE:
                        end_game(steps, number, playing, length, digest)
                    number = np.int64(cuda.atomic.add(taken, 0, np.uint64(1)))
                    is_left = number < states.size
                    if is_left:
                        playing[0], rng[0] = states[number], rngs[number]
                        length, digest = np.int64(0), np.uint64(0)
                        is_on = not game.is_over(playing[0])
                if not cuda.syncthreads_or(np.int32(is_left)):
                    break
            if is_on:
                action = choose(game, playing, actions, rng)
            cuda.syncthreads()
            if is_on:
                digest = play_step(game, playing, action, digest)
                length += 1
                is_on = length < most and not game.is_over(playing[0])

    words = array_of(types.uint64)
    arguments = (types.int64, words, words, array_of(kind.state), array_of(types.int64), words)
    return Kernel(play_randomly, arguments, takes_turns=True, threads=_THREADS)


@cache
def step_kernel(kind: Kind) -> Kernel:
    """One action in every state."""
    handle, room = handle_maker(kind.game), kind.room

    def make_steps(params, states, actions, lists):
        game = handle(params)
        listed = cuda.local.array(room, types.int32)
        number = cuda.grid(1)
        if number < states.size:
            lists[number] = make_step(game, states, actions, number, listed)

    return Kernel(make_steps, (array_of(kind.state), array_of(types.int32), array_of(types.uint64)))
