"""Rollouts: evaluate a state by playing on from it.

All agents with rollouts have the same settings for them: `rollouts`, `rollout_depth`, `rollout_policy`,
`rollout_ordered` (how often the policy follows the action ordering) and `rollout_combine`.
"""

import numpy as np

from turnwright.agents.choice_kernel import policy_action
from turnwright.core.compiled import inlined, rule

MEAN, LOWEST, HIGHEST = range(3)
"""How several rollouts are combined to one value."""


@rule
def rollout(game, state, s, control, actions, rng):
    """Play on in `state` until `rollout_depth` turns have ended, including the current one, or the game is over."""
    player = game.player(state)
    ended = 0
    steps = 0
    while not game.is_over(state):
        game.apply(state, policy_action(game, state, s.rollout_policy, s.rollout_ordered, s.ties, actions, rng))
        steps += 1
        if game.player(state) != player:
            player = game.player(state)
            ended += 1
            if ended == s.rollout_depth:  # never, if the depth is 0
                break
    control.steps += steps


@inlined
def value_after_rollouts(game, state, player, s, control, work, is_share, is_last_use):
    """The value of a state for a player after rollouts: the mean, lowest or highest evaluation.

    With `is_share`, evaluations are normalised to [0, 1] first. With `is_last_use`, the last rollout is played on the
    state itself, which saves a copy; otherwise the state does not change.
    """
    total = 0.0
    extreme = np.inf if s.rollout_combine == LOWEST else -np.inf
    for i in range(s.rollouts):
        played = state
        if not is_last_use or i + 1 < s.rollouts:
            work.scratch[0] = state
            played = work.scratch[0]
        rollout(game, played, s, control, work.actions, work.rng)
        control.evaluations += 1
        value = game.evaluate(played, player)
        if is_share:
            value = game.normalise(value)
        total += value
        extreme = min(extreme, value) if s.rollout_combine == LOWEST else max(extreme, value)
    return total / s.rollouts if s.rollout_combine == MEAN else extreme


@rule
def judge(game, state, player, s, control, work):
    """The value of a state for a player: its static evaluation, or the result of rollouts if the settings ask for
    them."""
    if s.rollouts <= 0 or game.is_over(state):
        control.evaluations += 1
        return game.evaluate(state, player)
    return value_after_rollouts(game, state, player, s, control, work, False, False)
