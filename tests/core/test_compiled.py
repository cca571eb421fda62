"""The cache of compiled code: it never runs old rules, survives damage, and costs time at most."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

ROOT = Path(__file__).resolve().parents[2]
INFERNO_BURNS = """
import turnwright
from turnwright.core import compiled
names = []
compiled.announce = names.append
game = turnwright.game("hero_academy")
from turnwright.core.state_kernel import apply
state = game.parse_state("6 1 4 a1K1000,a2c800,b4X4500,h4x4500 I/- -/- 0/0")
apply(game, state.records, {action})
print(state.records["hp"][0][1], len(names))
"""
INFERNO_ON_A2 = 4096 | 5 << 6 | 1
STONE_IS_PLACED = """
import sys, turnwright
from turnwright.core import compiled
names = []
compiled.announce = names.append
state = turnwright.game(sys.argv[1] + ":Pairs").start(seed=0)
print(state.play(7).player, len(names))
"""

pytestmark = [
    pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled"),
    pytest.mark.xdist_group("compiled"),
]


def run(code: str, *arguments: str | Path, package: Path = ROOT / "src", cache: Path) -> list[int]:
    """The numbers that a fresh process prints."""
    environment = os.environ | {"PYTHONPATH": str(package), "TURNWRIGHT_CACHE": str(cache)}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    finished = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    return [int(word) for word in finished.stdout.split()]


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def test_an_edited_table_takes_effect_in_the_next_process(tmp_path: Path):
    """Numba looks only at the file that defines a function; ours at everything it is made of."""
    package, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(ROOT / "src", package, ignore=shutil.ignore_patterns("__pycache__"))
    code = INFERNO_BURNS.format(action=INFERNO_ON_A2)
    hp, compiled = run(code, package=package, cache=cache)
    assert (hp, compiled > 0) == (800 - 350, True)
    assert run(code, package=package, cache=cache) == [800 - 350, 0]
    edit(package / "turnwright/games/hero_academy/engine/cards.py", "INFERNO_DAMAGE = 350", "INFERNO_DAMAGE = 400")
    hp, compiled = run(code, package=package, cache=cache)
    assert (hp, compiled > 0) == (800 - 400, True)


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """A copy of the example game, whose very first turn is one stone."""
    return Path(shutil.copy(ROOT / "examples" / "pairs.py", tmp_path / "pairs.py"))


def test_an_edited_rule_of_a_file_takes_effect_in_the_next_process(pairs: Path, tmp_path: Path):
    cache = tmp_path / "cache"
    player, compiled = run(STONE_IS_PLACED, pairs, cache=cache)
    assert (player, compiled > 0) == (1, True)
    assert run(STONE_IS_PLACED, pairs, cache=cache) == [1, 0]
    edit(pairs, "state.left -= 1\n", "state.left -= 0\n")
    player, compiled = run(STONE_IS_PLACED, pairs, cache=cache)
    assert (player, compiled > 0) == (0, True)


def test_a_damaged_cache_is_compiled_anew(pairs: Path, tmp_path: Path):
    """Cut off, emptied and overwritten files are misses, and are mended."""
    cache = tmp_path / "cache"
    run(STONE_IS_PLACED, pairs, cache=cache)
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    assert files
    for number, file in enumerate(files):
        data = file.read_bytes()
        file.write_bytes((data[: len(data) // 2], b"", b"\x80nonsense" * 40)[number % 3])
    player, compiled = run(STONE_IS_PLACED, pairs, cache=cache)
    assert (player, compiled > 0) == (1, True)
    assert run(STONE_IS_PLACED, pairs, cache=cache) == [1, 0]


def test_a_cache_that_cannot_be_written_costs_only_time(pairs: Path, tmp_path: Path):
    """A file stands where the folder should be; nobody, root included, can write below it."""
    (tmp_path / "file").write_text("not a folder")
    for _ in range(2):
        player, compiled = run(STONE_IS_PLACED, pairs, cache=tmp_path / "file" / "cache")
        assert (player, compiled > 0) == (1, True)


def test_old_code_is_removed_but_not_at_once(tmp_path: Path):
    """Of the folders of other sources the newest stay, and any that was used within a day."""
    from turnwright.core.compiled import _KEPT_VERSIONS, _prune

    current = tmp_path / "current"
    current.mkdir()
    for number in range(_KEPT_VERSIONS + 3):
        folder = tmp_path / f"old{number}"
        folder.mkdir()
        if number:
            os.utime(folder, (1_000_000 + number, 1_000_000 + number))
    _prune(current)
    kept = {folder.name for folder in tmp_path.iterdir()}
    newest = {f"old{number}" for number in range(_KEPT_VERSIONS + 3) if number > 3}
    assert kept == {"current", "old0"} | newest


def test_calling_compiled_code_leaks_no_references():
    """The game handle is taken apart at every call; what it holds must be given back."""
    import turnwright

    state = turnwright.game("hero_academy").start(seed=0)
    state.is_legal(0)
    params = state.game.params
    before = sys.getrefcount(params), sys.getrefcount(state.records)
    for _ in range(1000):
        state.is_legal(0)
    assert (sys.getrefcount(params), sys.getrefcount(state.records)) == before
