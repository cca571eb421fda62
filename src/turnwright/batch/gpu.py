"""Batches on an NVIDIA GPU: the one module that knows numba-cuda.

The kernels run the lanes of `lane_kernel` and `island_kernel`, all at once. Where lanes wait for each other although no
result needs it, they do so to stay together: a GPU that fetches one piece of code for all lanes of a block is faster
than one that fetches many.
"""

import operator
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from llvmlite import ir
from numba import cuda, types
from numba.core import cgutils
from numba.cuda import cudadecl
from numba.cuda import dispatcher as cuda_dispatcher
from numba.cuda.cudadrv import nvvm
from numba.cuda.cudaimpl import cuda_local_array_integer, cuda_local_array_tuple, registry
from numba.cuda.np.arrayobj import basic_indexing, make_array, normalize_indices, setitem_array
from numba.extending import intrinsic, overload
from numba.np.numpy_support import from_dtype

from turnwright.agents.choice_kernel import Workspace
from turnwright.agents.constants import NONE
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
from turnwright.batch.lazy_list import LazyListType, lazy_list, read_action, write_action, write_group
from turnwright.core.bits import bit
from turnwright.core.game import Game
from turnwright.core.game_type import GameType
from turnwright.core.spread import MARGIN, _spread_plainly, spread
from turnwright.core.work_array import work_array

THREADS = 256
_SHARED_BYTES = 48 * 1024
_ROW_BYTES = 24
"""What a row of an island takes in memory, its genes aside."""
_BLOCKS = 8
"""Blocks for every multiprocessor; lanes take further games and turns when they are done with one."""
_ISLAND_BLOCKS = 2
"""Blocks of islands that are to fit on a multiprocessor: the compiler keeps to as many registers as that leaves."""
_ALIGNED = 16
_APART = ("can_finish",)
"""Long functions that lanes seldom come to: they are called, and not copied to every place that calls them. Arimaa's
kernels would else take many minutes to compile. (To leave more apart, such as deals, took more registers, not less.)"""
ARCHITECTURE = (9, 0)
"""What is compiled for where no GPU is there to ask."""


# What compiled code means on a GPU


@overload(bit, target="cuda")
def _bit(square):
    return lambda square: np.uint64(1) << np.uint64(square)


@overload(spread, target="cuda")
def _spread(out, n, base, squares):
    if isinstance(out, LazyListType):
        return lambda out, n, base, squares: write_group(out, n, base, squares)
    return lambda out, n, base, squares: _spread_plainly(out, n, base, squares)


@overload(operator.setitem, target="cuda")
def _set_item(out, n, action):
    if isinstance(out, LazyListType):
        return lambda out, n, action: write_action(out, n, action)
    return None


@overload(operator.getitem, target="cuda")
def _get_item(out, n):
    if isinstance(out, LazyListType):
        return lambda out, n: read_action(out, n)
    return None


@cudadecl.register
class _WorkArray(cudadecl.Cuda_local_array):
    """Room for a moment is the lane's own memory."""

    key = work_array


cudadecl.register_global(work_array, types.Function(_WorkArray))
registry.lower(work_array, types.IntegerLiteral, types.Any)(cuda_local_array_integer)
registry.lower(work_array, types.BaseTuple, types.Any)(cuda_local_array_tuple)


