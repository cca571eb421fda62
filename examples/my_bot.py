"""MyBot: a complete agent in plain Python, to copy from when writing your own (see docs/writing-an-agent.md).

It looks at some random turns and plays the best. Try `turnwright demo --agent examples/my_bot.py:MyBot`.
"""

import random
import time
from dataclasses import dataclass

from turnwright import Budget, State, View


@dataclass(frozen=True, kw_only=True)
class MyBot:
    """Plays the best of some random turns."""

    tries: int = 200
    """Random turns to look at, if the budget allows."""

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> list[int]:
        started = time.monotonic()
        chance = random.Random(seed)
        start = view.world(seed)
        best_turn, best_value = [start.end_action], start.play(start.end_action).evaluate(start.player)
        for evaluations in range(1, self.tries + 1):
            if budget is not None and is_spent(budget, started, evaluations):
                break
            turn, end = random_turn(start, chance)
            value = end.evaluate(start.player)
            if value > best_value:
                best_turn, best_value = turn, value
        return best_turn


def random_turn(start: State, chance: random.Random) -> tuple[list[int], State]:
    """The actions of a random turn, and the state it leads to."""
    turn: list[int] = []
    state = start
    while not state.is_over and state.player == start.player:
        turn.append(chance.choice(state.candidates() or [state.end_action]))
        state = state.play(turn[-1])
    return turn, state


def is_spent(budget: Budget, started: float, evaluations: int) -> bool:
    """Whether a budget of time or of evaluations is used up."""
    late = budget.milliseconds is not None and 1000 * (time.monotonic() - started) >= budget.milliseconds
    return late or (budget.evaluations is not None and evaluations >= budget.evaluations)
