"""The kernels: lanes of `lane_kernel` and `island_kernel`, all at once.

Where lanes wait for each other although no result needs it, they do so to stay together: a GPU that fetches one piece
of code for all lanes of a block is faster than one that fetches many.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import cuda, types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from turnwright.agents.choice_kernel import Workspace
from turnwright.agents.constants import NONE
from turnwright.batch.gpu.dialect import handle_maker
from turnwright.batch.island_kernel import (
    LANES,
    ROWS,
    Island,
    answer_turn,
    clear_row,
    conceive,
    drop_double,
    judge_child,
    next_gene,
    rank_of,
)
from turnwright.batch.lane_kernel import (
    TALLY,
    Games,
    Steps,
    Turns,
    begin_game,
    begin_turn,
    choose_greedily,
    choose_step,
    end_game,
    is_turn_of,
    known_action,
    make_step,
    note_state,
    note_turn,
    play_step,
    seed_lane,
    seed_of_turn,
)
from turnwright.batch.lazy_list import lazy_list
from turnwright.core.game import Game
from turnwright.core.game_type import GameType
from turnwright.core.spread import MARGIN

THREADS = 256
_SHARED_BYTES = 48 * 1024
_ROW_BYTES = 24
"""What a row of an island takes in memory, its genes aside."""
_ISLAND_BLOCKS = 2
"""Blocks of islands that are to fit on a multiprocessor: the compiler keeps to as many registers as that leaves."""
_ALIGNED = 16


class Kernel(NamedTuple):
    """A kernel for one game, the types of its arguments behind the parameters, and, where the compiler is to keep to
    them, the threads of a block with the blocks that are to fit on a multiprocessor."""

    function: Callable[..., None]
    signature: tuple[Any, ...]
    bounds: tuple[int, int] | None = None


class Kind(NamedTuple):
    """What kernels are compiled for: a game, its states, and the length of its turns and lists."""

    game: GameType
    state: types.Record
    genes: int
    room: int
    groups: int
    """Groups of actions in a list, where lists can be lazy; else 0."""

    @property
    def bounds(self) -> tuple[int, int]:
        """Of kernels with islands."""
        return self.islands * LANES, _ISLAND_BLOCKS

    @property
    def islands(self) -> int:
        """Islands in a block: as many as there is shared memory for."""
        island = ROWS * (4 * self.genes + _ROW_BYTES)
        return max(1, min(THREADS, _SHARED_BYTES // island * LANES) // LANES)


def kind_of(game: Game) -> Kind:
    groups = getattr(game, "list_groups", 0)
    return Kind(game._numba_type_, from_dtype(game.state_dtype), game.max_turn, game.max_actions + MARGIN, groups)


def _list_maker(kind: Kind) -> Any:
    """What makes the list of a lane of the arrays that it is given: lazy where the game's lists can be."""
    if kind.groups:
        return lazy_list

    @intrinsic
    def plain_list(typingctx, actions, bases, squares, count):
        return actions(actions, bases, squares, count), lambda context, builder, sig, args: args[0]

    return plain_list


def _array(kind: Any, dimensions: int = 1) -> types.Array:
    return types.Array(kind, dimensions, "C")


@cache
def random_kernel(kind: Kind) -> Kernel:
    """Random games to their ends."""
    handle, record, room = handle_maker(kind.game), kind.state, kind.room

    def play_randomly(params, seed, most, states, lengths, digests):
        game, steps = handle(params), Steps(states, lengths, digests)
        playing = cuda.local.array(1, record, _ALIGNED)
        actions = cuda.local.array(room, types.int32)
        rng = cuda.local.array(1, types.uint64)
        number, action = np.int64(cuda.grid(1)), np.int64(NONE)
        length, digest = np.int64(0), np.uint64(0)
        is_playing, is_new = number < states.size, True
        while cuda.syncthreads_or(np.int32(is_playing)):
            if is_playing and is_new:
                begin_game(game, playing, rng, seed, number)
                length, digest, is_new = np.int64(0), np.uint64(0), False
            is_on = is_playing and length < most and not game.is_over(playing[0])
            if is_on:
                action = choose_step(game, playing, actions, rng)
            elif is_playing:
                end_game(steps, number, playing, length, digest)
                number += cuda.gridsize(1)
                is_playing, is_new = number < states.size, True
            cuda.syncthreads()
            if is_on:
                digest = play_step(game, playing, action, digest)
                length += 1

    arrays = (_array(record), _array(types.int64), _array(types.uint64))
    return Kernel(play_randomly, (types.uint64, types.int64, *arrays))


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

    return Kernel(make_steps, (_array(kind.state), _array(types.int32), _array(types.uint64)))


def _turn_types(kind: Kind) -> tuple[Any, ...]:
    values = _array(types.float64)
    return _array(kind.state), _array(types.int32, 2), _array(types.int32), values, values


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
            cuda.local.array(1, record, _ALIGNED),
            cuda.local.array(1, record, _ALIGNED),
            cuda.local.array(1, types.uint64),
        )
        tally = cuda.local.array(1, counts, _ALIGNED)
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

    return Kernel(play_greedily, (types.uint64, *_turn_types(kind)))


