"""Batches on all cores of this machine."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from turnwright.agents.choice_kernel import Workspace
from turnwright.batch import cpu_kernel
from turnwright.batch.island_kernel import LANES, ROWS, Island
from turnwright.batch.lane_kernel import TALLY, Games, Steps, Turns
from turnwright.core.cores import available_cores
from turnwright.core.game import Game
from turnwright.core.records import blank_records

_SHARES = 8
"""Shares of the work for every core: some take longer than others."""


def play_randomly(game: Game, steps: Steps, seed: np.uint64, most: int, *, dealt: bool, listed: bool) -> None:
    """Play games at random, from deals or from given positions; `listed`: by actions from lists."""

    def play(share: tuple[int, int]) -> None:
        cpu_kernel.play_randomly(game, steps, _room(game), seed, share, most, dealt, listed)

    _on_all_cores(len(steps.states), play)


def make_steps(game: Game, states: np.ndarray, actions: np.ndarray, lists: np.ndarray) -> None:
    """Play one action in every state."""
    _on_all_cores(len(states), lambda share: cpu_kernel.make_steps(game, states, actions, lists, _room(game), share))


def play_greedily(game: Game, turns: Turns, seed: np.uint64) -> None:
    """Plan turns action by action."""

    def plan(share: tuple[int, int]) -> None:
        cpu_kernel.play_greedily(game, turns, _room(game), blank_records(TALLY), seed, share)

    _on_all_cores(len(turns.states), plan)


def evolve_turns(game: Game, turns: Turns, seed: np.uint64, generations: int) -> None:
    """Evolve turns, each by an island."""

    def evolve(share: tuple[int, int]) -> None:
        rngs = np.zeros((LANES, 1), dtype=np.uint64)
        cpu_kernel.evolve_turns(game, turns, _island(game), _room(game), rngs, seed, share, generations)

    _on_all_cores(len(turns.states), evolve)


def play_games(game: Game, games: Games, seed: np.uint64, generations: int, most: int) -> None:
    """Play games whose turns are evolved."""

    def play(share: tuple[int, int]) -> None:
        rngs = np.zeros((LANES, 1), dtype=np.uint64)
        cpu_kernel.play_games(game, games, _island(game), _room(game), rngs, seed, share, generations, most)

    _on_all_cores(len(games.counts), play)


def _room(game: Game) -> Workspace:
    """Room for the one lane that a core works on."""
    size = game.list_room
    lists = np.empty(size, np.int32), np.empty(size, np.int64), np.empty(size, np.float64)
    return Workspace(*lists, game.blank(), game.blank(), np.zeros(1, np.uint64))


def _island(game: Game) -> Island:
    return Island(
        np.zeros((ROWS, game.max_turn), np.int32),
        np.zeros(ROWS, np.int32),
        np.zeros(ROWS, np.float64),
        np.zeros(ROWS, np.uint64),
        np.zeros(ROWS, np.int32),
    )


def _on_all_cores(number: int, work: Callable[[tuple[int, int]], Any]) -> None:
    """Divide lanes among threads. Compiled code runs without the GIL, so threads are enough."""
    cores = available_cores()
    edges = np.linspace(0, number, min(number, cores * _SHARES) + 1).astype(int).tolist()
    shares = list(pairwise(edges))
    if len(shares) <= 1 or cores == 1:
        for share in shares:
            work(share)
        return
    work(shares[0])  # the first call may compile
    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(work, shares[1:]))
