"""What `turnwright doctor` finds, and what it says to do."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from turnwright import __version__
from turnwright.cli import app, diagnosis

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=,; ]", requirement)[0].lower() for requirement in requirements}


@pytest.fixture(autouse=True)
def healthy(monkeypatch, tmp_path):
    """A small cache of our own: the tests' cache is large."""
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)


def test_it_knows_every_requirement_and_every_extra():
    assert names(PROJECT["dependencies"]) <= set(diagnosis.REQUIRED)
    extras = {name: names(packages) for name, packages in PROJECT["optional-dependencies"].items() if name != "dev"}
    assert extras == {name: set(extra.packages) for name, extra in diagnosis.EXTRAS.items()}
    (numba,) = [requirement for requirement in PROJECT["dependencies"] if requirement.startswith("numba")]
    assert numba == f"numba>={diagnosis.NUMBA[:-1]},<0.69"


def test_json_has_everything(tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "code").write_bytes(b"12345")
    result = CliRunner().invoke(app, ["doctor", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["turnwright"] == __version__
    assert found["problems"] == []
    assert found["cores"]["available"] >= 1
    assert found["cache"]["place"] == str(tmp_path / "cache")
    assert (found["cache"]["files"], found["cache"]["bytes"], found["cache"]["writable"]) == (1, 5, True)
    assert found["extras"]["rl"]["installed"] is True
    assert set(found["gpu"]) == {"driver", "numba_cuda", "usable", "missing"}
    assert not (tmp_path / "cache" / "sources").exists()


def test_a_missing_extra_is_named_and_is_no_problem(monkeypatch):
    monkeypatch.setattr(diagnosis, "_is_there", lambda module: module != "pettingzoo")
    result = CliRunner().invoke(app, ["doctor"], terminal_width=400)
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    assert "extra rl environments for reinforcement learning" in shown
    assert "missing: pip install 'turnwright[rl]'" in shown
    assert "No problems found." in shown


def test_problems_come_with_what_to_do(monkeypatch):
    monkeypatch.setattr(diagnosis, "_is_writable", lambda folder: False)
    monkeypatch.setattr(diagnosis, "_version", lambda package: {"numba": "0.70.1", "typer": None}.get(package, "1.0"))
    monkeypatch.setattr(diagnosis, "PYTHONS", ((2, 6), (2, 7)))
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    result = CliRunner().invoke(app, ["doctor", "--json"])
    assert result.exit_code == 1
    problems = {problem["what"]: problem["do"] for problem in json.loads(result.stdout)["problems"]}
    assert len(problems) == 5
    assert problems["the package typer is missing"] == "pip install typer"
    assert any("TURNWRIGHT_CACHE" in do for what, do in problems.items() if "cannot be written" in what)
    shown = CliRunner().invoke(app, ["doctor"]).stdout
    assert shown.count("Problem: ") == shown.count("To do: ") == 5


def test_little_room_is_a_problem(monkeypatch):
    monkeypatch.setattr(diagnosis, "ROOM", 2**70)
    (problem,) = diagnosis.diagnose().problems
    assert "MB are free in the folder of the code cache" in problem.what
