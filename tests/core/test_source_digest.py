"""Keys say what they depend on: an edit changes those of what is built from it, and no other.

Every test edits a copy of the package and compares the keys of all compiled code and of all players before and after.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import turnwright
from turnwright.agents.registry import agent_class, own_agent_names
from turnwright.arena import provenance
from turnwright.core import game_type, source_digest
from turnwright.core.source_digest import closure, module_file

PACKAGE = Path(turnwright.__file__).resolve().parent
GAMES = ("hero_academy", "locm")
KERNELS = sorted(file.relative_to(PACKAGE).as_posix() for file in PACKAGE.glob("agents/*_kernel.py"))
PLAYERS = tuple(own_agent_names())
NUMPY, MORE = "import numpy as np\n", "import numpy as np\n\nMORE = 1\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the package, which keys are computed from."""
    folder = tmp_path_factory.mktemp("edited")
    root = folder / "turnwright"
    shutil.copytree(PACKAGE, root, ignore=shutil.ignore_patterns("__pycache__", "page"))

    def file_in_copy(module: str) -> Path:
        return root / module_file(module).relative_to(PACKAGE)

    with pytest.MonkeyPatch.context() as patch:
        apart = {root / file.relative_to(PACKAGE) for file in source_digest._APART}
        patch.setattr(source_digest, "PACKAGE", root)
        patch.setattr(source_digest, "_APART", apart)
        patch.setattr(game_type, "module_file", file_in_copy)
        patch.setattr(provenance, "module_file", file_in_copy)
        patch.setattr(game_type, "_ENGINES", {})
        patch.setenv("TURNWRIGHT_CACHE", str(folder / "cache"))
        yield root
        _forget()


def _forget() -> None:
    """As a new process would."""
    game_type._ENGINES.clear()
    for cached in (source_digest._closure_digest, source_digest._source, provenance.source_of):
        cached.cache_clear()


def _keys(root: Path) -> dict[str, str]:
    _forget()
    keys = {f"engine {name}": game_type.engine_digest(type(turnwright.game(name))) for name in GAMES}
    keys |= {kernel: source_digest.closure_digest(root / kernel) for kernel in KERNELS}
    keys |= {f"{name} on {game}": provenance.source_of(game, name, name) for name in PLAYERS for game in GAMES}
    return keys


def _changed(root: Path, place: str, old: str, new: str) -> set[str]:
    before = _keys(root)
    file = root / place
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{place} has no {old!r}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    after = _keys(root)
    file.write_text(text, encoding="utf-8")
    return {key for key in before if before[key] != after[key]}


def _first_line(place: str) -> str:
    return (PACKAGE / place).read_text(encoding="utf-8").split("\n", 1)[0]


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [
        ("games/hero_academy/drawing/glyphs.py", "\n\n", "\n\nMORE = 1\n"),
        ("games/hero_academy/drawing/svg_board.py", "<svg", "<svg class='other'"),
        ("games/locm/drawing/text_board.py", "def ", "MORE = 1\n\n\ndef "),
        ("games/hero_academy/notation.py", "def ", "OTHER_WORDS = 'x'\n\n\ndef "),
        ("games/hero_academy/game.py", "class ", "MORE = 1\n\n\nclass "),
        ("games/locm/recorded/verify.py", "def ", "MORE = 1\n\n\ndef "),
        ("agents/plots.py", "def ", "MORE = 1\n\n\ndef "),
        ("agents/oep.py", _first_line("agents/oep.py"), '"""Other words about the same agent.'),
        ("agents/oep.py", '    """Genomes in a population."""', '    """How many there are."""'),
        ("games/hero_academy/engine/rules.py", _first_line("games/hero_academy/engine/rules.py"), '"""Other words.'),
        ("games/hero_academy/engine/rules.py", "import numpy as np\n", "import numpy as np  # a comment\n\n"),
        ("core/spec.py", 'raise SpecError(f"', 'raise SpecError(f"what a pity: '),
        ("arena/match.py", "def ", "MORE = 1\n\n\ndef "),
        ("core/compile_cache.py", "_UNUSED_DAYS = 14", "_UNUSED_DAYS = 15"),
        ("__init__.py", '__version__ = "', '__version__ = "9'),
    ],
)
def test_words_and_pictures_change_no_key(copy: Path, place: str, old: str, new: str):
    assert _changed(copy, place, old, new) == set()


