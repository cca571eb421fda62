"""States of random battles that the tests of Legends of Code and Magic share."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import turnwright
from turnwright import State


@cache
def _random_states(spec: str, seed: int, games: int) -> tuple[State, ...]:
    rng = np.random.default_rng(seed)
    states = []
    for number in range(games):
        state = turnwright.game(spec).start(seed + number)
        while not state.is_over:
            states.append(state)
            acts = [action for action in state.legal_actions() if action != state.end_action]
            state = state.play(int(rng.choice(acts)) if acts and rng.random() < 0.9 else state.end_action)
        states.append(state)
    return tuple(states)


@pytest.fixture(scope="session")
def random_states() -> Callable[..., tuple[State, ...]]:
    """All states of games in which turns are seldom ended early."""
    return lambda spec="locm:draft=random", seed=1, games=2: _random_states(spec, seed, games)
