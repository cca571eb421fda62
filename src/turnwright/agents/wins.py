"""Wins at hand: before a search begins, every turn of one or two actions is looked at for one that wins the game.

Searches that sample may overlook the only square from which a shot wins. This look is exhaustive, sees only the game
contract, leaves nothing to chance and counts its steps; it needs no evaluation.
"""

from dataclasses import replace

import numpy as np

from turnwright.agents.genomes import is_won
from turnwright.core.budget import Budget
from turnwright.core.clock import now_ns
from turnwright.core.compiled import entry, rule
from turnwright.core.control import MAX_TURN, is_spent, new_control, offer
from turnwright.core.state import State

_SHARE = 10
"""The look takes at most this part of a time or of a number of steps."""
_STEPS = 5
"""Steps that it takes at most for every evaluation or iteration of a budget."""
_BOUNDLESS = 1 << 40
"""A count that no look uses up."""


@rule
def tell_of_win(game, state, me, control, turn, length):
    """Tell of a turn if it has won the game; whether it has."""
    if not is_won(game, state, me):
        return False
    control.evaluations += 1
    control.iterations += 1
    control.unique = control.exhausted = 1
    offer(control, game.evaluate(state, me), turn, length)
    return True


@rule
def ends_in_win(game, state, me, control, turn, length, scratch):
    """Tell of a turn if the game is won after it, as it stands or once the turn is ended; whether it is."""
    if game.is_over(state) or game.player(state) != me:
        return tell_of_win(game, state, me, control, turn, length)
    scratch[0] = state
    game.apply(scratch[0], game.end_action())
    control.steps += 1
    turn[length] = game.end_action()
    return tell_of_win(game, scratch[0], me, control, turn, length + 1)


@entry
def find_win(game, states, control, longest):
    """Look for a turn of at most `longest` actions that wins; the shortest is found first."""
    c = control[0]
    me = game.player(states[0])
    end = game.end_action()
    levels = np.empty(longest + 1, dtype=states.dtype)
    scratch = states.copy()
    actions = np.empty((longest, game.max_actions), dtype=np.int32)
    counts = np.zeros(longest, dtype=np.int64)
    nexts = np.zeros(longest, dtype=np.int64)
    turn = np.empty(MAX_TURN, dtype=np.int32)
    levels[0] = states[0]
    if is_spent(c) or ends_in_win(game, levels[0], me, c, turn, 0, scratch):
        return
    counts[0] = game.legal_actions(levels[0], actions[0])
    for wanted in range(1, longest + 1):
        nexts[0] = 0
        depth = 0
        while depth >= 0:
            if nexts[depth] == counts[depth]:
                depth -= 1
                continue
            if is_spent(c):
                return
            action = np.int64(actions[depth, nexts[depth]])
            nexts[depth] += 1
            if action == end:
                continue
            child = depth + 1
            levels[child] = levels[depth]
            game.apply(levels[child], action)
            c.steps += 1
            turn[depth] = action
            if child == wanted:
                if ends_in_win(game, levels[child], me, c, turn, child, scratch):
                    return
            elif not game.is_over(levels[child]) and game.player(levels[child]) == me:
                counts[child] = game.legal_actions(levels[child], actions[child])
                nexts[child] = 0
                depth = child


def win_at_hand(state: State, longest: int, budget: Budget) -> tuple[np.ndarray, Budget]:
    """Look for a win of at most so many actions: the control record that tells, and what is left of the budget."""
    control = new_control(_part_of(budget))
    find_win(state.game, state.records, control, longest)
    left = budget
    if budget.steps is not None:
        left = replace(left, steps=max(0, budget.steps - int(control[0].steps)))
    if budget.milliseconds is not None:
        spent = (now_ns() - int(control[0].started)) / 1e6
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
