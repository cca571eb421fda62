"""`turnwright tune`: what it prints, and that a kill costs nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from turnwright.arena.store import Store
from turnwright.cli import main

SPEC = """
agent = "random:policy=global,greedy={greedy}"
opponent = "random:policy=meta"
game = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=40"
games = 4
iterations = 12
runs = 2
play_off = 4
log_every = 5
seed = 3

[space]
greedy = [0.0, 0.5, 1.0]
"""


@pytest.fixture
def tune(monkeypatch, capsys, tmp_path):
    (tmp_path / "spec.toml").write_text(SPEC)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "tune", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


def test_it_reports_what_was_found_and_how_it_came_about(tune):
    code, out, err = tune("ntbea", "spec.toml", "--store", "games.db", "--workers", 1, "--pictures", "drawn")
    assert code == 0
    for said in (
        "recommendations of the runs",
        "recommendations over time (greedy)",
        "mean fitness in %",
        "play it as random:",
    ):
        assert said in out
    assert "run 1, iteration 1: greedy=" in err
    assert "run 2 recommends greedy=" in err
    assert Path("drawn/landscape.svg").stat().st_size > 1000
    code, again, err = tune("ntbea", "spec.toml", "--store", "games.db", "--report", "--json")
    assert code == 0
    assert json.loads(again)["evaluations"] == 24
    assert "play it as " + json.loads(again)["best"]["agent"] in out


def test_json_is_all_there_is_on_stdout(tune):
    code, out, _ = tune("optuna", "spec.toml", "--store", "games.db", "--workers", 1, "--runs", 1, "--json")
    data = json.loads(out)
    assert code == 0
    assert [run["iterations"] for run in data["runs"]] == [12]
    assert [at["iteration"] for at in data["runs"][0]["trajectory"]] == [5, 10, 12]
    assert sum(data["marginals"]["greedy"]["counts"]) == 12
    assert data["play_off"][0]["score"]["games"] == 4


@pytest.mark.slow
def test_a_killed_tuning_goes_on_where_it_was(tune):
    """Killed without warning in the middle of a run; what comes out is what an undisturbed tuning gives."""
    command = [sys.executable, "-m", "turnwright", "tune", "ntbea", "spec.toml", "--store", "killed.db", "--plain"]
    with subprocess.Popen([*command, "--workers", "1"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("run 1, iteration 6"):
                break
        process.kill()
    with Store("killed.db") as store:
        before = store.count()
    assert 0 < before < 2 * 12 * 4
    _, resumed, err = tune("ntbea", "spec.toml", "--store", "killed.db", "--workers", 1, "--json")
    assert "sets are already in the store" in err
    _, whole, _ = tune("ntbea", "spec.toml", "--store", "whole.db", "--workers", 1, "--json")
    ours, theirs = json.loads(resumed), json.loads(whole)
    assert ours | {"store": ""} == theirs | {"store": ""}
    with Store("killed.db") as one, Store("whole.db") as other:
        assert one.count() == other.count()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("guess", "spec.toml"), "there is no optimiser 'guess'"),
        (("ntbea", "nothing.toml"), "cannot be read"),
        (("ntbea", "spec.toml", "--report", "--store", "none.db"), "there is no store"),
        (("ntbea", "spec.toml", "--backend", "telepathy"), "there is no backend"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_code_2(tune, arguments, says):
    code, out, err = tune(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


def test_without_optuna_one_sentence_says_what_to_install(tune, monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    code, _, err = tune("optuna", "spec.toml", "--store", "games.db")
    assert code == 2
    assert "pip install 'turnwright[tuning]'" in " ".join(err.split())
