"""Wins at hand: before a search begins, turns are looked at for one that wins the game, the shortest ones first.

Searches that sample may overlook the only square from which a shot wins. This look is exhaustive as far as its part of
the budget goes, sees only the game contract, leaves nothing to chance and counts its steps; it needs no evaluation.
"""

from dataclasses import replace

import numpy as np

from turnwright.agents.memory import Rooms, expected_nodes
from turnwright.agents.win_probe_kernel import find_win
from turnwright.core.budget import Budget
from turnwright.core.control import budget_ns, new_control
from turnwright.core.control_kernel import MAX_TURN
from turnwright.core.hash_table import KEY
from turnwright.core.state import State

_SHARE = 10
"""The look takes at most this part of a time or of a number of steps."""
_STEPS = 5
"""Steps that it takes at most for every evaluation or iteration of a budget."""
_BOUNDLESS = 1 << 40
"""A count that no look uses up."""
_MOST_STATES = 1 << 22
"""States that a look remembers at most; beyond them it may come to the same ones again."""
_rooms = Rooms(table=KEY)


def win_at_hand(state: State, longest: int, budget: Budget) -> tuple[np.ndarray, Budget]:
    """Look for a win of at most this many actions; gives the control record and the remaining budget."""
    part = _part_of(budget)
    started, control = budget_ns(), new_control(part)
    most = expected_nodes(part, _MOST_STATES) if longest > 2 else 0
    room = _rooms.take(table=most)
    find_win(state.game, state.records, control, min(longest, state.game.max_turn, MAX_TURN - 1), room.new_table(most))
    _rooms.give([room])
    left = budget
    if budget.steps is not None:
        left = replace(left, steps=max(0, budget.steps - int(control[0].steps)))
    if budget.milliseconds is not None:
        spent = (budget_ns() - started) / 1e6
        left = replace(left, milliseconds=max(0.0, budget.milliseconds - spent))
    return control, left


def _part_of(budget: Budget) -> Budget:
    """What of a budget the look may take."""
    counts = [_STEPS * min(count, _BOUNDLESS) for count in (budget.evaluations, budget.iterations) if count is not None]
    if budget.steps is not None:
        counts.append(budget.steps // _SHARE)
    return Budget(
        milliseconds=None if budget.milliseconds is None else budget.milliseconds / _SHARE,
        steps=min(counts, default=None),
    )