@registry.lower(operator.setitem, types.Array, types.Integer, types.Record)
@registry.lower(operator.setitem, types.Array, types.BaseTuple, types.Record)
def _copy_record(context, builder, sig, args):
    """Copy a record word by word. Numba's own copy is unrolled, which takes hundreds of registers."""
    array_type, index_type, record = sig.args
    if array_type.dtype != record:
        return setitem_array(context, builder, sig, args)
    array = make_array(array_type)(context, builder, args[0])
    is_tuple = isinstance(index_type, types.BaseTuple)
    index_types = index_type.types if is_tuple else (index_type,)
    indices = cgutils.unpack_tuple(builder, args[1], count=len(index_type)) if is_tuple else (args[1],)
    index_types, indices = normalize_indices(context, builder, index_types, indices)
    target, _, _ = basic_indexing(context, builder, array_type, array, index_types, indices, boundscheck=False)
    width = 8 if record.size % 8 == 0 else 1
    words = ir.IntType(8 * width).as_pointer()
    source, target = builder.bitcast(args[2], words), builder.bitcast(target, words)
    # The compiler must not know how often: it would unroll the loop.
    number = ir.FunctionType(ir.IntType(64), [])
    times = builder.call(ir.InlineAsm(number, f"mov.u64 $0, {record.size // width};", "=l", False), [])
    with cgutils.for_range(builder, times) as loop:
        word = builder.load(builder.gep(source, [loop.index]), align=width)
        builder.store(word, builder.gep(target, [loop.index]), align=width)
    return context.get_dummy_value()


class _StrictUnit(nvvm.CompilationUnit):
    """Compiles without fused multiply-add: it rounds once where a processor rounds twice. Some functions it leaves
    apart."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__({**options, "fma": 0})

    def add_module(self, buffer: bytes) -> None:
        super().add_module(_left_apart(buffer.decode()).encode())


def _left_apart(code: str) -> str:
    """LLVM code in which the functions of `_APART` are called, and not copied to every place that calls them."""
    names = "|".join(f"{len(name)}{name}" for name in _APART)
    return re.sub(rf"^define [^\n]*(?:{names})B\d*v[^\n]*\)$", r"\g<0> noinline", code, flags=re.MULTILINE)


_compiling = threading.RLock()


@contextmanager
def _strictly() -> Iterator[None]:
    with _compiling:
        plain, nvvm.CompilationUnit = nvvm.CompilationUnit, _StrictUnit
        try:
            yield
        finally:
            nvvm.CompilationUnit = plain


def _handle_maker(game_type: GameType) -> Any:
    """What makes a game's handle of its parameters: a handle is nothing but their address."""

    @intrinsic
    def handle(typingctx, params):
        def codegen(context, builder, sig, args):
            array = make_array(sig.args[0])(context, builder, args[0])
            game = cgutils.create_struct_proxy(game_type)(context, builder)
            game.record = builder.bitcast(array.data, game.record.type)
            return game._getvalue()

        return game_type(params), codegen

    return handle


# Kernels


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


def _kind(game: Game) -> Kind:
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
    handle, record, room = _handle_maker(kind.game), kind.state, kind.room

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
    handle, room = _handle_maker(kind.game), kind.room

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
    handle, record, room = _handle_maker(kind.game), kind.state, kind.room
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


@cache
def evolution_kernel(kind: Kind) -> Kernel:
    """Evolved turns."""
    handle, record, genes, make_list = _handle_maker(kind.game), kind.state, kind.genes, _list_maker(kind)
    places, groups = kind.groups or kind.room, max(1, kind.groups)
    islands, rows = kind.islands, kind.islands * ROWS

    def evolve_turns(params, seed, generations, states, actions, lengths, values, counter_values):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
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
    handle, record, genes, make_list = _handle_maker(kind.game), kind.state, kind.genes, _list_maker(kind)
    places, groups = kind.groups or kind.room, max(1, kind.groups)
    rows = kind.islands * ROWS

    def play_games(
        params, seed, generations, most, states, actions, lengths, values, counter_values, counts, digests, ends, worths
    ):
        game, turns = handle(params), Turns(states, actions, lengths, values, counter_values)
        games = Games(turns, counts, digests, ends, worths)
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


# Compiling without a GPU


def ptx(game: Game, name: str) -> str:
    """The PTX code of a kernel for a game. No GPU is needed, nor a driver."""
    kernel = KERNELS[name](_kind(game))
    signature = (game._numba_type_.params, *kernel.signature)
    with _strictly(), _imagined_device():
        code, _ = cuda.compile_ptx(kernel.function, signature, cc=ARCHITECTURE, launch_bounds=kernel.bounds)
    return str(code)


