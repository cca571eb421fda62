"""The compiled part of the random agents: a turn played by a rollout policy."""

import numpy as np

from turnwright.agents.choice_kernel import closing_action, policy_action
from turnwright.core.compiled import entry
from turnwright.core.kept import keep


@entry
def play_policy(game, states, turn, settings, rng):
    """Write a turn played by a policy to `turn`, and return its length."""
    actions = np.empty(game.list_room, dtype=np.int32)
    s = settings[0]
    playing = states.copy()
    state = playing[0]
    me = game.player(state)
    length = 0
    while length < turn.size and not game.is_over(state) and game.player(state) == me:
        action = policy_action(game, state, s.policy, s.ordered, s.ties, actions, rng)
        if length == turn.size - 1:
            action = closing_action(game, state, actions)
        game.apply(state, action)
        turn[length] = action
        length += 1
    keep(playing)
    return length
