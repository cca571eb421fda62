"""Plans: templates, sets of games, and one sentence for every mistake in a file."""

from pathlib import Path

import pytest

from turnwright.core.errors import TurnwrightError
from turnwright.tuning.load import plan_from, read_plan
from turnwright.tuning.ntbea import VARIANTS

ROOT = Path(__file__).resolve().parents[2]
GOOD = {
    "agent": "oep:population={population},mutation={mutation}@60ev",
    "opponent": "greedy_action",
    "game": "hero_academy:map=a-tiny,deck=TINY,action_points={ap}",
    "space": {"population": [4, 10], "mutation": {"from": 0.1, "to": 0.7, "step": 0.2}, "ap": [2, 3]},
}


def test_values_are_filled_into_the_agent_and_the_game():
    pairing = plan_from(GOOD).pairing((1, 2, 0))
    assert str(pairing.players[0]) == "oep:population=10,mutation=0.5@60ev"
    assert pairing.game == "hero_academy:map=a-tiny,deck=TINY,action_points=2"


def test_a_range_has_both_its_ends_and_no_rounding_errors():
    assert plan_from(GOOD).space.dimensions[1].values == (0.1, 0.3, 0.5, 0.7)
    whole = plan_from(GOOD | {"space": GOOD["space"] | {"population": {"from": 4, "to": 6}}})
    assert whole.space.dimensions[0].values == (4, 5, 6)
    assert all(type(value) is int for value in whole.space.dimensions[0].values)


def test_settings_that_say_yes_or_no_can_be_searched():
    data = GOOD | {"agent": "greedy_action:top={top}", "space": {"top": [0, 3], "ap": [2, 3]}}
    assert str(plan_from(data).pairing((1, 0)).players[0]) == "greedy_action:top=3"


def test_every_iteration_of_every_run_has_deals_of_its_own():
    plan = plan_from(GOOD | {"games": 4})
    keys = [
        game.setup.seed for run in range(3) for iteration in range(5) for game in plan.set_of((0, 0, 0), run, iteration)
    ]
    assert len(set(keys)) == 3 * 5 * 2  # each deal from both seats


def test_all_recommendations_play_off_on_the_same_deals():
    plan = plan_from(GOOD | {"play_off": 20})
    one, other = plan.play_off_of((0, 0, 0)), plan.play_off_of((1, 1, 0))
    assert [game.setup.seed for game in one] == [game.setup.seed for game in other]
    assert len(list(one)) == 20


def test_the_play_off_takes_a_fifth_of_a_runs_games_unless_told_otherwise():
    assert plan_from(GOOD | {"iterations": 100, "games": 12}).play_off_games == 240
    assert plan_from(GOOD | {"iterations": 3, "games": 2}).play_off_games == 2
    assert plan_from(GOOD | {"play_off": 0}).play_off_games == 0


def test_a_variant_is_a_start_that_settings_change():
    plan = plan_from(GOOD | {"ntbea": {"variant": "tag", "k": 2, "tuples": [1, "all"]}})
    assert (plan.ntbea.k, plan.ntbea.tuples, plan.ntbea.epsilon) == (2, (1, "all"), VARIANTS["tag"].epsilon)


def test_the_example_is_a_plan():
    assert read_plan(ROOT / "examples" / "tuning.toml").space.size == 20


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"agnet": "random"}, "no key 'agnet' (did you mean 'agent'?)"),
        ({"agent": None}, "agent is missing"),
        ({"opponent": None}, "opponent is missing"),
        ({"space": None}, "space is missing"),
        ({"agent": 3}, "agent must be text, not 3"),
        ({"games": "12"}, "games must be a whole number, not '12'"),
        ({"games": True}, "games must be a whole number, not True"),
        ({"games": 5}, "5 games cannot be played"),
        ({"iterations": 0}, "iterations is 0; it must be at least 1"),
        ({"runs": 0}, "runs is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"log_every": 0}, "log_every is 0"),
        ({"play_off": 3}, "play_off is 3"),
        ({"play_off": -2}, "play_off is -2"),
        ({"view": "blind"}, "view cannot be 'blind'; available: open, hidden, reference"),
        ({"budget": "soon"}, "'soon' is not a budget"),
        ({"opponent": "nobody"}, "no agent 'nobody'"),
        ({"opponent": "oep"}, "oep needs a budget"),
        ({"game": "chess:ap={ap}"}, "no game 'chess'"),
        ({"agent": "oep:population={population}@60ev"}, "nothing uses mutation"),
        ({"agent": GOOD["agent"] + "{x}"}, "{x} is not a dimension of the space"),
        ({"agent": "oep:populatoin={population},mutation={mutation}@60ev"}, "has no setting 'populatoin'"),
        ({"space": {**GOOD["space"], "mutation": [0.1, 7.0]}}, "population=10, mutation=7.0, ap=3 cannot be played"),
        ({"space": []}, "space must be a table of keys and values, not []"),
        ({"space": {}}, "at least one dimension"),
        ({"space": {**GOOD["space"], "ap": 3}}, "ap must be a list of values"),
        ({"space": {**GOOD["space"], "ap": [3]}}, "ap has 1 values"),
        ({"space": {**GOOD["space"], "ap": [[1], 2]}}, "ap has the value [1]"),
        ({"space": {**GOOD["space"], "ap": {"from": 2}}}, "space: ap lacks the key 'to'"),
        ({"space": {**GOOD["space"], "ap": {"from": 2, "to": 1}}}, "to a larger one"),
        ({"space": {**GOOD["space"], "ap": {"from": 2, "to": 3, "step": 0}}}, "step above 0"),
        ({"space": {**GOOD["space"], "ap": {"from": 2, "to": float("inf")}}}, "to a larger one"),
        ({"space": {**GOOD["space"], "ap": {"from": 2, "to": 3, "step": float("nan")}}}, "step above 0"),
        ({"space": {**GOOD["space"], "ap": [2, float("nan")]}}, "ap has the value nan"),
        (
            {"space": {**GOOD["space"], "ap": {"from": 2, "to": 3, "by": 1}}},
            "space: ap has no key 'by'",
        ),
        ({"space": {**GOOD["space"], "ap": {"from": 0, "to": 1e300}}}, "at most 10,000"),
        ({"space": {**GOOD["space"], "a p": [1, 2]}}, "cannot name a dimension"),
        ({"ntbea": {"variant": "best"}}, "no variant of ntbea 'best'"),
        ({"ntbea": {"kk": 1}}, "ntbea has no setting 'kk'"),
        ({"ntbea": {"k": "high"}}, "ntbea: k must be a number, not 'high'"),
        ({"ntbea": {"k": -1}}, "ntbea: k is -1"),
        ({"ntbea": {"walk": "far"}}, "ntbea: walk cannot be 'far'; available: last, best"),
        ({"ntbea": {"tuples": [1, "two"]}}, "ntbea: tuples, number 2 must be a whole number or 'all', not 'two'"),
        ({"ntbea": {"tuples": [0]}}, "a size is at least 1"),
        ({"optuna": {"initial": 0}}, "optuna: initial is 0"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_mistakes_are_told_in_one_sentence(changes, says):
    data = {key: value for key, value in (GOOD | changes).items() if value is not None}
    with pytest.raises(TurnwrightError) as caught:
        plan_from(data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"), [(b"agent = ", "is not TOML"), (b"\xff\xfe", "is not TOML"), (None, "cannot be read")]
)
def test_files_that_are_no_plans_are_told_in_one_sentence(tmp_path, content, says):
    file = tmp_path / "plan.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TurnwrightError, match=says):
        read_plan(file)
