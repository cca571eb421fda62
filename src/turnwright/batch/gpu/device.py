"""Running kernels on the GPU of this machine, and compiling them where there is none."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import cuda
from numba.cuda import dispatcher as cuda_dispatcher

from turnwright.batch.gpu.dialect import strictly
from turnwright.batch.gpu.game_kernels import listed_kernel, random_kernel, start_kernel, step_kernel
from turnwright.batch.gpu.kind import THREADS, Kernel, Kind, kind_of
from turnwright.batch.gpu.turn_kernels import (
    BOOKED,
    COUNT,
    QUEUED,
    answer_kernel,
    evolution_kernel,
    greedy_kernel,
    note_kernel,
    queue_kernel,
)
from turnwright.batch.island_kernel import LANES
from turnwright.batch.lane_kernel import Games, Steps, Turns
from turnwright.core.game import Game

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
ARCHITECTURE = (9, 0)
"""What is compiled for where no GPU is there to ask."""


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
    """How long the kernels of the latest batch took, from the first to the last, without copies of their results."""

    seconds: float = 0.0


clock = Clock()

_known: WeakKeyDictionary[Game, tuple[Kind, Any]] = WeakKeyDictionary()
"""What kernels are compiled for, by game, and its parameters on the device."""
_KEPT_BYTES = 256 << 20
"""Bytes of arrays that are kept for later batches."""
_TURNS_UNSEEN = 4
"""Turns of self-play until it is asked whether all games are over: the device waits for the question."""


def ptx(game: Game, name: str) -> str:
    """The PTX code of a kernel for a game. No GPU is needed, nor a driver."""
    kernel = KERNELS[name](kind_of(game))
    signature = (game._numba_type_.params, *kernel.signature)
    with strictly(), _imagined_device():
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


def play_randomly(game: Game, steps: Steps, seed: np.uint64, most: int, *, dealt: bool, listed: bool) -> None:
    """Play games at random, from deals or from given positions; `listed`: by actions from lists."""
    batch, number = _Batch(game), len(steps.states)
    states = batch.written(steps[:1]) if dealt else batch.given(steps[:1])
    rngs = batch.room((number,), np.uint64)
    batch.launch(start_kernel, number, seed, np.int64(dealt), *states, rngs)
    kernel = listed_kernel if listed else random_kernel
    taken = batch.read(np.zeros(1, np.uint64))
    batch.launch(kernel, number, np.int64(most), taken, rngs, *states, *batch.written(steps[1:]))
    batch.end()


def make_steps(game: Game, states: np.ndarray, actions: np.ndarray, lists: np.ndarray) -> None:
    """Play one action in every state."""
    batch = _Batch(game)
    arrays = (*batch.given((states,)), batch.read(actions), *batch.written((lists,)))
    batch.launch(step_kernel, len(states), *arrays)
    batch.end()


def play_greedily(game: Game, turns: Turns, seed: np.uint64) -> None:
    """Plan turns action by action."""
    batch = _Batch(game)
    arrays = (batch.read(turns.states), *batch.given(turns[1:2]), *batch.written(turns[2:]))
    batch.launch(greedy_kernel, len(turns.states), seed, *arrays)
    batch.end()


def evolve_turns(game: Game, turns: Turns, seed: np.uint64, generations: int) -> None:
    """Evolve turns, each by an island."""
    batch, number = _Batch(game), len(turns.states)
    queue = batch.read(np.concatenate([np.array([number, seed, 0], np.uint64), np.arange(number, dtype=np.uint64)]))
    arrays = (batch.read(turns.states), *batch.written(turns[1:]))
    batch.launch(evolution_kernel, number, np.int64(generations), queue, *arrays[:-1], in_islands=True)
    batch.launch(answer_kernel, number, queue, *arrays)
    batch.end()


def play_games(game: Game, games: Games, seed: np.uint64, generations: int, most: int) -> None:
    """Play games whose turns are evolved, turn by turn: all games at once, up to the end of the longest."""
    batch, number = _Batch(game), len(games.counts)
    turns = batch.written(games.turns)
    notes = batch.given((games.counts, games.digests, games.ends, games.end_values))
    batch.launch(start_kernel, number, seed, np.int64(True), turns[0], batch.room((number,), np.uint64))
    queue, other = (batch.read(np.zeros(QUEUED + number, np.uint64)) for _ in range(2))
    for turn in range(most):
        batch.launch(queue_kernel, number, seed, np.int64(turn), queue, turns[0], *notes[:2])
        if turn % _TURNS_UNSEEN == 0 and not queue[:QUEUED].copy_to_host()[[COUNT, BOOKED]].any():
            break
        batch.launch(evolution_kernel, number, np.int64(generations), queue, *turns[:-1], in_islands=True)
        batch.launch(note_kernel, number, queue, other, *turns, *notes)
        queue, other = other, queue
    batch.end()


class _Rooms:
    """Arrays on the device that later batches use again: to make one takes longer than to fill it."""

    def __init__(self) -> None:
        self._free: dict[tuple[tuple[int, ...], np.dtype[Any]], list[Any]] = {}
        self._bytes = 0

    def take(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array with anything in it."""
        free = self._free.get((shape, np.dtype(dtype)))
        if not free:
            return cuda.device_array(shape, dtype)
        taken = free.pop()
        self._bytes -= taken.nbytes
        return taken

    def give_back(self, array: Any) -> None:
        """Keep an array, unless too much is kept."""
        if self._bytes + array.nbytes > _KEPT_BYTES:
            self._free.clear()
            self._bytes = 0
        if array.nbytes <= _KEPT_BYTES:
            self._free.setdefault((array.shape, array.dtype), []).append(array)
            self._bytes += array.nbytes


