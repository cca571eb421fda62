"""Games, positions and replays that the tests of the agents share."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import turnwright
from turnwright import State
from turnwright.agents.base import Turn
from turnwright.games.hero_academy.recorded.positions import Position, reference_positions

PAIRS = f"{Path(__file__).resolve().parents[2] / 'examples' / 'pairs.py'}:Pairs"


@cache
def _turn_starts(spec: str, seed: int) -> tuple[State, ...]:
    rng = np.random.default_rng(seed)
    state = turnwright.game(spec).start(seed)
    starts = [state]
    while True:
        mover = state.player
        while not state.is_over and state.player == mover:
            state = state.play(int(rng.choice(state.candidates() or [state.end_action])))
        if state.is_over:
            return tuple(starts)
        starts.append(state)


def _midgame(spec: str, count: int = 1, seed: int = 1) -> list[State]:
    states: list[State] = []
    while len(states) < count:
        starts = _turn_starts(spec, seed + len(states))
        states.append(starts[len(starts) * (1 + len(states) % 3) // 4])
    return states


def _replayed(state: State, turn: Turn, *, whole: bool = True) -> State:
    assert turn.actions, "a turn has at least its end"
    me = state.player
    for action in turn.actions:
        assert not state.is_over, f"the turn goes on after the end of the game: {turn}"
        assert state.player == me, f"the turn continues after its end: {turn}"
        choices = state.candidates() or [state.end_action]
        if action == state.end_action:
            assert not whole or action in choices, f"the turn is ended with actions left: {turn}"
        else:
            assert state.is_legal(action), f"{state.action_text(action)} is not legal: {turn}"
        state = state.play(action)
    assert state.is_over or state.player != me, f"the turn does not end: {turn}"
    return state


@pytest.fixture(scope="session")
def pairs() -> str:
    """The spec of the example game."""
    return PAIRS


@pytest.fixture(scope="session")
def turn_starts() -> Callable[[str, int], tuple[State, ...]]:
    """All states of a game of random candidates in which a turn begins."""
    return _turn_starts


@pytest.fixture(scope="session")
def midgame() -> Callable[..., list[State]]:
    """Some states from the middle of random games, each the beginning of a turn."""
    return _midgame


@pytest.fixture(scope="session")
def replayed() -> Callable[..., State]:
    """The state after a planned turn, every action checked: legal, the turn neither too short nor too long.

    `whole` says whether the turn may end early only where there is nothing else to do.
    """
    return _replayed


@pytest.fixture(scope="session")
def positions() -> dict[str, Position]:
    """The recorded positions by name."""
    return {position.id: position for position in reference_positions()}
