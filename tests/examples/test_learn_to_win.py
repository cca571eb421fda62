"""The example that learns does learn: a toy-sized run wins most games against random play, and did not before."""

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[2] / "examples" / "learn_to_win.py"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_it_learns_to_beat_random_play(seed):
    """Of 200 games each: below a third is won at first, more than two thirds after sixteen changes of the network. By
    chance alone a player of even strength would win more than two thirds of 200 games once in a million times."""
    spec = importlib.util.spec_from_file_location("learn_to_win", FILE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    wins = {}
    for update, (network, _) in enumerate(example.learn(seed=seed)):
        if update in (0, 16):
            wins[update] = example.score(network, 200, seed=100 + update)[0]
        if update == 16:
            break
    assert wins[0] < 200 / 3
    assert wins[16] > 2 * 200 / 3