_rooms = _Rooms()


class _Batch:
    """Kernels of one call, one after the other, and the arrays that they share."""

    def __init__(self, game: Game) -> None:
        if game not in _known:
            _known[game] = kind_of(game), cuda.to_device(game.params)
        self._game = game
        self._kind, self._params = _known[game]
        self._taken: list[Any] = []
        self._results: list[tuple[Any, np.ndarray]] = []
        self._begun, self._ended = cuda.event(), cuda.event()
        self._is_begun = False

    def room(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array for kernels alone."""
        array = _rooms.take(shape, dtype)
        self._taken.append(array)
        return array

    def read(self, array: np.ndarray) -> Any:
        """An array that kernels may change, and nobody looks at afterwards."""
        place = self.room(array.shape, array.dtype)
        place.copy_to_device(array)
        return place

    def given(self, arrays: Sequence[np.ndarray]) -> tuple[Any, ...]:
        """Arrays that kernels read and change."""
        return self._kept(arrays, self.read)

    def written(self, arrays: Sequence[np.ndarray]) -> tuple[Any, ...]:
        """Arrays that kernels only write."""
        return self._kept(arrays, lambda array: self.room(array.shape, array.dtype))

    def _kept(self, arrays: Sequence[np.ndarray], make: Callable[[np.ndarray], Any]) -> tuple[Any, ...]:
        made = tuple(make(array) for array in arrays)
        self._results += zip(made, arrays, strict=True)
        return made

    def launch(
        self, make_kernel: Callable[[Kind], Kernel], number: int, *arguments: Any, in_islands: bool = False
    ) -> None:
        """Run a kernel for a number of games or turns. Blocks that take several in turn are no more than the GPU holds
        at once; if there are few turns, blocks have fewer islands, for all multiprocessors to have some."""
        dispatcher, kernel = _dispatcher(make_kernel, self._kind), make_kernel(self._kind)
        if not dispatcher.overloads:
            with strictly():
                dispatcher.compile((self._game._numba_type_.params, *kernel.signature))
        islands = min(self._kind.islands, -(-number // _processors()))
        threads = islands * LANES if in_islands else kernel.threads
        blocks = -(-number // (islands if in_islands else threads))
        if kernel.takes_turns:
            most = _blocks_at_once(dispatcher, threads)
            if most == 0:  # lanes of this game take too many registers for so large a block
                threads = THREADS
                most = _blocks_at_once(dispatcher, threads)
            blocks = min(blocks, most)
        if not self._is_begun:
            self._begun.record()
            self._is_begun = True
        dispatcher[blocks, threads](self._params, *arguments)

    def end(self) -> None:
        """Wait for all kernels, and copy the results to this machine's arrays."""
        self._ended.record()
        self._ended.synchronize()
        clock.seconds = cuda.event_elapsed_time(self._begun, self._ended) / 1000
        for array, place in self._results:
            if array.size:
                array.copy_to_host(place)
        for array in self._taken:
            _rooms.give_back(array)


@cache
def _processors() -> int:
    return int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


@cache
def _blocks_at_once(dispatcher: Any, threads: int) -> int:
    (compiled,) = dispatcher.overloads.values()
    return int(compiled.max_cooperative_grid_blocks(threads))


@cache
def _dispatcher(make_kernel: Callable[[Kind], Kernel], kind: Kind) -> Any:
    kernel = make_kernel(kind)
    # Linking with optimisation would compile again, and with fused multiply-add.
    return cuda.jit(kernel.function, launch_bounds=kernel.bounds, lto=False)
