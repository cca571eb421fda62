"""Our games in OpenSpiel, and its algorithms against our agents."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import turnwright
from turnwright import spiel_game
from turnwright.environments.open_spiel import SpielBot

pytestmark = pytest.mark.slow


def test_openspiels_mcts_plays_against_our_agent():
    """Twice, from both seats; whoever plays, the game comes to an end by its own rules."""
    game = spiel_game("amazons", side=4)
    for seat in (0, 1):
        rng = np.random.RandomState(1)
        bots = [None, None]
        bots[seat] = SpielBot("greedy_action", "100ev")
        bots[1 - seat] = mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        state = game.new_initial_state()
        played = []
        while not state.is_terminal():
            played.append(state.current_player())
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        assert played[:4] == [0, 0, 1, 1]  # a turn is a move and a shot
        assert sorted(state.returns()) == [-1.0, 1.0]
        assert state.returns()[0] == state.position.outcome


@pytest.mark.parametrize("spec", ["hero_academy:map=a-tiny,turn_limit=4", "locm:draft=learned", "amazons:side=4"])
def test_openspiel_plays_as_we_do(spec):
    """Random actions, each also played on a state of our own; copies do not share what is played."""
    game = spiel_game(spec, seed=3)
    state, own = game.new_initial_state(), turnwright.game(spec).start(3)
    rng = np.random.default_rng(1)
    for _ in range(30):
        assert state.is_terminal() == own.is_over
        if own.is_over:
            break
        assert state.current_player() == own.player
        index = int(rng.choice(state.legal_actions()))
        text = state.action_to_string(index)
        before = state.clone()
        state.apply_action(index)
        assert before.position == own
        own = own.play(own.game.parse_action(text))
        assert state.position == own


def test_observations_are_those_of_the_encoding():
    game = spiel_game("amazons", side=4)
    observer = game.make_py_observer()
    state = game.new_initial_state()
    observer.set_from(state, 0)
    env = turnwright.env("amazons", side=4, view="open")
    env.reset(options={"state": state.position})
    seen = env.observe("player_0")
    np.testing.assert_array_equal(observer.dict["observation"], seen["observation"])
    np.testing.assert_array_equal(observer.dict["numbers"], seen["numbers"])
    assert observer.tensor.size == seen["observation"].size + seen["numbers"].size
    assert isinstance(game, pyspiel.Game)
