"""Runs as processes of the system: killed, interrupted, or left alone, they lose nothing and leave nothing behind."""

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from turnwright.arena.match import compile_for

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
SPECIFICATION = f"""
game = "{TINY}"
agents = ["random", "greedy_action", "random:policy=meta"]
budget = "30ev"
games = 40
seed = 9
"""
PATIENCE = 60.0
"""Seconds to wait for what is promised within one: machines can be busy."""


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "turnwright", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, start_new_session=True, **pipes)


def wait_until(holds: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < until
        sleep(0.01)


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def stored(place: Path) -> list[tuple[str, str, int, str, str]]:
    """What a store holds of every game, in an order that is always the same."""
    if not place.exists():
        return []
    with closing(sqlite3.connect(place, timeout=60)) as connection:
        if not connection.execute("SELECT * FROM sqlite_master WHERE name = 'games'").fetchall():
            return []
        return sorted(connection.execute("SELECT key, source, outcome, forfeit, turns FROM games"))


@pytest.fixture(autouse=True)
def _compiled(pairing):
    """The commands below do not compile, which takes as long as it takes."""
    compile_for([pairing("random", "greedy_action"), pairing("random:policy=meta", "random")])


@pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")
def test_workers_end_with_their_parent_even_if_an_agent_holds_the_lock(strangers):
    """The parent is killed without a chance to tell them."""
    run = start(
        "match", "strangers.py:HoldsTheLock", "random", "--game", TINY, "--games", "2", "--workers", "2", "--store",
        "g.db",
    )  # fmt: skip
    wait_until(Path("pids").exists)
    wait_until(lambda: len(Path("pids").read_text().split()) >= 2)  # the warm-up and the turn that never ends
    helpers = children(run.pid)
    assert len(helpers) >= 2
    assert int(Path("pids").read_text().split()[0]) in helpers
    run.kill()
    run.communicate()
    wait_until(lambda: not any(map(is_alive, helpers)))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks processes up in /proc")
def test_ctrl_c_ends_in_one_line_and_the_same_command_goes_on(strangers):
    """As a terminal sends it: to the command and its workers alike."""
    command = (
        "match", "strangers.py:Waits", "random", "--game", TINY, "--games", "12", "--workers", "2", "--store", "g.db",
        "--plain",
    )  # fmt: skip
    run = start(*command)
    wait_until(lambda: len(stored(Path("g.db"))) >= 2)
    helpers = children(run.pid)
    before = stored(Path("g.db"))
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 130
    assert out == ""
    said = [line for line in err.splitlines() if not line.startswith("game ") and line != "strangers are here"]
    [sentence] = said
    assert re.fullmatch(r"error: stopped; \d+ games are stored; run the same command again to resume", sentence)
    wait_until(lambda: not any(map(is_alive, helpers)))
    after = stored(Path("g.db"))
    assert f" {len(after)} games are stored" in sentence
    assert set(before) <= set(after)
    assert len(after) < 12
    run = start(*command)
    _, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 0
    assert f"{len(after)} of 12 games are already in the store" in err
    assert len([line for line in err.splitlines() if line.startswith("game ")]) == 12 - len(after)
    assert len(stored(Path("g.db"))) == 12
    assert set(after) <= set(stored(Path("g.db")))


@pytest.mark.slow
def test_a_tournament_killed_twenty_times_has_the_games_of_an_undisturbed_one(tmp_path, monkeypatch):
    """Once each, whenever the kill comes: while the store is made, workers start, games end, or rows are written."""
    monkeypatch.chdir(tmp_path)
    Path("t.toml").write_text(SPECIFICATION)
    quiet = start("tournament", "t.toml", "--store", "quiet.db", "--workers", "1")
    quiet.communicate()
    assert quiet.returncode == 0
    expected = stored(Path("quiet.db"))
    assert len(expected) == 120

    chance = random.Random(7)
    kept: list[tuple[str, str, int, str, str]] = []
    kills = 0
    while kills < 20:
        run = start("tournament", "t.toml", "--store", "killed.db", "--workers", str(chance.choice([1, 2, 3])))
        if chance.random() < 0.4:
            with suppress(subprocess.TimeoutExpired):
                run.wait(chance.uniform(0.3, 3.0))  # anywhere from loading to playing
        else:
            target = len(kept) + chance.randint(1, 8)
            while run.poll() is None and len(stored(Path("killed.db"))) < target:
                sleep(chance.uniform(0.0, 0.02))
        finished = run.poll() is not None
        if not finished:
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        now = stored(Path("killed.db"))
        assert set(kept) <= set(now), "a stored game was lost"
        kept = now
        kills += not finished
        if finished:  # all is played, before twenty kills came: begin anew
            assert kept == expected
            for file in Path().glob("killed.db*"):
                file.unlink()
            kept = []
    last = start("tournament", "t.toml", "--store", "killed.db", "--workers", "2")
    last.communicate()
    assert last.returncode == 0
    assert stored(Path("killed.db")) == expected
