"""The compiled part of the hybrid agent: what the best turns of a depth-first search are worth once they are ended.

The depth-first search and the evolution of replies are those of Greedy Turn and of Online Evolutionary Planning.
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
    """Play the turns that were kept to their ends, complete them, and judge the states behind them; their number."""
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
    """Judge the turns that were kept by rollouts from their ends: by the lowest or mean value, as the settings say.

    All turns have the same number of rollouts: a round that the budget does not allow to be finished does not count.
    Without a whole round turns are worth the evaluation of their ends. Returns how many turns there are.
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
    """Tell of a turn that ends in the first of `ends`: it is worth what the reply leaves of it."""
    playing = ends.copy()
    control[0].steps += play_turn(game, playing[0], reply)
    control[0].evaluations += 1
    offer(control[0], game.evaluate(playing[0], me), turn, turn.size)
    keep(playing)
