"""Kernels become machine code of a GPU without one; and with one they do what the CPU does."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import turnwright
from turnwright.batch.comparison import compare_random_games, compare_turns
from turnwright.batch.devices import missing

pytest.importorskip("numba_cuda")
pytestmark = pytest.mark.slow

GAMES = ("hero_academy", "amazons")
"""LOCM and Arimaa take minutes to compile: `turnwright check-game --gpu` does it."""
LIMITS = {"random_games": (80, 0), "listed_games": (80, 0), "evolve_turns": (128, 256)}
"""Registers that a lane of Hero Academy may take, and bytes that it may spill: a block of 512 lanes is worth a few."""
STEPS = 1_000_000


def assembler() -> str | None:
    """`ptxas` of NVIDIA's package: one of the system may be older than the compiler, and refuse its code."""
    found = find_spec("nvidia")
    places = [] if found is None else [Path(place) for place in found.submodule_search_locations or ()]
    return next((str(file) for place in places for file in sorted(place.glob("*/bin/ptxas"))), None)


@pytest.mark.parametrize("name", GAMES)
def test_kernels_compile_without_a_gpu(name, tmp_path):
    from turnwright.batch import gpu

    for kernel in LIMITS:
        code = gpu.ptx(turnwright.game(name), kernel)
        assert ".visible .entry" in code
        assert not re.search(r"fma\.rn\.f(32|64)", code) or name == "hero_academy"  # the exponential of a network
        if assembler() is None:
            continue
        file = tmp_path / f"{kernel}.ptx"
        file.write_text(code)
        command = [assembler(), "-v", "-arch=sm_90", str(file), "-o", str(tmp_path / "code")]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        registers = max(map(int, re.findall(r"Used (\d+) registers", done.stderr)))
        most_registers, most_spilled = LIMITS[kernel]
        assert registers <= most_registers, done.stderr
        assert max(map(int, re.findall(r"(\d+) bytes spill", done.stderr))) <= most_spilled, done.stderr


@pytest.mark.skipif(bool(missing()), reason=missing() or "there is a GPU")
@pytest.mark.parametrize("name", ["hero_academy", "locm", "arimaa", "amazons"])
def test_a_gpu_plays_as_the_cpu_does(name):
    game = turnwright.game(name)
    found = [*compare_turns(game), *compare_random_games(game, STEPS)]
    assert [comparison.what for comparison in found if comparison.mismatches] == []
