"""The compiled part of the hybrid agent: evaluates the best turns of a depth-first search after their ends.

The depth-first search is that of Greedy Turn; replies evolve as in Online Evolutionary Planning.
"""

import numpy as np

from turnwright.agents.choice_kernel import complete_turn
from turnwright.agents.rollout_kernel import LOWEST, rollout
from turnwright.agents.turn_kernel import play_turn
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import is_spent, offer
from turnwright.core.kept import keep


@rule
def end_turns(game, states, best, ends, control, work):
    """Play and complete the stored turns, and evaluate the states after them. Returns their number."""
    me = game.player(states[0])
    number = 0
    for turn in range(best.values.size):
        if best.values[turn] == -np.inf:
            continue
        ends[turn] = states[0]
        length = best.lengths[turn]
        for i in range(length):
            game.apply(ends[turn], np.int64(best.turns[turn, i]))
        if not game.is_over(ends[turn]) and game.player(ends[turn]) == me:
            best.lengths[turn] = complete_turn(game, ends[turn], best.turns[turn], length, work.actions)
            game.apply(ends[turn], np.int64(best.turns[turn, best.lengths[turn] - 1]))
        best.values[turn] = game.evaluate(ends[turn], me)
        control.steps += best.lengths[turn]
        control.evaluations += 1
        number += 1
    return number


@entry
def judge_turns(game, states, control, settings, best, ends, work):
    """Evaluate the stored turns by rollouts from their end states, by the lowest or mean value, according to the
    settings.

    All turns get the same number of rollouts: a round that does not finish within the budget does not count. Without a
    complete round, turns keep the evaluation of their end states. Returns the number of turns.
    """
    best, ends, work = borrowed(best), borrowed(ends), borrowed(work)
    c, s, me = control[0], settings[0], game.player(states[0])
    number = end_turns(game, states, best, ends, c, work)
    values = np.zeros(best.values.size)
    for done in range(s.rollouts):
        for turn in range(best.values.size):
            if is_spent(c):
                return number
            if best.values[turn] == -np.inf:
                continue
            work.scratch[0] = ends[turn]
            if not game.is_over(ends[turn]):
                rollout(game, work.scratch[0], s, c, work.actions, work.rng)
            c.evaluations += 1
            c.iterations += 1
            values[turn] = game.evaluate(work.scratch[0], me)
        for turn in range(best.values.size):
            if best.values[turn] == -np.inf:
                continue
            if done == 0:
                best.values[turn] = values[turn]
            elif s.rollout_combine == LOWEST:
                best.values[turn] = min(best.values[turn], values[turn])
            else:
                best.values[turn] += (values[turn] - best.values[turn]) / (done + 1)
    return number


@entry
def judge_reply(game, ends, reply, control, turn, me):
    """Report a turn that ends in the first of `ends`. Its value is the value after the reply."""
    playing = ends.copy()
    control[0].steps += play_turn(game, playing[0], reply)
    control[0].evaluations += 1
    offer(control[0], game.evaluate(playing[0], me), turn, turn.size)
    keep(playing)
