"""The win probe: before a search starts, short turns are tried for one that wins the game, the shortest first.

Searches that sample may overlook the only square from which a shot wins. The probe is exhaustive within its share of
the budget, uses only the game contract, has no randomness and counts its steps. It needs no evaluation.
"""

from dataclasses import replace

import numpy as np

from turnwright.agents.memory import Rooms, expected_nodes, new_win_search
from turnwright.agents.win_probe_kernel import find_promising_win, find_win
from turnwright.core.budget import Budget
from turnwright.core.control import budget_ns, new_control
from turnwright.core.control_kernel import MAX_TURN
from turnwright.core.hash_table import KEY
from turnwright.core.state import State

_SHARE = 10
"""The largest share of a time or a number of steps that the probe may use."""
_STEPS = 5
"""The maximum number of steps per evaluation or iteration of a budget."""
_BOUNDLESS = 1 << 40
"""A count that no probe reaches."""
_MOST_STATES = 1 << 22
"""The maximum number of states that the probe stores; beyond this it may visit states again."""
_rooms = Rooms(table=KEY)


def win_at_hand(state: State, longest: int, budget: Budget) -> tuple[np.ndarray, Budget]:
    """Search for a win of at most this many actions. Returns the control record and the remaining budget.

    The shortest win is found first, but not if whole turns are searched (MAX_TURN) in a game with a bound on wins.
    """
    part = _part_of(budget)
    started, control = budget_ns(), new_control(part)
    if longest == MAX_TURN and state.game.bounds_wins:
        find_promising_win(state.game, state.records, control, new_win_search(state.game))
    else:
        _find_shortest(state, longest, part, control)
    left = budget
    if budget.steps is not None:
        left = replace(left, steps=max(0, budget.steps - int(control[0].steps)))
    if budget.milliseconds is not None:
        spent = (budget_ns() - started) / 1e6
        left = replace(left, milliseconds=max(0.0, budget.milliseconds - spent))
    return control, left


def _find_shortest(state: State, longest: int, budget: Budget, control: np.ndarray) -> None:
    most = expected_nodes(budget, _MOST_STATES) if longest > 2 else 0
    room = _rooms.take(table=most)
    find_win(state.game, state.records, control, min(longest, state.game.max_turn, MAX_TURN - 1), room.new_table(most))
    _rooms.give([room])


def _part_of(budget: Budget) -> Budget:
    """The part of a budget that the probe may use."""
    counts = [_STEPS * min(count, _BOUNDLESS) for count in (budget.evaluations, budget.iterations) if count is not None]
    if budget.steps is not None:
        counts.append(budget.steps // _SHARE)
    return Budget(
        milliseconds=None if budget.milliseconds is None else budget.milliseconds / _SHARE,
        steps=min(counts, default=None),
    )
