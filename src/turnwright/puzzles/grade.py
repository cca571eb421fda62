"""How hard a puzzle is: how many evaluations a search needs that does not look for wins on its own."""

from dataclasses import replace

import turnwright
from turnwright.agents.turn_check import ask
from turnwright.core.budget import Budget
from turnwright.core.state import State
from turnwright.puzzles.puzzle import Puzzle

AGENT = "oep:diversity=tabu,win_probe=0"
"""The search. It evolves whole turns and judges them by the game's evaluation; it has no win probe."""
BUDGETS = (1_000, 10_000, 100_000)
"""Evaluations that it is given, one after the other."""
SEEDS = 3
"""Searches with each; most of them have to find the win."""
LONG = 5
"""Actions from which a puzzle has a star more."""


def graded(puzzle: Puzzle) -> Puzzle:
    """The same puzzle with what the search needed, and its stars, one to five: one, one more for every budget that was
    too small, and one more if it is long."""
    state = puzzle.position
    needs = next((budget for budget in BUDGETS if _finds(state, budget)), None)
    missed = len(BUDGETS) if needs is None else BUDGETS.index(needs)
    return replace(puzzle, needs=needs, stars=1 + missed + (puzzle.length >= LONG))


def _finds(state: State, evaluations: int) -> bool:
    agent = turnwright.agent(AGENT)
    won = -1 if state.player else 1
    found = 0
    for seed in range(SEEDS):
        turn = ask(agent, state, Budget(evaluations=evaluations), seed)
        found += state.walk(turn.actions).after.outcome == won
    return 2 * found > SEEDS
