"""The lanes of every game, compiled, are those that are not: the same games, turns and values, bit for bit."""

import json
import os
import subprocess
import sys

import pytest

JOB = """
import hashlib, json, sys
import turnwright
from turnwright import batch
name = sys.argv[1]
game = turnwright.game(name)
games = batch.random_games(3, game, seed=2, most_actions=40, device="cpu")
cut = [batch.random_games(2, game, seed=3, most_actions=most, device="cpu").states for most in (3, 70)]
states = [turnwright.State(game, records[i : i + 1]) for records in cut for i in range(2)]
told = [games.digests.tolist(), games.lengths.tolist(), str(games.states.tolist())]
for planned in (batch.greedy_turns(states, device="cpu"), batch.evolve_turns(states, 64, device="cpu")):
    told += [planned.actions.tolist(), planned.values.tolist()]
played = batch.self_play(1, 32, game, keep=1, most_turns=3, device="cpu")
told += [played.digests.tolist(), str(played.ends.tolist())]
print(json.dumps(told))
"""


def told(name: str, **environment: str) -> list:
    done = subprocess.run(
        [sys.executable, "-c", JOB, name], env=os.environ | environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hero_academy:map=a-tiny", "locm", "arimaa", "amazons"])
def test_compiled_lanes_are_those_that_are_not(name):
    assert told(name) == told(name, NUMBA_DISABLE_JIT="1")
