"""Kernels for turns: greedy ones, evolved ones, and games of those. Lanes wait as in `game_kernels`."""

from functools import cache
from typing import Any

import numpy as np
from numba import cuda, types
from numba.np.numpy_support import from_dtype

from turnwright.agents.choice_kernel import Workspace
from turnwright.agents.constants import NONE
from turnwright.batch.gpu.dialect import handle_maker
from turnwright.batch.gpu.kind import ALIGNED, Kernel, Kind, array_of, room_maker
from turnwright.batch.island_kernel import (
    LANES,
    answer_turn,
    clear_row,
    conceive,
    drop_double,
    judge_child,
    next_gene,
    places_of,
)
from turnwright.batch.lane_kernel import (
    TALLY,
    Games,
    Turns,
    begin_turn,
    choose_greedily,
    is_turn_of,
    known_action,
    note_state,
    note_turn,
    seed_lane,
    seed_of_turn,
)

COUNT, SEED, BOOKED, QUEUED = range(4)
"""Places of a queue: how many games or turns wait, the seed of their lanes, how many games go on without waiting, and
the first of the numbers of those that wait."""


def _turn_types(kind: Kind) -> tuple[Any, ...]:
    values = array_of(types.float64)
    return array_of(kind.state), array_of(types.int32, 2), array_of(types.int32), values, values


@cache
def greedy_kernel(kind: Kind) -> Kernel:
    """Greedy turns."""
    handle, record, room = handle_maker(kind.game), kind.state, kind.room
    counts = from_dtype(TALLY)

    def play_greedily(params, seed, states, actions, lengths, values, counter_values):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        work = Workspace(
            cuda.local.array(room, types.int32),
            cuda.local.array(room, types.int64),
            cuda.local.array(room, types.float64),
            cuda.local.array(1, record, ALIGNED),
            cuda.local.array(1, record, ALIGNED),
            cuda.local.array(1, types.uint64),
        )
        tally = cuda.local.array(1, counts, ALIGNED)
        state, most = work.playing[0], actions.shape[1]
        number, action, me, length = np.int64(cuda.grid(1)), np.int64(NONE), np.int64(0), np.int64(0)
        is_planning, is_new = number < states.size, True
        while cuda.syncthreads_or(np.int32(is_planning)):
            if is_planning and is_new:
                begin_turn(work.playing, turns, work.rng, seed, number)
                me, length, is_new = np.int64(game.player(state)), np.int64(0), False
            is_on = is_planning and length < most and is_turn_of(game, state, me)
            if is_on:
                action = choose_greedily(game, work, tally, me)
            elif is_planning:
                lengths[number] = length
                values[number] = game.evaluate(state, me)
                counter_values[number] = game.evaluate(state, 1 - me)
                number += cuda.gridsize(1)
                is_planning, is_new = number < states.size, True
            cuda.syncthreads()
            if is_on:
                actions[number, length] = action
                game.apply(state, action)
                length += 1

    return Kernel(play_greedily, (types.uint64, *_turn_types(kind)), takes_turns=True)


