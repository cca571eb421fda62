"""Batches on an NVIDIA GPU: the one room that knows numba-cuda. It is not imported unless somebody asks for a GPU."""

from turnwright.batch.gpu.device import (
    KERNELS,
    clock,
    describe,
    evolve_turns,
    is_usable,
    make_steps,
    play_games,
    play_greedily,
    play_randomly,
    ptx,
)

__all__ = [
    "KERNELS",
    "clock",
    "describe",
    "evolve_turns",
    "is_usable",
    "make_steps",
    "play_games",
    "play_greedily",
    "play_randomly",
    "ptx",
]
