"""A Gymnasium environment whose other seat is an agent's."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import turnwright
from turnwright import TurnwrightError

pytestmark = pytest.mark.slow

TINY = "hero_academy:map=a-tiny,turn_limit=5"


@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")
def test_gymnasiums_own_checker_is_content():
    class LegalOnly(gymnasium.ActionWrapper):
        """The checker samples without the mask."""

        def action(self, action):
            return int(np.flatnonzero(self.env.unwrapped._seen()[1]["mask"])[0])

    check_env(LegalOnly(turnwright.gym_env(TINY, render_mode="ansi")), skip_render_check=True)


@pytest.mark.parametrize("opponent", ["random", "greedy_action"])
def test_a_game_is_played_to_its_end(opponent):
    env = gymnasium.make("turnwright/hero_academy-v1", map="a-tiny", turn_limit=4, opponent=opponent, budget="50ev")
    seats = set()
    for seed in range(6):
        observation, _ = env.reset(seed=seed)
        here = env.unwrapped
        seats.add(here.seat)
        assert here.position.player == here.seat
        rng = np.random.default_rng(seed)
        while True:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, reward, terminated, truncated, _ = env.step(action)
            if terminated:
                break
            assert reward == 0
            assert here.position.player == here.seat
        assert reward == here.position.outcome * (1 - 2 * here.seat)
        assert not truncated
    assert seats == {0, 1}


def test_a_seed_makes_the_same_game_again():
    texts = []
    for _ in range(2):
        env = turnwright.gym_env(TINY, seat=1)
        env.reset(seed=4)
        env.step_turn([])
        texts.append(env.position.text)
    assert texts[0] == texts[1]


def test_mistakes_are_told_in_one_sentence():
    with pytest.raises(TurnwrightError, match="there is no agent 'randm'"):
        turnwright.gym_env(TINY, opponent="randm")
    with pytest.raises(TurnwrightError, match="seat is 3"):
        turnwright.gym_env(TINY, seat=3)
    with pytest.raises(TurnwrightError, match="is an external program; give a Python agent"):
        turnwright.gym_env(TINY, opponent="cmd:cat")


def test_batches_have_the_same_id():
    envs = gymnasium.make_vec("turnwright/hero_academy-v1", num_envs=3, map="a-tiny")
    observations, _ = envs.reset(seed=1)
    assert observations["action_mask"].shape[0] == 3
