"""A training that takes seconds: on the smallest map, by the cheapest agent."""

import pytest

from turnwright.training.plan import Matches, TrainingPlan


@pytest.fixture(scope="session")
def small_plan():
    return TrainingPlan(
        game="hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=30,evaluation=described",
        agent="greedy_action:top=8",
        budget="100ev",
        games=24,
        generations=2,
        reply=0.3,
        gate=Matches(agents=("greedy_action@100ev",), games=4),
        test=Matches(agents=("greedy_action@100ev",), games=4),
        seed=3,
    )
