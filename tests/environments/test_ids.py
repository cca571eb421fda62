"""The ids of the environments, whichever library is imported first, and what is said where one is missing."""

import subprocess
import sys

import pytest

from turnwright.environment_ids import GAMES
from turnwright.games.registry import own_game_names


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


SHOWN = "print(sorted(id for id in pettingzoo.aec_registry if 'turnwright' in id), 'numba' in sys.modules)"
EXPECTED = f"{sorted(f'turnwright/{game}-v1' for game in own_game_names())} False\n"


def test_every_game_of_the_package_has_an_id():
    assert list(GAMES) == own_game_names()


@pytest.mark.parametrize("imports", ["import turnwright, pettingzoo", "import pettingzoo, turnwright"])
def test_games_are_known_to_pettingzoo_in_either_order(imports):
    assert run(f"import sys; {imports}; {SHOWN}") == EXPECTED


def test_games_are_known_to_gymnasium_when_it_comes_first_and_pettingzoo_later():
    program = (
        "import sys, gymnasium, turnwright; assert 'turnwright/locm-v1' in gymnasium.registry; "
        f"assert 'pettingzoo' not in sys.modules; import pettingzoo; {SHOWN}"
    )
    assert run(program) == EXPECTED


def test_importing_turnwright_imports_neither():
    program = "import sys, turnwright; print(sorted({'gymnasium', 'pettingzoo', 'numba', 'numpy'} & set(sys.modules)))"
    assert run(program) == "[]\n"


def test_a_missing_extra_is_one_sentence():
    """Each of the functions, in one process without the libraries."""
    calls = ("env()", "gym_env()", "vector_env('hero_academy', 2)", "spiel_game()")
    program = (
        "import sys, turnwright; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = sys.modules['pyspiel'] = None\n"
    )
    for call in calls:
        program += f"try:\n    turnwright.{call}\nexcept turnwright.TurnwrightError as error:\n    print(error)\n"
    lines = run(program).splitlines()
    assert len(lines) == len(calls)
    assert lines.pop().endswith("pyspiel, which is not installed: pip install 'turnwright[openspiel]'")
    for line in lines:
        assert line.endswith("needs the package gymnasium, which is not installed: pip install 'turnwright[rl]'")
