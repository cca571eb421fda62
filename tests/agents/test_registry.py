"""Agents by spec string: every spec parses back to the same settings, and what does not exist is named."""

import subprocess
import sys

import pytest

import turnwright
from turnwright.agents.registry import agent_class, agent_settings, own_agent_names
from turnwright.core.settings_text import settings_texts
from turnwright.core.spec import SpecError


def test_the_papers_agents_are_there():
    names = {"random", "greedy_action", "greedy_turn", "mcts", "oep", "emcts", "fh_emcts"}
    assert names <= set(turnwright.agent_names())


@pytest.mark.parametrize("name", turnwright.agent_names())
def test_every_setting_survives_the_way_to_text_and_back(name):
    """One setting at a time is given another value than its default, for every agent and setting."""
    for setting in settings_texts(agent_settings(agent_class(name))):
        others = [choice for choice in setting.choices if choice != setting.default]
        if setting.values == "word":
            others = ["reference"]
        elif not others:
            others = ["0.125"] if setting.values == "number" else ["7"]
        made = turnwright.agent(f"{name}:{setting.name}={others[0]}")
        assert made.spec == f"{name}:{setting.name}={others[0]}"
        assert turnwright.agent(made.spec).settings == made.settings
    assert turnwright.agent(name).spec == name


@pytest.mark.parametrize("name", turnwright.agent_names())
def test_every_setting_has_a_sentence(name):
    assert [text.name for text in settings_texts(agent_settings(agent_class(name))) if not text.meaning] == []


def test_settings_can_be_given_by_name():
    assert turnwright.agent("oep:mutation=0.3", population=40).spec == "oep:population=40,mutation=0.3"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("oap", "there is no agent 'oap' (did you mean 'oep'?); available: random, greedy_action"),
        ("oep:populaton=3", "oep has no setting 'populaton' (did you mean 'population'?)"),
        ("oep:diversity=some", "diversity cannot be 'some'; available: none, tabu, niche"),
        ("oep:population=1", "it must be at least 2"),
        ("oep:population", "not of the form key=value"),
        ("my_bot.py", "'my_bot.py' names a file but no class in it; give it as my_bot.py:Class"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_sentence(spec, message):
    with pytest.raises(SpecError) as caught:
        turnwright.agent(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "wrong",
    [
        "oep:mutation=1.5",
        "oep:mutation=-0.1",
        "oep:mutation=nan",
        "oep:greedy=2",
        "oep:horizon=-1",
        "oep:patience=-2",
        "oep:repair_top=-1",
        "oep:rollout_greedy=1.01",
        "mcts:greedy=-1",
        "mcts:exploration=-0.5",
        "mcts:depth=-1",
        "mcts:trees=0",
        "mcts:win_probe=-1",
        "random:greedy=3",
        "greedy_action:top=-3",
        "greedy_turn:shares=0",
        "greedy_turn:table=0",
        "emcts:horizon=0",
        "emcts:exploration=-1",
        "fh_emcts:model_top=-1",
        "emcts:phases=0",
        "oep:threads=0",
        "mcts:worlds=0",
    ],
)
def test_settings_out_of_range_are_refused_in_one_sentence(wrong):
    """It names the setting, what was given and what can be."""
    name, _, value = wrong.partition(":")[2].partition("=")
    with pytest.raises(SpecError) as caught:
        turnwright.agent(wrong)
    assert str(caught.value).startswith(f"{name} is {value}")
    assert "; it must be " in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", own_agent_names())
def test_an_agent_is_listed_under_the_name_of_its_class(name):
    assert agent_class(name).name == name
    assert turnwright.agent(name).spec == name


def test_only_the_agent_that_is_asked_for_is_loaded():
    """Loading all of them would delay every command and every worker."""
    code = "import sys, turnwright; turnwright.agent('random'); print('turnwright.agents.reply' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