@contextmanager
def _imagined_device() -> Iterator[None]:
    """Let numba-cuda compile for a device that is not there; it asks for one whenever a function calls another."""
    if is_usable():
        yield
        return
    asked = cuda_dispatcher.get_current_device
    cuda_dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=ARCHITECTURE)
    try:
        yield
    finally:
        cuda_dispatcher.get_current_device = asked


# Running


def is_usable() -> bool:
    """Whether there is a GPU that can be used."""
    return bool(cuda.is_available())


def describe() -> dict[str, Any]:
    """The GPU, in words and numbers."""
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    major, minor = device.compute_capability
    return {"name": name, "capability": f"{major}.{minor}", "multiprocessors": device.MULTIPROCESSOR_COUNT}


class Clock:
    """How long the latest kernel took, without copies to and from the device."""

    seconds: float = 0.0


clock = Clock()

_params: WeakKeyDictionary[Game, Any] = WeakKeyDictionary()
"""The parameters of games, on the device."""


def play_randomly(game: Game, steps: Steps, seed: np.uint64, most: int) -> None:
    """Play games at random."""
    _run(game, random_kernel, len(steps.states), (seed, np.int64(most)), (), steps)


def make_steps(game: Game, states: np.ndarray, actions: np.ndarray, lists: np.ndarray) -> None:
    """Play one action in every state."""
    _run(game, step_kernel, len(states), (), (states, actions), (lists,), grow=True)


def play_greedily(game: Game, turns: Turns, seed: np.uint64) -> None:
    """Plan turns action by action."""
    _run(game, greedy_kernel, len(turns.states), (seed,), turns[:2], turns[2:])


def evolve_turns(game: Game, turns: Turns, seed: np.uint64, generations: int) -> None:
    """Evolve turns, each by an island."""
    settings = (seed, np.int64(generations))
    _run(game, evolution_kernel, len(turns.states), settings, turns[:2], turns[2:], in_islands=True)


def play_games(game: Game, games: Games, seed: np.uint64, generations: int, most: int) -> None:
    """Play games whose turns are evolved."""
    settings = (seed, np.int64(generations), np.int64(most))
    arrays = (*games.turns, games.counts, games.digests, games.ends, games.end_values)
    _run(game, game_kernel, len(games.counts), settings, arrays, (), in_islands=True)


def _run(
    game: Game,
    make_kernel: Callable[[Kind], Kernel],
    number: int,
    settings: tuple[Any, ...],
    given: tuple[np.ndarray, ...],
    written: tuple[np.ndarray, ...],
    *,
    in_islands: bool = False,
    grow: bool = False,
) -> None:
    """Run a kernel over a number of games or turns, and copy its results to the arrays: those that it may change, and
    those that it only writes. With `grow`, each has its own lane; otherwise lanes process several in turn."""
    kind = _kind(game)
    dispatcher, threads = _dispatcher(make_kernel, kind), kind.islands * LANES if in_islands else THREADS
    if game not in _params:
        _params[game] = cuda.to_device(game.params)
    arrays = [cuda.to_device(array) for array in given]
    arrays += [cuda.device_array_like(array) for array in written]
    blocks = -(-number // (kind.islands if in_islands else threads))
    if not grow:
        blocks = min(blocks, _BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT)
    begun, ended = cuda.event(), cuda.event()
    with _strictly():
        if not dispatcher.overloads:
            dispatcher.compile((game._numba_type_.params, *make_kernel(kind).signature))
        begun.record()
        dispatcher[blocks, threads](_params[game], *settings, *arrays)
        ended.record()
    ended.synchronize()
    clock.seconds = cuda.event_elapsed_time(begun, ended) / 1000
    for array, place in zip(arrays, (*given, *written), strict=True):
        if array.size:
            array.copy_to_host(place)


@cache
def _dispatcher(make_kernel: Callable[[Kind], Kernel], kind: Kind) -> Any:
    kernel = make_kernel(kind)
    return cuda.jit(kernel.function, launch_bounds=kernel.bounds)
