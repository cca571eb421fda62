"""What an installation without extras can do, and what it says about the rest."""

import subprocess
import sys

import pytest

HIDE = """
import sys
from importlib.abc import MetaPathFinder

class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"scipy", "matplotlib", "pyarrow", "mcp", "pandas", "polars"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
import importlib.util
found = importlib.util.find_spec
hidden = {"scipy", "matplotlib", "pandas", "polars"}
importlib.util.find_spec = lambda name, package=None: None if name in hidden else found(name, package)
"""
PLAY = """
import turnwright
from turnwright.arena.statistics import bradley_terry, signed_rank
game = turnwright.game("hero_academy:map=a-tiny")
state = game.start(1)
turn = turnwright.agent("greedy_action").plan(state.view(), turnwright.Budget.parse("50ev"))
state.play(*turn.actions)
signed_rank([1.0] * 80)
bradley_terry([[0, 3], [1, 0]], [[0, 4], [4, 0]])
assert turn.report._repr_svg_() is None
import turnwright.web.app, turnwright.cli.match, turnwright.cli.tournament, turnwright.cli.check_game
"""


def test_a_base_installation_plays_serves_and_judges():
    program = HIDE + PLAY
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_what_is_missing_is_named_with_its_extra():
    for command, says in (
        (["export", "g.parquet", "--store", "g.db"], "there is no store at 'g.db'"),
        (["plan", "--game", "hero_academy:map=a-tiny", "--agent", "oep", "--budget", "20ev", "--plot", "p.svg"],
         "a picture needs the package matplotlib, which is not installed: pip install 'turnwright[plots]'"),
        (["mcp"], "pip install 'turnwright[mcp]'"),
    ):  # fmt: skip
        program = f"{HIDE}\nsys.argv = ['turnwright', *{command!r}]\nfrom turnwright.cli import main\nmain()"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
        assert done.returncode == 2, done.stderr
        assert says in " ".join(done.stderr.split())
        assert "Traceback" not in done.stderr
