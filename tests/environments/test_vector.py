"""Batches of games: they are the single games side by side, and are dealt anew as their mode says."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import turnwright
from turnwright import TurnwrightError

pytestmark = pytest.mark.slow

SHORT = "hero_academy:map=a-tiny,turn_limit=3,action_points=2"
"""Over after two turns."""


def made(count: int = 3, spec: str = SHORT, seed: int = 5, **settings):
    envs = turnwright.vector_env(spec, count, **settings)
    observations, infos = envs.reset(seed=seed)
    return envs, observations, infos


def test_games_are_played_as_states_play_them():
    """Every game of a batch, beside its own `State`."""
    envs, observations, infos = made(4, "hero_academy:map=a-tiny")
    states = [envs.position(i) for i in range(4)]
    assert len({state.text for state in states}) == 4
    for _ in range(12):
        actions = envs.sample_actions()
        for i, state in enumerate(states):
            assert observations["action_mask"][i, actions[i]] == 1
            assert infos["player"][i] == state.player
        decoded = [envs._stepper.decode(int(actions[i]), i) for i in range(4)]
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        states = [state.play(action) for state, action in zip(states, decoded, strict=True)]
        assert [envs.position(i) for i in range(4)] == states
        assert terminations.tolist() == [state.is_over for state in states]
        assert not truncations.any()
        assert not rewards.any()
    assert observations["observation"].shape == (4, *envs.encoding.shape)
    assert envs.observation_space.contains({name: array.copy() for name, array in observations.items()})


def until_the_end(envs):
    """Play until some game ends; what the last step returned."""
    while True:
        result = envs.step(envs.sample_actions())
        if result[2].any():
            return result


def test_next_step_a_finished_game_waits_one_step_and_ignores_the_action():
    envs, _, _ = made()
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, _, terminations, _, infos = until_the_end(envs)
    ended = int(np.flatnonzero(terminations)[0])
    assert envs.position(ended).is_over
    assert not observations["action_mask"][ended].any()
    actions = envs.sample_actions()
    actions[ended] = -99
    observations, rewards, terminations, _, _ = envs.step(actions)
    assert not terminations[ended]
    assert rewards[ended] == 0
    assert observations["action_mask"][ended].any()
    assert "turn=1" in envs.position(ended).text or envs.position(ended).records["turn"][0] == 1
    assert "final_obs" not in infos


def test_same_step_a_finished_game_is_dealt_anew_and_its_last_observation_kept():
    envs, _, _ = made(autoreset_mode="SameStep")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, _, terminations, _, infos = until_the_end(envs)
    ended = int(np.flatnonzero(terminations)[0])
    assert envs.position(ended).records["turn"][0] == 1
    assert observations["action_mask"][ended].any()
    assert infos["_final_obs"].tolist() == terminations.tolist()
    final = infos["final_obs"][ended]
    assert not final["action_mask"].any()
    assert final["numbers"][envs.encoding.numbers.index("turns played, as a share of the turn limit")] == 1


def test_disabled_a_finished_game_stays_until_it_is_reset():
    envs, _, _ = made(autoreset_mode=AutoresetMode.DISABLED)
    _, _, terminations, _, _ = until_the_end(envs)
    ended = terminations.copy()
    actions = envs.sample_actions()
    with pytest.raises(TurnwrightError, match=f"the game in environment {np.flatnonzero(ended)[0]} is over; reset it"):
        envs.step(actions)
    others = [envs.position(i).text for i in np.flatnonzero(~ended)]
    envs.reset(options={"reset_mask": ended})
    assert [envs.position(i).text for i in np.flatnonzero(~ended)] == others
    assert all(envs.position(i).records["turn"][0] == 1 for i in np.flatnonzero(ended))
    envs.step(envs.sample_actions())


def test_an_illegal_action_stops_the_whole_step():
    envs, _, _ = made()
    before = [envs.position(i).text for i in range(3)]
    actions = envs.sample_actions()
    actions[2] = 1
    with pytest.raises(
        TurnwrightError, match=r"index 1 .*is not legal in environment 2; choose an index where the action m"
    ):
        envs.step(actions)
    assert [envs.position(i).text for i in range(3)] == before


def test_whole_turns_are_their_actions_one_after_the_other():
    by_action, _, _ = made(2, "hero_academy:map=a-tiny")
    by_turn, _, _ = made(2, "hero_academy:map=a-tiny")
    rows = []
    for _ in range(4):
        rows.append(by_action.sample_actions())
        by_action.step(rows[-1])
    _, _, _, _, infos = by_turn.step_turns(np.stack(rows, axis=1))
    assert infos["player"].tolist() == [1, 1]
    assert [by_turn.position(i) for i in range(2)] == [by_action.position(i) for i in range(2)]
    short = np.full((2, 5), -1)
    by_turn.step_turns(short)  # nothing but the end of the turn
    assert [by_turn.position(i).player for i in range(2)] == [0, 0]
    with pytest.raises(TurnwrightError, match=r"the turn \[0, 0\] is not legal in environment 0"):
        by_turn.step_turns(np.zeros((2, 2), dtype=int))


def test_against_an_opponent_the_caller_has_one_seat():
    envs, observations, infos = made(6, opponent="random")
    seats = infos["player"].copy()
    assert set(seats.tolist()) == {0, 1}
    first = envs.encoding.numbers.index("1 if the observer is the first player")
    assert observations["numbers"][:, first].tolist() == (1 - seats).tolist()
    for _ in range(8):
        for i in range(6):
            position = envs.position(i)
            assert position.is_over or position.player == infos["player"][i]
        _, rewards, terminations, _, infos = envs.step(envs.sample_actions())
        for i in np.flatnonzero(terminations):
            assert rewards[i] == envs.position(i).outcome * (1 - 2 * infos["player"][i])
    _, _, infos = made(6, opponent="random", seat=1)
    assert infos["player"].tolist() == [1] * 6


def test_arrays_are_shared_by_dlpack_and_overwritten_unless_copied():
    envs, observations, _ = made()
    shared = np.from_dlpack(observations["observation"])
    assert np.shares_memory(shared, observations["observation"])
    later, rewards, _, _, _ = envs.step(envs.sample_actions())
    assert np.shares_memory(shared, later["observation"])
    assert np.shares_memory(rewards, np.from_dlpack(rewards))
    copying, observations, _ = made(copy=True)
    later = copying.step(copying.sample_actions())[0]
    assert not np.shares_memory(later["observation"], observations["observation"])


def test_a_seed_makes_everything_the_same_again():
    one, _, _ = made(seed=9)
    other, _, _ = made(seed=9)
    third, _, _ = made(seed=10)
    for _ in range(6):
        actions = one.sample_actions()
        assert actions.tolist() == other.sample_actions().tolist()
        for envs in (one, other):
            envs.step(actions)
    assert [one.position(i) for i in range(3)] == [other.position(i) for i in range(3)]
    assert third.position(0) != made(seed=9)[0].position(0)


def test_without_observations_nothing_is_seen():
    envs, observations, infos = made(observe=False)
    assert observations == {}
    assert infos["player"].tolist() == [0, 0, 0]
    assert envs.step(envs.sample_actions())[0] == {}


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"opponent": "rendom"}, r"there is no opponent 'rendom' \(did you mean 'random'\?\)"),
        ({"seat": 2}, "seat is 2; it must be 0, 1, or None for a random seat"),
        ({"autoreset_mode": "Sometimes"}, "there is no autoreset mode 'Sometimes'"),
        ({"mapp": "a"}, "'mapp'"),
    ],
)
def test_mistakes_are_told_in_one_sentence(settings, sentence):
    with pytest.raises(TurnwrightError, match=sentence):
        turnwright.vector_env("hero_academy", 2, **settings)


def test_wrong_shapes_are_refused():
    envs, _, _ = made()
    with pytest.raises(TurnwrightError, match=r"actions have the shape \(2,\); give 3 of them"):
        envs.step(np.zeros(2, dtype=int))
    with pytest.raises(TurnwrightError, match="actions are of type float64; give whole numbers"):
        envs.step(np.zeros(3))
    with pytest.raises(TurnwrightError, match="0 environments are impossible"):
        turnwright.vector_env(SHORT, 0)
    with pytest.raises(TurnwrightError, match="call reset first"):
        turnwright.vector_env(SHORT, 1).step(np.zeros(1, dtype=int))
