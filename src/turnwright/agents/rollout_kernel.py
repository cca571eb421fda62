"""Rollouts: how good a state is, by playing on from it.

Every agent that rolls out says so in the same fields of its settings: `rollouts`, `rollout_depth`, `rollout_policy`,
`rollout_ordered` (how often the policy follows the action ordering) and `rollout_combine`.
"""

import numpy as np

from turnwright.agents.choice_kernel import policy_action
from turnwright.core.compiled import inlined, rule

MEAN, LOWEST, HIGHEST = range(3)
"""How several rollouts make one value."""


@rule
def rollout(game, state, s, control, actions, rng):
    """Play on in `state` until the turns told have ended (the one in progress counts) or the game is over."""
    player = game.player(state)
    ended = 0
    steps = 0
    while not game.is_over(state):
        game.apply(state, policy_action(game, state, s.rollout_policy, s.rollout_ordered, s.ties, actions, rng))
        steps += 1
        if game.player(state) != player:
            player = game.player(state)
            ended += 1
            if ended == s.rollout_depth:  # never where the depth is 0
                break
    control.steps += steps


@inlined
def value_after_rollouts(game, state, player, s, control, work, is_share, is_last_use):
    """What a state is worth to a player after rollouts from it: the mean, lowest or highest evaluation.

    With `is_share` evaluations are normalised to [0, 1] first. With `is_last_use` the last rollout is played on the
    state itself, which saves a copy; else the state is left as it is.
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
    """How good a state is for a player: its evaluation as it stands, or after rollouts where the settings want any."""
    if s.rollouts <= 0 or game.is_over(state):
        control.evaluations += 1
        return game.evaluate(state, player)
    return value_after_rollouts(game, state, player, s, control, work, False, False)
