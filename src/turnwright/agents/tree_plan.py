"""What a tree of actions would play: the turn along its best edges."""

import numpy as np

from turnwright.agents.policies import GLOBAL, LOCAL, policy_action
from turnwright.core.compiled import entry, rule
from turnwright.core.control import MAX_TURN, answer

ROOT = 0
NONE = -1
DESCRIBED, REFERENCE = range(2)


@rule
def read_plan(game, state, me, s, control, nodes, edges, first, turn, buffer, rng):
    """The turn along the edges of highest mean, completed by the ordering where the tree ends too early.

    It begins with the action `first`, unless that is NONE. In the reference's reading it is not completed: the turn
    ends there. Returns its length and the value of its first edge.
    """
    node = ROOT
    length = 0
    value = 0.5
    control.completed = 0
    while not game.is_over(state) and game.player(state) == me and length < MAX_TURN - 1:
        action = np.int64(game.end_action())
        if game.must_end(state, buffer):
            pass  # the tree's next node lies behind the end of the turn
        elif node != NONE and nodes[node].tried > 0:
            n = nodes[node]
            best, mean = n.first, -np.inf
            for e in range(n.first, n.first + n.tried):
                if length == 0 and first != NONE and edges[e].action != first:
                    continue
                if edges[e].total > mean * edges[e].visits:
                    best, mean = e, edges[e].total / edges[e].visits
            action = np.int64(edges[best].action)
            if length == 0:
                value = mean
            node = np.int64(edges[best].child)
        elif s.variant == REFERENCE:
            node = NONE
        else:
            node = NONE
            action = policy_action(game, state, LOCAL if s.policy == LOCAL else GLOBAL, 1.0, buffer, rng)
            control.completed += 1
        game.apply(state, action)
        turn[length] = action
        length += 1
    if not game.is_over(state) and game.player(state) == me:
        turn[length] = game.end_action()
        length += 1
    return length, value


@rule
def tell_plan(game, states, me, s, control, nodes, edges, first, playing, buffer, rng):
    """Make the plan that the tree has now the answer."""
    turn = np.empty(MAX_TURN, dtype=np.int32)
    playing[0] = states[0]
    length, value = read_plan(game, playing[0], me, s, control, nodes, edges, first, turn, buffer, rng.copy())
    answer(control, value, turn, length)


@entry
def tell_plan_from(game, states, control, settings, nodes, edges, first):
    """Make the plan that begins with an action of the root the answer."""
    buffer = np.empty(game.max_actions, dtype=np.int32)
    playing, rng = states.copy(), np.zeros(1, dtype=np.uint64)
    tell_plan(game, states, game.player(states[0]), settings[0], control[0], nodes, edges, first, playing, buffer, rng)
