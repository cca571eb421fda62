"""Every turn that wins, compiled: from the distinct states of one depth to those of the next."""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import is_won
from turnwright.core.compiled import entry, rule
from turnwright.core.hash_table import add, is_known, place_of, put

WINS, PLACE, ACTION, ENDED, STEPS = range(5)
"""Indices of the results: the number of winning turns; of the first, the state before its last action, that action, and
whether the end of the turn follows it; the number of actions tried."""


class Layer(NamedTuple):
    """Distinct states that some number of actions leads to."""

    states: np.ndarray
    counts: np.ndarray
    """Sequences of actions that lead to each."""
    parents: np.ndarray
    """The place, in the layer before, of a state that leads to each."""
    actions: np.ndarray
    """The action that does."""


@rule
def _note_win(game, state, layer, place, action, ended, ends, told):
    """Count the turns that lead to a won state, and remember the state and the first turn."""
    if told[WINS] == 0:
        told[PLACE], told[ACTION], told[ENDED] = place, action, ended
    told[WINS] += layer.counts[place]
    add(ends, game.state_hash(state))


@entry
def deepen(game, layer, number, following, index, ends, told):
    """Play every action in the first `number` states of a layer. Returns the number of states in the following layer.

    `index` is an empty table for their indices. `ends` receives the keys of all won states in which a turn can end
    here, `told` the results. States in which the player cannot win any more are left out. The last element of the
    following layer is a work area. Returns -1 if the layer or `ends` is too small.
    """
    kept = 0
    scratch = following.states.size - 1
    actions = np.empty(game.list_room, dtype=np.int32)
    for i in range(number):
        me = game.player(layer.states[i])
        count = game.legal_actions(layer.states[i], actions)
        for j in range(count):
            if actions[j] == game.end_action():
                continue
            following.states[scratch] = layer.states[i]
            child = following.states[scratch]
            game.apply(child, actions[j])
            told[STEPS] += 1
            if game.is_over(child) or game.player(child) != me:
                if is_won(game, child, me):
                    _note_win(game, child, layer, i, actions[j], 0, ends, told)
            elif game.may_win(child):
                key = game.state_hash(child)
                place = place_of(index, key)
                if is_known(index, place):
                    following.counts[index.values[place]] += layer.counts[i]
                else:
                    if kept >= scratch:
                        return -1
                    put(index, place, key, np.int64(kept))
                    following.states[kept] = child
                    following.counts[kept] = layer.counts[i]
                    following.parents[kept] = i
                    following.actions[kept] = actions[j]
                    kept += 1
                if game.may_end(child):
                    game.apply(child, game.end_action())
                    told[STEPS] += 1
                    if is_won(game, child, me):
                        _note_win(game, child, layer, i, actions[j], 1, ends, told)
    return kept
