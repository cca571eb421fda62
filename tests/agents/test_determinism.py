"""With a counted budget and a seed a plan is the same everywhere: in another process, with any number of threads,
and without compiling."""

import json
import os
import subprocess
import sys

import pytest

from turnwright import Budget
from turnwright.agents.registry import agent

SPECS = (
    "random",
    "random:policy=local,greedy=0.5",
    "greedy_action",
    "greedy_turn:shares=3",
    "mcts",
    "mcts:trees=3",
    "mcts:cut=yes,rollouts=2",
    "oep",
    "oep:greedy=0.2,repair=greedy,diversity=tabu",
    "oep:rollouts=1,history=yes,islands=3,migration=2",
    "oep:diversity=niche,horizon=9",
    "emcts",
    "fh_emcts",
    "tbets",
    "ntboe:neighbours=10,pairs=yes",
    "hybrid",
    "reply",
    "permutation_random",
    "permutation_oep",
    "permutation_emcts:exploration=0.5,phases=3",
)
UNCOMPILED = (
    "greedy_turn:sort=none,visited=all",
    "greedy_turn:sort=root",
    "emcts:rollouts=1",
    "greedy_action:rollouts=1",
)
"""Further agents for which the interpreter is asked too."""
THOROUGH = ("oep:diversity=niche,horizon=9", "fh_emcts", "tbets", "ntboe:neighbours=10,pairs=yes", "hybrid", "reply")
"""Agents that make up several turns, which takes the interpreter long where there are many actions."""
WITHOUT_CHANCE = ("no_ai", "greedy_turn:ties=list", "mcts:exploration=0,greedy=1,ties=list")
COUNTS = ("evaluations", "steps", "iterations", "generations", "unique", "completed", "depth_max")
PROGRAM = (
    f"""
COUNTS = {COUNTS!r}
"""
    + """
import json, sys
import turnwright
from turnwright import Budget
from turnwright.agents.registry import agent

def outcome(spec, text, kind, budget):
    turn = agent(spec).plan(turnwright.state(text).view(kind=kind), Budget.parse(budget), seed=11)
    counts = [getattr(turn.report, name) for name in COUNTS]
    return [list(turn.actions), turn.value, counts]

print(json.dumps([outcome(*job) for job in json.load(sys.stdin)]))
"""
)


def outcome(spec: str, state, kind: str = "open", budget: str = "3000ev", seed: int = 11):
    """All of a plan that must not depend on where it is made."""
    turn = agent(spec).plan(state.view(kind=kind), Budget.parse(budget), seed=seed)
    return [list(turn.actions), turn.value, [getattr(turn.report, name) for name in COUNTS]]


def elsewhere(jobs: list, **environment: str) -> list:
    """The same in a new process."""
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(jobs),
        env=os.environ | {"PYTHONHASHSEED": "77"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert "Warning" not in finished.stderr
    return json.loads(finished.stdout)


def test_plans_are_identical_in_another_process(midgame, pairs):
    """For every kind of view and two games."""
    hero, other = midgame("hero_academy:draws=random", 1, seed=2)[0], midgame(pairs, 1, seed=2)[0]
    jobs = [(spec, hero.text, kind, "3000ev") for spec in SPECS for kind in ("open", "hidden")]
    jobs += [(spec, other.text, "open", "500it") for spec in SPECS]
    here = [outcome(spec, hero, kind) for spec in SPECS for kind in ("open", "hidden")]
    here += [outcome(spec, other, "open", "500it") for spec in SPECS]
    assert elsewhere(jobs) == here


@pytest.mark.slow
def test_plans_are_identical_without_compiling(midgame, pairs):
    """The same code run by the interpreter, on a map and budgets that it can afford."""
    hero = midgame("hero_academy:map=a-tiny,deck=TINY,action_points=3", 1, seed=3)[0]
    other = midgame(pairs, 1, seed=3)[0]
    specs = (*SPECS, *UNCOMPILED)
    asked = [(spec, hero) for spec in specs] + [(spec, other) for spec in specs if spec not in THOROUGH]
    here = [outcome(spec, state, "open", "110it") for spec, state in asked]
    jobs = [(spec, state.text, "open", "110it") for spec, state in asked]
    assert elsewhere(jobs, NUMBA_DISABLE_JIT="1") == here


@pytest.mark.parametrize(
    "spec",
    [
        "oep:islands=4,migration=1",
        "oep:islands=3,rollouts=1,history=yes,migration=3",
        "mcts:trees=4",
        "greedy_turn:shares=5",
    ],
)
def test_the_number_of_threads_changes_nothing(spec, midgame, pairs):
    for state in [*midgame("hero_academy", 2, seed=5), *midgame(pairs, 1, seed=5)]:
        first, *others = (outcome(f"{spec},threads={threads}", state) for threads in (1, 2, 3))
        assert others == [first, first]


@pytest.mark.parametrize("spec", [spec for spec in SPECS if not spec.startswith("greedy_turn")])
def test_other_seeds_search_otherwise(spec, midgame):
    """Somewhere among some seeds and states, in the plan or in what was counted."""
    found = {
        json.dumps(outcome(spec, state, budget="800ev", seed=seed))
        for state in midgame("hero_academy", 2, seed=6)
        for seed in range(6)
    }
    assert len(found) > 2


@pytest.mark.parametrize("spec", WITHOUT_CHANCE)
def test_what_leaves_nothing_to_chance_does_not_depend_on_the_seed(spec, midgame):
    state = midgame("hero_academy", 1, seed=6)[0]
    assert len({json.dumps(outcome(spec, state, budget="800ev", seed=seed)) for seed in range(5)}) == 1


@pytest.mark.parametrize("spec", SPECS)
def test_planning_twice_gives_the_same_plan(spec, midgame):
    """Nothing is left over from an earlier plan, also one of another position."""
    first, second = midgame("hero_academy", 2, seed=7)
    player = agent(spec)
    plans = [player.plan(state.view(), Budget(evaluations=2000), 4).actions for state in (first, second, first)]
    assert plans[0] == plans[2]
