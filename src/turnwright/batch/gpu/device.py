"""Running kernels on the GPU of this machine, and compiling them where there is none."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import cuda
from numba.cuda import dispatcher as cuda_dispatcher

from turnwright.batch.gpu.dialect import strictly
from turnwright.batch.gpu.kernels import (
    KERNELS,
    THREADS,
    Kernel,
    Kind,
    evolution_kernel,
    game_kernel,
    greedy_kernel,
    kind_of,
    random_kernel,
    step_kernel,
)
from turnwright.batch.island_kernel import LANES
from turnwright.batch.lane_kernel import Games, Steps, Turns
from turnwright.core.game import Game

_BLOCKS = 8
"""Blocks for every multiprocessor; lanes take further games and turns when they are done with one."""
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
    """How long the latest kernel took, without copies to and from the device."""

    seconds: float = 0.0


clock = Clock()

_params: WeakKeyDictionary[Game, Any] = WeakKeyDictionary()
"""The parameters of games, on the device."""


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
    kind = kind_of(game)
    dispatcher, threads = _dispatcher(make_kernel, kind), kind.islands * LANES if in_islands else THREADS
    if game not in _params:
        _params[game] = cuda.to_device(game.params)
    arrays = [cuda.to_device(array) for array in given]
    arrays += [cuda.device_array_like(array) for array in written]
    blocks = -(-number // (kind.islands if in_islands else threads))
    if not grow:
        blocks = min(blocks, _BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT)
    begun, ended = cuda.event(), cuda.event()
    with strictly():
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