def _depending_on(root: Path, place: str) -> set[str]:
    """The keys that a file is part of, by the closure of what they are keys of."""
    _forget()
    kernels = {kernel for kernel in KERNELS if root / place in closure(root / kernel)}
    faces = {name: root / module_file(agent_class(name).__module__).relative_to(PACKAGE) for name in PLAYERS}
    players = {name for name, face in faces.items() if root / place in closure(face)}
    return kernels | {f"{name} on {game}" for name in players for game in GAMES}


@pytest.mark.parametrize(
    ("place", "old", "new", "game"),
    [
        ("games/hero_academy/engine/cards.py", "INFERNO_DAMAGE = 350", "INFERNO_DAMAGE = 400", "hero_academy"),
        (
            "games/hero_academy/engine/rules.py",
            "import numpy as np\n",
            "import numpy as np\n\nMORE = 1\n",
            "hero_academy",
        ),
        (
            "games/hero_academy/engine/evaluation.py",
            "import numpy as np\n",
            "import numpy as np\n\nX = 1\n",
            "hero_academy",
        ),
        ("games/locm/engine/battle.py", "import numpy as np\n", "import numpy as np\n\nMORE = 1\n", "locm"),
        ("games/locm/engine/data/cards.csv", "1", "2", "locm"),
    ],
)
def test_an_engine_is_part_of_its_own_game_alone(copy: Path, place: str, old: str, new: str, game: str):
    expected = {f"engine {game}"} | {f"{name} on {game}" for name in PLAYERS}
    assert _changed(copy, place, old, new) == expected


@pytest.mark.parametrize(
    ("place", "untouched"),
    [
        ("agents/mcts_kernel.py", ("agents/oep_kernel.py", "oep on locm", "emcts on locm", "engine locm")),
        ("agents/oep_kernel.py", ("agents/mcts_kernel.py", "mcts on locm", "engine hero_academy")),
        ("agents/emcts_kernel.py", ("agents/oep_kernel.py", "oep on locm", "greedy_turn on locm")),
        ("agents/oep.py", ("agents/oep_kernel.py", "mcts on locm")),
    ],
)
def test_a_search_is_part_of_what_is_built_from_it_alone(copy: Path, place: str, untouched: tuple[str, ...]):
    changed = _changed(copy, place, NUMPY, MORE)
    assert changed == _depending_on(copy, place)
    assert changed
    assert not changed & set(untouched)


@pytest.mark.parametrize(
    ("place", "options", "untouched"),
    [
        (
            "agents/emcts_kernel.py",
            "OPTIMISED, MODELLED = range(2)\n",
            ("agents/choice_kernel.py", "agents/oep_kernel.py", "oep on locm", "permutation_emcts on locm"),
        ),
        (
            "agents/greedy_turn_kernel.py",
            "SORT_ALL, SORT_ROOT, SORT_NONE = range(3)\n",
            ("agents/choice_kernel.py", "agents/oep_kernel.py", "oep on locm", "mcts on hero_academy"),
        ),
        (
            "agents/oep_kernel.py",
            "NO_DIVERSITY, TABU, NICHE = range(3)\n",
            ("agents/genome_kernel.py", "agents/emcts_kernel.py", "emcts on locm", "permutation_oep on locm"),
        ),
    ],
)
def test_an_option_is_part_of_the_search_that_has_it(copy: Path, place: str, options: str, untouched: tuple[str, ...]):
    changed = _changed(copy, place, options, options.replace(" =", ", ANOTHER =").replace("(", "(1 + "))
    assert changed == _depending_on(copy, place)
    assert place in changed
    assert not changed & set(untouched)


def test_a_function_of_the_core_is_part_of_all_that_uses_it(copy: Path):
    changed = _changed(copy, "core/rng.py", NUMPY, MORE)
    assert {"engine hero_academy", "engine locm", "agents/oep_kernel.py", "oep on locm"} <= changed


def test_kernels_are_imported_where_a_closure_sees_them():
    """A closure follows imports at the top of a module; one inside a function would escape it."""
    hidden = [
        f"{file.name}: {line.strip()}"
        for file in (PACKAGE / "agents").glob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith(" ") and line.strip().startswith(("import ", "from turnwright")) and "_kernel" in line
    ]
    assert hidden == []