@cuda.jit(device=True)
def _evolve(game, turns, number, is_live, lane, island, work, seed, generations):
    """Evolve one turn with the other lanes of the island. All lanes of a block must call it; those that are not live
    only wait with the others."""
    state, me = work.playing[0], np.int64(0)
    if is_live:
        me = np.int64(game.player(turns.states[number]))
        seed_lane(work.rng, seed, number * LANES + lane)
    clear_row(island, lane)
    clear_row(island, LANES + lane)
    cuda.syncthreads()
    for _ in range(generations):
        child = np.int64(island.order[LANES + lane])
        recipe, at = conceive(island, work.rng)
        length, gene, is_open = np.int64(0), np.int64(NONE), False
        if is_live:
            work.playing[0] = turns.states[number]
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
        first, second = rank_of(island, lane), rank_of(island, LANES + lane)
        island.order[first], island.order[second] = lane, LANES + lane
        cuda.syncthreads()
    if is_live and lane == 0:
        answer_turn(game, work, island, turns, number, me)
    cuda.syncthreads()


def _room_maker(kind: Kind) -> Any:
    """What makes the island of a lane, which it shares with the other lanes of the island, and its own workspace. It is
    copied into the kernel before it is compiled: memory of a lane does not outlive a call."""
    record, genes, make_list = kind.state, kind.genes, _list_maker(kind)
    places, groups, rows = kind.groups or kind.room, max(1, kind.groups), kind.islands * ROWS

    @cuda.jit(device=True, inline="always")
    def make_room():
        first = (cuda.threadIdx.x // LANES) * ROWS
        end = first + ROWS
        island = Island(
            cuda.shared.array((rows, genes), types.int32)[first:end],
            cuda.shared.array(rows, types.int32)[first:end],
            cuda.shared.array(rows, types.float64)[first:end],
            cuda.shared.array(rows, types.uint64)[first:end],
            cuda.shared.array(rows, types.int32)[first:end],
        )
        work = Workspace(
            make_list(
                cuda.local.array(places, types.int32),
                cuda.local.array(groups, types.int32),
                cuda.local.array(groups, types.uint64),
                cuda.local.array(1, types.int32),
            ),
            cuda.local.array(1, types.int64),
            cuda.local.array(1, types.float64),
            cuda.local.array(1, record, _ALIGNED),
            cuda.local.array(1, record, _ALIGNED),
            cuda.local.array(1, types.uint64),
        )
        return island, work

    return make_room


@cache
def evolution_kernel(kind: Kind) -> Kernel:
    """Evolved turns."""
    handle, make_room, islands = handle_maker(kind.game), _room_maker(kind), kind.islands

    def evolve_turns(params, seed, generations, states, actions, lengths, values, counter_values):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        island, work = make_room()
        lane, count = np.int64(cuda.threadIdx.x % LANES), np.int64(states.size)
        lowest = np.int64(cuda.blockIdx.x * islands)
        while lowest < count:
            number = lowest + cuda.threadIdx.x // LANES
            _evolve(game, turns, number, number < count, lane, island, work, seed, generations)
            lowest += cuda.gridDim.x * islands

    return Kernel(evolve_turns, (types.uint64, types.int64, *_turn_types(kind)), kind.bounds)


@cache
def game_kernel(kind: Kind) -> Kernel:
    """Whole games whose turns are evolved."""
    handle, make_room = handle_maker(kind.game), _room_maker(kind)

    def play_games(
        params, seed, generations, most, states, actions, lengths, values, counter_values, counts, digests, ends, worths
    ):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        games = Games(turns, counts, digests, ends, worths)
        island, work = make_room()
        lane, count = np.int64(cuda.threadIdx.x % LANES), np.int64(states.size)
        number = np.int64(cuda.grid(1) // LANES)
        is_live, is_new = number < count, True
        while cuda.syncthreads_or(np.int32(is_live)):
            if is_live and is_new and lane == 0:
                seed_lane(work.rng, seed, number)
                game.deal(states[number], work.rng)
            cuda.syncthreads()
            is_new, is_on, known, turn_seed = False, False, np.int64(NONE), seed
            if is_live:
                is_on = counts[number] < most and not game.is_over(states[number])
            if is_on:
                turn_seed = seed_of_turn(seed, counts[number])
                known = known_action(game, states[number], work.rng, turn_seed, number)
            cuda.syncthreads()  # nobody changes the state before all have looked
            if is_on and known != NONE and lane == 0:
                game.apply(states[number], known)
                note_state(game, games, number)
            is_planning = is_on and known == NONE
            _evolve(game, turns, number, is_planning, lane, island, work, turn_seed, generations)
            if is_planning and lane == 0:
                note_turn(game, games, work.playing, number)
            if is_live and not is_on:
                number += cuda.gridsize(1) // LANES
                is_live, is_new = number < count, True

    arrays = (_array(types.int64), _array(types.uint64), _array(kind.state, 2), _array(types.float64, 2))
    return Kernel(play_games, (types.uint64, types.int64, types.int64, *_turn_types(kind), *arrays), kind.bounds)


KERNELS = {
    "random_games": random_kernel,
    "steps": step_kernel,
    "greedy_turns": greedy_kernel,
    "evolve_turns": evolution_kernel,
    "self_play": game_kernel,
}
"""All kernels, by what they do."""
