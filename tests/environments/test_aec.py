"""Games as PettingZoo environments: PettingZoo's own tests, and what is particular to turns of several actions."""

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import turnwright
from turnwright import TurnwrightError

pytestmark = [
    pytest.mark.slow,
    # What PettingZoo has to say about every environment with a mask.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]

GAMES = ["hero_academy", "locm", "arimaa", "amazons"]
TINY = "hero_academy:map=a-tiny"


@pytest.fixture
def tiny():
    env = turnwright.env(TINY)
    env.reset(seed=7)
    return env


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests_pass(game, capsys):
    api_test(pettingzoo.make("aec", f"turnwright/{game}-v1"), num_cycles=40)
    seed_test(lambda: turnwright.env(game), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_test_of_pictures_passes(game):
    render_test(lambda render_mode=None: turnwright.env(game, render_mode=render_mode))


def test_pettingzoos_benchmark_runs(capsys):
    performance_benchmark(turnwright.env(TINY))
    assert "turns per second" in capsys.readouterr().out


def test_an_agent_stays_selected_until_its_turn_ends(tiny):
    """Three action points in the first turn, and then its end, which has an index of its own."""
    selected = []
    for agent in tiny.agent_iter(5):
        selected.append(agent)
        mask = tiny.observe(agent)["action_mask"]
        tiny.step(int(np.flatnonzero(mask)[0]))
    assert selected == ["player_0"] * 4 + ["player_1"]


def test_rewards_come_at_the_end_and_add_up_to_nothing(tiny):
    tiny.action_space("player_0").seed(1)
    while tiny.agents:
        observation, reward, termination, _, _ = tiny.last()
        if termination:
            break
        assert reward == 0
        tiny.step(tiny.action_space(tiny.agent_selection).sample(observation["action_mask"]))
    position = tiny.position
    assert position.is_over
    assert tiny.rewards == {"player_0": position.outcome, "player_1": -position.outcome}
    assert all(tiny.terminations.values())
    assert not any(tiny.truncations.values())
    with pytest.raises(ValueError, match="None"):
        tiny.step(0)


def test_the_same_seed_deals_the_same_game_and_no_seed_goes_on(tiny):
    first = tiny.position.text
    tiny.reset()
    second = tiny.position.text
    tiny.reset(seed=7)
    assert tiny.position.text == first != second
    tiny.reset()
    assert tiny.position.text == second
    assert first == turnwright.env(TINY).game.format_state(tiny.position).replace(second, first)


def test_a_whole_turn_is_its_actions_in_one_step():
    by_action, by_turn, by_text = (turnwright.env(TINY) for _ in range(3))
    indices = []
    for env in (by_action, by_turn, by_text):
        env.reset(seed=7)
    start = by_action.position
    while by_action.agent_selection == "player_0":
        indices.append(int(np.flatnonzero(by_action.observe("player_0")["action_mask"])[2 % (4 - len(indices))]))
        by_action.step(indices[-1])
    by_turn.step_turn(indices)
    assert by_turn.position == by_action.position
    by_turn.reset(seed=7)
    by_turn.step_turn(indices[:-1])  # cut short, so it is ended
    assert by_turn.position == by_action.position
    codes = turnwright.env(TINY)
    codes.reset(seed=7)
    actions = []
    for index in indices:
        actions.append(codes.action_text(index))
        codes.step(index)
    by_text.step_turn(" ".join(actions))
    assert by_text.position == by_action.position != start


def test_a_turn_that_cannot_be_played_changes_nothing(tiny):
    before = tiny.position
    legal = int(np.flatnonzero(tiny.observe("player_0")["action_mask"])[0])
    with pytest.raises(TurnwrightError, match=rf"the turn \[{legal}, 0\] is not legal; choose an index where"):
        tiny.step_turn([legal, 0])
    assert tiny.position == before
    assert tiny.agent_selection == "player_0"


def test_a_game_can_begin_anywhere(tiny):
    later = tiny.position.play(*[tiny.position.legal_actions()[0]])
    tiny.reset(seed=1, options={"state": later.text})
    assert tiny.position == later
    with pytest.raises(TurnwrightError, match="the position is from amazons; give one from hero_academy"):
        tiny.reset(options={"state": turnwright.game("amazons:side=6").start(1)})


def test_actions_have_names(tiny):
    action = tiny.position.legal_actions()[3]
    index = tiny.index_of(action)
    assert tiny.action_text(index) == tiny.position.action_text(action)
    assert tiny.index_of(tiny.action_text(index)) == index
    with pytest.raises(TurnwrightError, match="is not legal here"):
        tiny.index_of("a1-b1")


def test_a_spectator_sees_everything(tiny):
    whole = tiny.state()
    assert whole.shape == tiny.state_space.shape
    assert tiny.state_space.contains(whole)
    planes = tiny.observe("player_0")["observation"]
    np.testing.assert_array_equal(whole[: planes.size], planes.ravel())


def test_mistakes_are_told_in_one_sentence():
    with pytest.raises(TurnwrightError, match="there is no render mode 'window'; the modes are human, ansi, rgb_array"):
        turnwright.env(TINY, render_mode="window")
    with pytest.raises(TurnwrightError, match="there is no view 'all'; the views are open, hidden, reference"):
        turnwright.env(TINY, view="all")
    env = turnwright.env(TINY)
    with pytest.raises(TurnwrightError, match="no game is in progress; call reset first"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(TurnwrightError, match="no render mode was chosen"):
        env.render()
    with pytest.raises(TurnwrightError, match="map cannot be set, because the game already exists"):
        turnwright.env(env.game, map="a")
