"""Amazons against OpenSpiel, and against the plain example on boards that OpenSpiel does not have: the same actions all
along games of random play."""

from pathlib import Path

import numpy as np
import pyspiel
import pytest

import turnwright
from turnwright.core.perft import perft

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "amazons.py"


def oracle_square(text: str, side: int) -> int:
    """The number that OpenSpiel gives to a square: row by row from the top."""
    return (side - int(text[1:])) * side + "abcdefghij".index(text[0])


def oracle_actions(text: str, side: int) -> list[int]:
    """A move as OpenSpiel's two actions, or a shot as its one."""
    squares = text.removeprefix("*").split("-")
    return [oracle_square(square, side) for square in squares]


@pytest.mark.parametrize(("side", "first_turns"), [(6, 544), (8, 1232), (10, 2176)])
def test_the_first_turns_are_as_many_as_known(side, first_turns):
    assert perft(turnwright.game(f"amazons:side={side}").start(0)).outcomes == first_turns


@pytest.mark.parametrize(("side", "games"), [(6, 6), (10, 2)])
def test_random_games_are_the_same(side, games):
    rng = np.random.default_rng(side)
    for _ in range(games):
        state = turnwright.game(f"amazons:side={side}").start(0)
        oracle = pyspiel.load_game(f"amazons(board_size={side})").new_initial_state()
        while not state.is_over:
            ours = sorted(oracle_actions(state.action_text(action), side) for action in state.legal_actions())
            theirs = []
            for first in oracle.legal_actions():
                after = oracle.child(first)
                is_move = len(ours[0]) == 2
                theirs += [[first, second] for second in after.legal_actions()] if is_move else [[first]]
            assert ours == sorted(theirs), state
            action = int(rng.choice(state.legal_actions()))
            for number in oracle_actions(state.action_text(action), side):
                oracle.apply_action(number)
            state = state.play(action)
            assert oracle.is_terminal() == state.is_over
            if not state.is_over:
                assert oracle.current_player() == state.player
        assert oracle.returns()[0] == state.outcome


@pytest.mark.slow
@pytest.mark.parametrize("side", [4, 5, 7, 9])
def test_other_boards_are_as_in_the_example(side):
    """The example keeps its board in an array and walks along lines: a second version of the same rules."""
    rng = np.random.default_rng(side)
    plain = turnwright.game(f"{EXAMPLE}:Amazons:side={side}")
    for _ in range(4):
        state, other = turnwright.game(f"amazons:side={side}").start(0), plain.start(0)
        while not state.is_over:
            actions = [state.action_text(action) for action in state.legal_actions()]
            assert sorted(actions) == sorted(other.action_text(action) for action in other.legal_actions())
            chosen = str(rng.choice(actions))
            state, other = state.play(chosen), other.play(chosen)
        assert (other.is_over, other.outcome) == (True, state.outcome)