@cache
def evolution_kernel(kind: Kind) -> Kernel:
    """Evolved turns: the best genome of every turn that is waiting. Islands take one turn after the other."""
    handle, make_room = handle_maker(kind.game), room_maker(kind)

    def evolve_turns(params, generations, queue, states, actions, lengths, values):
        game, islands = handle(params), np.int64(cuda.blockDim.x // LANES)
        island, work = make_room()
        count, seed = np.int64(queue[COUNT]), queue[SEED]
        lane, island_number = np.int64(cuda.threadIdx.x % LANES), np.int64(cuda.threadIdx.x // LANES)
        state, lowest = work.playing[0], cuda.blockIdx.x * islands
        while lowest < count:
            number, me, is_live = np.int64(0), np.int64(0), lowest + island_number < count
            if is_live:
                number = np.int64(queue[QUEUED + lowest + island_number])
                me = np.int64(game.player(states[number]))
                seed_lane(work.rng, seed, number * LANES + lane)
            clear_row(island, lane)
            clear_row(island, LANES + lane)
            cuda.syncthreads()
            for _ in range(generations):
                child = np.int64(island.order[LANES + lane])
                recipe, at = conceive(island, work.rng)
                length, gene, is_open = np.int64(0), np.int64(NONE), False
                if is_live:
                    work.playing[0] = states[number]
                    is_open = is_turn_of(game, state, me)
                while cuda.syncthreads_or(np.int32(is_open)):
                    if is_open:
                        gene = next_gene(game, work, island.genes, recipe, at, length)
                        is_open = gene != NONE
                    cuda.syncthreads()
                    if is_open:
                        island.genes[child, length] = gene
                        game.apply(state, gene)
                        length += 1
                        is_open = is_turn_of(game, state, me)
                if is_live:
                    judge_child(game, state, island, child, length, me)
                cuda.syncthreads()
                drop_double(island, lane)
                cuda.syncthreads()
                first, second = places_of(island, lane)
                island.order[first], island.order[second] = lane, LANES + lane
                cuda.syncthreads()
            if is_live:
                best = np.int64(island.order[0])
                for i in range(lane, island.lengths[best], LANES):
                    actions[number, i] = island.genes[best, i]
                if lane == 0:
                    lengths[number], values[number] = island.lengths[best], island.values[best]
            cuda.syncthreads()
            lowest += cuda.gridDim.x * islands

    arguments = (types.int64, array_of(types.uint64), *_turn_types(kind)[:-1])
    return Kernel(evolve_turns, arguments, kind.bounds, takes_turns=True)


@cache
def answer_kernel(kind: Kind) -> Kernel:
    """Evolved turns, completed and judged for the opponent."""
    handle, record, room = handle_maker(kind.game), kind.state, kind.room

    def answer_turns(params, queue, states, actions, lengths, values, counter_values):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        playing, listed = cuda.local.array(1, record, ALIGNED), cuda.local.array(room, types.int32)
        place = np.int64(cuda.grid(1))
        if place < np.int64(queue[COUNT]):
            answer_turn(game, playing, listed, turns, np.int64(queue[QUEUED + place]))

    return Kernel(answer_turns, (array_of(types.uint64), *_turn_types(kind)))


@cache
def queue_kernel(kind: Kind) -> Kernel:
    """Games before a turn: the book's action is played; a game without one waits for a turn to be evolved."""
    handle = handle_maker(kind.game)

    def queue_games(params, seed, turn, queue, states, counts, digests):
        game, number = handle(params), np.int64(cuda.grid(1))
        rng = cuda.local.array(1, types.uint64)
        turn_seed = seed_of_turn(seed, turn)
        if number == 0:
            queue[SEED] = turn_seed
        if number < states.size and not game.is_over(states[number]):
            known = known_action(game, states[number], rng, turn_seed, number)
            if known == NONE:
                queue[QUEUED + np.int64(cuda.atomic.add(queue, COUNT, np.uint64(1)))] = number
            else:
                cuda.atomic.add(queue, BOOKED, np.uint64(1))
                game.apply(states[number], known)
                note_state(game, states, counts, digests, number)

    words = array_of(types.uint64)
    return Kernel(queue_games, (types.uint64, types.int64, words, array_of(kind.state), array_of(types.int64), words))


@cache
def note_kernel(kind: Kind) -> Kernel:
    """Games after a turn was evolved: it is played. The other queue is emptied, for the turn after this one."""
    handle, record, room = handle_maker(kind.game), kind.state, kind.room

    def note_turns(
        params, queue, other, states, actions, lengths, values, counter_values, counts, digests, ends, worths
    ):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        games = Games(turns, counts, digests, ends, worths)
        playing, listed = cuda.local.array(1, record, ALIGNED), cuda.local.array(room, types.int32)
        place = np.int64(cuda.grid(1))
        if place == 0:
            other[COUNT] = other[BOOKED] = 0
        if place < np.int64(queue[COUNT]):
            number = np.int64(queue[QUEUED + place])
            answer_turn(game, playing, listed, turns, number)
            note_turn(game, games, playing, number)

    arrays = (array_of(types.int64), array_of(types.uint64), array_of(kind.state, 2), array_of(types.float64, 2))
    return Kernel(note_turns, (array_of(types.uint64), array_of(types.uint64), *_turn_types(kind), *arrays))
