"""Every agent plays the example games: turns that must be finished, and dice inside the turn; and Arimaa and Amazons.

Pairs, the third example, is played by all of them in test_agent_conformance."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import turnwright
from turnwright import Budget
from turnwright.agents.registry import agent_names
from turnwright.agents.turn_check import ask_in_parts

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("amazons.py:Amazons:side=4", "pig.py:Pig")
BOARD_GAMES = ("arimaa:setup=book,turn_limit=5", "amazons:side=4")
SHORTER = {"fh_emcts": "fh_emcts:horizon=4"}
"""Settings for an agent that would take most of the time otherwise."""
QUICK = ("random", "greedy_action", "mcts", "oep")
"""Agents that play in every run of the tests, and not only in the slow ones."""
AGENTS = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in agent_names()]
CHECK = """
import json, sys
from turnwright import Budget
from turnwright.conformance.agent import check_agent
games, agents = json.loads(sys.argv[1])
budget = Budget(iterations=4, steps=150)  # one iteration of ntboe alone plays 150 turns
check = lambda agent, game: [str(finding) for finding in check_agent(agent, game, budget=budget)]
print(json.dumps({f"{agent} in {game}": check(agent, game) for game in games for agent in agents}))
"""


@cache
def findings(games: tuple[str, ...], are_quick: bool) -> dict[str, list[str]]:
    """What is found, by a process that does not compile: a few iterations a turn take less time than compiling."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT / "src")}
    agents = [SHORTER.get(name, name) for name in agent_names() if (name in QUICK) == are_quick]
    command = [sys.executable, "-c", CHECK, json.dumps([games, agents])]
    ended = subprocess.run(command, cwd=ROOT / "examples", env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    told: dict[str, list[str]] = json.loads(ended.stdout)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("game", BOARD_GAMES)
@pytest.mark.parametrize("agent", agent_names())
def test_it_plays_board_games_and_keeps_its_promises(agent, game):
    assert findings(BOARD_GAMES, agent in QUICK)[f"{SHORTER.get(agent, agent)} in {game}"] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", AGENTS)
def test_it_plays_without_a_forfeit_and_keeps_its_promises(agent, game):
    assert findings(GAMES, agent in QUICK)[f"{SHORTER.get(agent, agent)} in {game}"] == []


def test_a_roll_is_followed_by_another_question_with_a_new_budget():
    """Under the hidden view nobody knows the roll; the whole turn comes out as one, and reads back."""
    game = turnwright.game(f"{ROOT}/examples/pig.py:Pig")
    budgets = []

    class Roller(turnwright.Agent):
        """Rolls twice, then holds, whatever it is asked for."""

        def plan(self, view, budget=None, seed=0):
            budgets.append(budget)
            return ["roll", "roll", "hold"] if len(budgets) < 3 else ["hold"]

    start = next(
        state for state in (game.start(seed) for seed in range(50)) if state.walk([0, 0, 1]).actions == (0, 0, 1)
    )
    asked = ask_in_parts(Roller(), start, Budget(iterations=9), view="hidden")
    assert asked.walk.text == "roll roll hold"
    assert asked.walk.is_whole
    assert asked.budgets == 3
    assert budgets == [Budget(iterations=9)] * 3


def test_where_chance_shows_agents_plan_on_several_worlds():
    game = turnwright.game(f"{ROOT}/examples/pig.py:Pig")
    view = game.start(3).view(kind="hidden")
    for spec, parts in (("greedy_action", 8), ("greedy_action:worlds=2", 2), ("greedy_action:worlds=1", 0)):
        assert len(turnwright.agent(spec).plan(view, Budget(iterations=80)).report.parts) == parts
