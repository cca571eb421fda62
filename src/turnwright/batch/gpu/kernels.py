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
    places_of,
)
from turnwright.batch.lane_kernel import (
    TALLY,
    Games,
    Steps,
    Turns,
    begin_game,
    begin_turn,
    choose_greedily,
    choose_listed,
    choose_sought,
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
from turnwright.batch.lazy_list import lazy_list, sought_list
from turnwright.core.game import Game
from turnwright.core.game_type import GameType
from turnwright.core.spread import MARGIN

THREADS = 256
"""Of a block, with as many registers as a lane can have."""
_RANDOM_THREADS = 384
"""Of a block with random games: they take few registers, and all lanes together just find room near the processor."""
_ISLAND_THREADS = 512
"""Of a block with islands: the more lanes stay together, the less code is fetched."""
_WAITING = 8
"""Lanes that are done with a game wait until they are one in so many of their block, and then take games together: one
that took one alone would let the others wait for its copy of a state."""
_SHARED_BYTES = 48 * 1024
_ROW_BYTES = 24
"""What a row of an island takes in memory, its genes aside."""
_ALIGNED = 16
COUNT, SEED, BOOKED, QUEUED = range(4)
"""Places of a queue: how many games or turns wait, the seed of their lanes, how many games go on without waiting, and
the first of the numbers of those that wait."""


class Kernel(NamedTuple):
    """A kernel for one game, the types of its arguments behind the parameters, and, where the compiler is to keep to
    them, the threads of a block with the blocks that are to fit on a multiprocessor."""

    function: Callable[..., None]
    signature: tuple[Any, ...]
    bounds: tuple[int, int] | None = None
    takes_turns: bool = False
    """Whether lanes that are done with one game or turn take another."""
    threads: int = THREADS
    """Of a block, where there are no islands."""


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
        """Of kernels with islands: one full block is to fit on a multiprocessor, and the compiler keeps to as many
        registers as that leaves."""
        return self.islands * LANES, 1

    @property
    def islands(self) -> int:
        """Islands in a block: as many as there is shared memory for."""
        island = ROWS * (4 * self.genes + _ROW_BYTES)
        return max(1, min(_ISLAND_THREADS, _SHARED_BYTES // island * LANES) // LANES)


def kind_of(game: Game) -> Kind:
    groups = getattr(game, "list_groups", 0)
    return Kind(game._numba_type_, from_dtype(game.state_dtype), game.max_turn, game.max_actions + MARGIN, groups)


def _list_maker(kind: Kind) -> Any:
    """What makes the list of a lane of the arrays that it is given: lazy where the game's lists can be."""
    if kind.groups:
        return lazy_list

    @intrinsic
    def plain_list(typingctx, actions, squares, size):
        return actions(actions, squares, size), lambda context, builder, sig, args: args[0]

    return plain_list


def _array(kind: Any, dimensions: int = 1) -> types.Array:
    return types.Array(kind, dimensions, "C")


def _actions_maker(kind: Kind, is_sought: bool) -> Any:
    """What makes the list of a lane in its own memory. It is copied into the kernel before it is compiled."""
    make_list, places, groups = _list_maker(kind), kind.groups or kind.room, max(1, kind.groups)

    @cuda.jit(device=True, inline="always")
    def make_sought():
        return sought_list(
            cuda.local.array(2, types.int64), cuda.local.array(1, types.int64), cuda.local.array(1, types.uint64)
        )

    @cuda.jit(device=True, inline="always")
    def make_actions():
        return make_list(
            cuda.local.array(places, types.int32),
            cuda.local.array(groups, types.uint64),
            cuda.local.array(2, types.int64),
        )

    return make_sought if is_sought else make_actions


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

    return Kernel(start_games, (types.uint64, types.int64, _array(kind.state), _array(types.uint64)))


@cache
def random_kernel(kind: Kind) -> Kernel:
    """Random games to their ends, by actions that are sampled without a list."""
    return _random_games(kind, choose_step)


@cache
def listed_kernel(kind: Kind) -> Kernel:
    """Random games to their ends, by actions that are picked from the list of all."""
    return _random_games(kind, choose_sought if kind.groups else choose_listed)


def _random_games(kind: Kind, choose: Any) -> Kernel:
    handle, record, make_actions = handle_maker(kind.game), kind.state, _actions_maker(kind, choose is choose_sought)

    def play_randomly(params, most, taken, rngs, states, lengths, digests):
        game, steps = handle(params), Steps(states, lengths, digests)
        playing, actions = cuda.local.array(1, record, _ALIGNED), make_actions()
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

    words = _array(types.uint64)
    arguments = (types.int64, words, words, _array(kind.state), _array(types.int64), words)
    return Kernel(play_randomly, arguments, takes_turns=True, threads=_RANDOM_THREADS)


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

    return Kernel(play_greedily, (types.uint64, *_turn_types(kind)), takes_turns=True)


def _room_maker(kind: Kind) -> Any:
    """What makes the island of a lane, which it shares with the other lanes of the island, and its own workspace. It is
    copied into the kernel before it is compiled: memory of a lane does not outlive a call."""
    record, genes, make_actions = kind.state, kind.genes, _actions_maker(kind, is_sought=False)
    rows = kind.islands * ROWS

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
            make_actions(),
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
    """Evolved turns: the best genome of every turn that is waiting. Islands take one turn after the other."""
    handle, make_room = handle_maker(kind.game), _room_maker(kind)

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

    arguments = (types.int64, _array(types.uint64), *_turn_types(kind)[:-1])
    return Kernel(evolve_turns, arguments, kind.bounds, takes_turns=True)


@cache
def answer_kernel(kind: Kind) -> Kernel:
    """Evolved turns, completed and judged for the opponent."""
    handle, record, room = handle_maker(kind.game), kind.state, kind.room

    def answer_turns(params, queue, states, actions, lengths, values, counter_values):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        playing, listed = cuda.local.array(1, record, _ALIGNED), cuda.local.array(room, types.int32)
        place = np.int64(cuda.grid(1))
        if place < np.int64(queue[COUNT]):
            answer_turn(game, playing, listed, turns, np.int64(queue[QUEUED + place]))

    return Kernel(answer_turns, (_array(types.uint64), *_turn_types(kind)))


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

    words = _array(types.uint64)
    return Kernel(queue_games, (types.uint64, types.int64, words, _array(kind.state), _array(types.int64), words))


@cache
def note_kernel(kind: Kind) -> Kernel:
    """Games after a turn was evolved: it is played. The other queue is emptied, for the turn after this one."""
    handle, record, room = handle_maker(kind.game), kind.state, kind.room

    def note_turns(
        params, queue, other, states, actions, lengths, values, counter_values, counts, digests, ends, worths
    ):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        games = Games(turns, counts, digests, ends, worths)
        playing, listed = cuda.local.array(1, record, _ALIGNED), cuda.local.array(room, types.int32)
        place = np.int64(cuda.grid(1))
        if place == 0:
            other[COUNT] = other[BOOKED] = 0
        if place < np.int64(queue[COUNT]):
            number = np.int64(queue[QUEUED + place])
            answer_turn(game, playing, listed, turns, number)
            note_turn(game, games, playing, number)

    arrays = (_array(types.int64), _array(types.uint64), _array(kind.state, 2), _array(types.float64, 2))
    return Kernel(note_turns, (_array(types.uint64), _array(types.uint64), *_turn_types(kind), *arrays))


KERNELS = {
    "starts": start_kernel,
    "random_games": random_kernel,
    "listed_games": listed_kernel,
    "steps": step_kernel,
    "greedy_turns": greedy_kernel,
    "evolve_turns": evolution_kernel,
    "answers": answer_kernel,
    "queues": queue_kernel,
    "noted_turns": note_kernel,
}
"""All kernels, by what they do."""
