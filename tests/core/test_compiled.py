"""The cache of compiled code: it never runs old rules, survives damage, and costs time at most."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

import turnwright
from turnwright.core import compiled

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

CALLS_RULES = """
from turnwright.core.compiled import entry

@entry
def value(game, states):
    game.apply(states[0], game.end_action())
    return game.evaluate(states[0], 0) + 1
"""
COUNTS_COMPILED = """
import sys, turnwright
from turnwright.core import compile_cache
from turnwright.core.foreign_code import _run
from pathlib import Path
missed, kept = [], compile_cache.ClosureCache.save_overload
def save_overload(self, sig, data):
    missed.append(self._py_func.__qualname__)
    kept(self, sig, data)
compile_cache.ClosureCache.save_overload = save_overload
state = turnwright.game(sys.argv[2] + ":Pairs").start(seed=0)
missed.clear()
_run(Path(sys.argv[1])).value(state.game, state.records)
print(missed.count("value"), len(missed) - missed.count("value"))
"""

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


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


@pytest.mark.slow
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


def test_a_game_is_compiled_once_however_its_file_is_named(pairs: Path, tmp_path: Path, monkeypatch):
    cache = tmp_path / "cache"
    assert run(STONE_IS_PLACED, pairs, cache=cache)[1] > 0
    monkeypatch.chdir(tmp_path)
    assert run(STONE_IS_PLACED, "pairs.py", cache=cache) == [1, 0]


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_costs_only_time(pairs: Path, tmp_path: Path):
    """A file stands where the folder should be; nobody, root included, can write below it."""
    (tmp_path / "file").write_text("not a folder")
    for _ in range(2):
        player, compiled = run(STONE_IS_PLACED, pairs, cache=tmp_path / "file" / "cache")
        assert (player, compiled > 0) == (1, True)


def test_code_that_nobody_has_used_for_long_is_removed(tmp_path: Path):
    from turnwright.core.compile_cache import _DAY, _UNUSED_DAYS, _remove_unused

    now = time.time()
    for name, days in {"used": 0.0, "still good": _UNUSED_DAYS - 1.0, "old": _UNUSED_DAYS + 1.0}.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (now - days * _DAY, now - days * _DAY))
    _remove_unused(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"used", "still good"}


def test_a_changed_agent_does_not_compile_the_rules_again(pairs: Path, tmp_path: Path):
    """Building blocks are kept too: what calls them links the machine code that is there."""
    cache = tmp_path / "cache"
    agent = tmp_path / "agent.py"
    agent.write_text(CALLS_RULES)
    first, rules = run(COUNTS_COMPILED, agent, pairs, cache=cache)
    assert first == 1
    assert rules > 0
    edit(agent, "+ 1", "+ 2")
    assert run(COUNTS_COMPILED, agent, pairs, cache=cache) == [1, 0]


RAISES = """
from turnwright.core.compiled import entry, rule

@rule
def half(number):
    if number % 2:
        raise ValueError("odd", number)
    return number // 2

@entry
def quarter(number):
    return half(half(number))
"""
SAYS_WHAT_WAS_RAISED = """
import sys
from pathlib import Path
from turnwright.core.foreign_code import _run
quarter = _run(Path(sys.argv[1])).quarter
try:
    quarter(6)
except ValueError as error:
    print(error.args[1], quarter(8), sum(quarter.stats.cache_hits.values()))
"""


def test_an_error_in_a_building_block_is_told_by_what_it_was_linked_into(tmp_path: Path):
    """Freshly compiled, and loaded: a building block has no machine code of its own that could tell of it."""
    file, cache = tmp_path / "raises.py", tmp_path / "cache"
    file.write_text(RAISES)
    for hits in (0, 1):
        assert run(SAYS_WHAT_WAS_RAISED, file, cache=cache) == [3, 2, hits]


CALLS_AN_ENTRY = """
from turnwright.core.compiled import entry

@entry
def doubled(number):
    return 2 * number

@entry
def increased(number):
    return doubled(number) + 1
"""
SAYS_WHAT_WAS_LOADED = """
import sys
from pathlib import Path
from turnwright.core.foreign_code import _run
code = _run(Path(sys.argv[1]))
values = [getattr(code, name)(20) for name in sys.argv[2:]]
print(*values, sum(code.doubled.stats.cache_hits.values()))
"""


def test_new_code_is_linked_with_code_that_was_loaded(tmp_path: Path):
    """What a loaded entry was made of is read again when it is needed."""
    file, cache = tmp_path / "calls.py", tmp_path / "cache"
    file.write_text(CALLS_AN_ENTRY)
    assert run(SAYS_WHAT_WAS_LOADED, file, "doubled", cache=cache) == [40, 0]
    assert run(SAYS_WHAT_WAS_LOADED, file, "doubled", "increased", cache=cache) == [40, 41, 1]
    assert run(SAYS_WHAT_WAS_LOADED, file, "increased", cache=cache) == [41, 0]


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


ANNOUNCED = """
from turnwright.core import compiled
for what in ("oep.evolve for hero_academy", "oep.evolve for hero_academy", "mcts.search for hero_academy"):
    compiled.announce(what)
"""


@pytest.mark.parametrize(("quiet", "lines"), [("", 2), ("1", 0)])
def test_python_users_are_told_once_what_is_compiled(quiet, lines):
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "TURNWRIGHT_QUIET": quiet}
    finished = subprocess.run([sys.executable, "-c", ANNOUNCED], env=environment, capture_output=True, text=True)
    said = finished.stderr.splitlines()
    assert (finished.returncode, finished.stdout, len(said)) == (0, "", lines)
    if lines:
        assert said[0] == "turnwright: compiling oep.evolve for hero_academy (once; kept in the cache)"


def test_what_is_compiled_is_named_with_its_game(tmp_path):
    code = STONE_IS_PLACED.replace("len(names)", "names")
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "TURNWRIGHT_CACHE": str(tmp_path)}
    pairs = str(ROOT / "examples" / "pairs.py")
    finished = subprocess.run([sys.executable, "-c", code, pairs], env=environment, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    assert f"state_kernel.deal for {pairs}:Pairs" in finished.stdout


def test_a_building_block_is_not_called_from_python():
    """It has no door for Python; a call would jump to nowhere."""
    state = turnwright.game("hero_academy").start(1)
    if compiled.flags.DISABLE_JIT:
        assert not state.game.is_over(state.records[0])
        return
    for _ in range(2):  # whether or not it has been compiled for these arguments
        with pytest.raises(TypeError, match=r"is_over in .*rules is compiled into other code"):
            state.game.is_over(state.records[0])
        assert not state.is_over


def test_numba_can_be_loaded_without_linear_algebra():
    """Which works as before for whoever wants it later."""
    code = (
        "import sys\n"
        "from turnwright.core.compile_cache import load_without_linear_algebra\n"
        "load_without_linear_algebra()\n"
        "loaded = [name for name in sys.modules if name.startswith('scipy.linalg')]\n"
        "import scipy.linalg, numba\n"
        "print(loaded, numba.njit(lambda x: x + 1)(1))\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stdout == "[] 2\n"
