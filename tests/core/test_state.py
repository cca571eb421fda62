"""What a state accepts from Python code: single actions, whole turns, and players."""

import numpy as np
import pytest

import turnwright
from turnwright import IllegalActionError, TurnwrightError

TURNS = {
    "hero_academy:map=a-tiny": 0,
    "locm:draft=learned": 8,
    "amazons:side=6": 0,
}
"""Games that write turns differently, and after how many turns a turn has several actions."""


@pytest.mark.parametrize("spec", TURNS)
def test_a_turn_is_played_as_a_whole_or_action_by_action(spec):
    state = turnwright.game(spec).start(seed=1)
    for _ in range(TURNS[spec]):
        state = state.play(turnwright.agent("greedy_action").plan(state.view(), seed=1))
    turn = turnwright.agent("greedy_action").plan(state.view(), seed=1)
    assert len(turn.actions) > 1
    after = state.play(*turn.actions)
    assert after.player != state.player
    assert state.play(turn) == after
    assert state.play(str(turn)) == after
    assert state.play(*np.array(turn.actions)) == after


def test_an_illegal_action_within_a_turn_is_named():
    state = turnwright.game("amazons:side=6").start(seed=1)
    with pytest.raises(IllegalActionError, match=r"\*b1 is not legal here"):
        state.play("*b1 b1-b3")


@pytest.mark.parametrize("given", [["end"], None, 1.5])
def test_what_is_not_an_action_is_refused_with_what_to_do(given):
    with pytest.raises(TurnwrightError, match=r"is not an action; give actions as numbers or in notation"):
        turnwright.game("hero_academy:map=a-tiny").start(seed=1).play(given)


def test_there_are_two_players():
    state = turnwright.game("hero_academy:map=a-tiny").start(seed=1)
    for ask in (state.view, state.evaluate, state.normalised):
        ask(0), ask(1)
        with pytest.raises(TurnwrightError, match="there is no player 2; Python numbers the players 0 and 1"):
            ask(2)
