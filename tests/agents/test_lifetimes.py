"""Compiled code gives an array back after its last use, though a record that was taken from it is still worked on.
Searches keep what they play on."""

from pathlib import Path

import numpy as np
import pytest

import turnwright
from turnwright.agents.hybrid_kernel import judge_reply
from turnwright.agents.permutation_kernel import play_possible
from turnwright.agents.random import RandomSettings
from turnwright.agents.random_kernel import play_policy
from turnwright.agents.settings import settings_record
from turnwright.agents.turn_kernel import end_turn, play_book, value_after
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.rng import generator

GAME = Path(__file__).with_name("scribbling_game.py")


@pytest.fixture(scope="module")
def start():
    return turnwright.game(f"{GAME}:Scribbling").start(0)


@pytest.mark.slow
def test_what_is_played_on_is_kept_until_the_end(start):
    """The game overwrites memory that was given back: turns would have another length, values another sign."""
    game, records = start.game, start.records
    turn = np.full(12, 99, dtype=np.int32)
    assert play_book(game, records, turn, generator(0)) == 3
    assert end_turn(game, records, turn) == 1
    assert value_after(game, records, np.array([0, 0, 0], dtype=np.int32)) == 17.0
    lengths = {
        play_policy(game, records, turn, settings_record(RandomSettings()), generator(seed)) for seed in range(40)
    }
    assert lengths == {1, 2, 3}
    assert play_possible(game, records, turn, False, generator(0)) in (1, 2, 3)
    control = new_control(Budget(iterations=9))
    judge_reply(game, records, np.array([0, 0], dtype=np.int32), control, turn[:1], 0)
    assert control[0].best_value == 18.0
