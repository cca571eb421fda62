"""`turnwright evolve`: what it prints and writes, and that a kill costs nothing."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from turnwright.cli import main

SPEC = """
game = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=40"
inputs = "simple"
generations = 12
games = 4
epsilon_step = 0.25
play_off = 6
seed = 3

[neat]
population = 8
"""


@pytest.fixture
def evolve(monkeypatch, capsys, tmp_path):
    (tmp_path / "spec.toml").write_text(SPEC)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "evolve", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


def test_it_writes_the_champion_and_says_how_to_play_it(evolve):
    code, out, err = evolve("neat", "spec.toml", "--store", "games.db", "--workers", 1)
    assert code == 0
    assert "play it as greedy_action:evaluation=neat(spec/champion.json)" in out
    assert "generation 0: ε 0.00, best " in err
    assert "species" in err
    for name in ("champion.json", "curve.svg", "network.svg"):
        assert (Path("spec") / name).stat().st_size > 500
    code, out, err = evolve("neat", "spec.toml", "--store", "games.db", "--json", "--out", "again")
    data = json.loads(out)
    assert "are already in the store" in err
    assert len(data["generations"]) <= 12
    assert Path("again/champion.json").read_bytes() == Path("spec/champion.json").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["threads", "processes"])
@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGINT])
def test_an_evolution_that_was_killed_or_stopped_is_resumed_with_the_same_result(evolve, kind, backend):
    """As soon as it has said that three generations are done, wherever it is by then."""
    evolve("neat", "spec.toml", "--store", "whole.db", "--out", "whole", "--workers", 1)
    command = [sys.executable, "-m", "turnwright", "evolve", "neat", "spec.toml", "--store", "killed.db"]
    command += ["--backend", backend, "--workers", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("generation 2:"):
                os.kill(process.pid, kind)
    assert process.returncode == (130 if kind == signal.SIGINT else -signal.SIGKILL)
    code, _, err = evolve("neat", "spec.toml", "--store", "killed.db", "--out", "killed", "--workers", 1)
    assert code == 0
    assert "are already in the store" in err
    for name in ("champion.json", "curve.svg", "network.svg"):
        assert (Path("killed") / name).read_bytes() == (Path("whole") / name).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tpe", "spec.toml"), "there is no method 'tpe'; available: neat"),
        (
            ("neat", "spec.toml", "--backend", "cloud"),
            "no backend 'cloud'; available: threads, processes, ray",
        ),
        (("neat", "missing.toml"), "missing.toml' cannot be read"),
        (("neat", "spec.toml", "--out", "spec.toml/inside"), "cannot be created"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_sentence(evolve, arguments, words):
    code, _, err = evolve(*arguments, "--store", "games.db")
    assert code != 0
    assert words in " ".join(err.split())
