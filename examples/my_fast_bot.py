"""MyFastBot: the idea of my_bot.py in compiled code, which looks at a hundred times as many turns."""

from dataclasses import dataclass

import numpy as np

from turnwright import Budget, View
from turnwright.core.compiled import entry
from turnwright.core.rng import below, generator


@entry
def best_random_turn(game, states, tries, longest, rng):
    """The best of some random turns: its actions."""
    me = game.player(states[0])
    listed = np.empty(game.list_room, dtype=np.int32)
    turn, best_turn = np.empty(longest, dtype=np.int32), np.empty(longest, dtype=np.int32)
    best_length, best_value = 0, -np.inf
    trial = states.copy()
    for _ in range(tries):
        trial[0] = states[0]
        length = 0
        while not game.is_over(trial[0]) and game.player(trial[0]) == me:
            count = game.candidates(trial[0], listed)
            turn[length] = listed[below(rng, count)] if count > 0 else game.end_action()
            game.apply(trial[0], np.int64(turn[length]))
            length += 1
        value = game.evaluate(trial[0], me)
        if value > best_value:
            best_turn[:length] = turn[:length]
            best_length, best_value = length, value
    return best_turn[:best_length]


@dataclass(frozen=True, kw_only=True)
class MyFastBot:
    """Plays the best of many random turns."""

    tries: int = 20_000
    """Random turns to look at, if the budget allows."""

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> np.ndarray:
        tries = self.tries
        if budget is not None and budget.evaluations is not None:
            tries = max(1, min(tries, budget.evaluations))
        start = view.world(seed)
        return best_random_turn(start.game, start.records, tries, start.game.max_turn, generator(seed))
