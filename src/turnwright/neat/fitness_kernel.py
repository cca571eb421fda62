"""The games of a fitness, compiled: whole games, from the deal to the result."""

import numpy as np

from turnwright.agents.choice_kernel import (
    GLOBAL,
    TIES_LISTED,
    TIES_RANDOM,
    closing_action,
    greedy_choice,
    new_workspace,
    policy_action,
    random_top_choice,
)
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import MAX_TURN
from turnwright.core.rng import uniform

RANDOM_TIES = -1
"""As the rollout policy GLOBAL, but of equal priorities a random one is taken."""
GREEDY = -2
"""No rollout policy: Greedy Action, which evaluates as the rival does."""


@entry
def play_games(game, rival, states, deals, policy, ordered, control, scores):
    """Play a game from every deal, and write the first player's score to `scores`: 1, 0, or 0.5 for a draw.

    The first player takes, action by action, what evaluates best (Greedy Action); the second follows a policy. `rival`
    is the same game but for its evaluation. `deals` are the words of generators: all chance of a game comes from its
    own.
    """
    rng = np.empty(1, dtype=np.uint64)
    work = new_workspace(game, states, rng)
    state = states[0]
    for i in range(deals.size):
        rng[0] = deals[i]
        game.deal(state, rng)
        while not game.is_over(state):
            # A state keeps the value that the evaluation of whoever plays on it needs.
            if game.player(state) == 0:
                if policy == GREEDY:
                    game.refresh(state)
                _play_greedily(game, state, 0, control[0], work)
            elif policy == GREEDY:
                rival.refresh(state)
                _play_greedily(rival, state, 1, control[0], work)
            else:
                _play_by_policy(game, state, policy, ordered, work)
        scores[i] = 0.5 + 0.5 * game.outcome(state)


@rule
def _play_greedily(game, state, me, control, work):
    """Play a turn of Greedy Action."""
    length = 0
    while not game.is_over(state) and game.player(state) == me:
        if length == MAX_TURN - 1:
            action = closing_action(game, state, work.actions)
        else:
            action = greedy_choice(game, state, me, 0, TIES_RANDOM, control, work)
        game.apply(state, action)
        length += 1


@rule
def _play_by_policy(game, state, policy, ordered, work):
    """Play a turn of the second player by a rollout policy."""
    length = 0
    while not game.is_over(state) and game.player(state) == 1:
        if length == MAX_TURN - 1:
            action = closing_action(game, state, work.actions)
        else:
            action = _policy_action(game, state, policy, ordered, work)
        game.apply(state, action)
        length += 1


@rule
def _policy_action(game, state, policy, ordered, work):
    if policy != RANDOM_TIES:
        return policy_action(game, state, policy, ordered, TIES_LISTED, work.actions, work.rng)
    if uniform(work.rng) < ordered:
        return random_top_choice(game, state, work.actions, work.rng)
    return policy_action(game, state, GLOBAL, 0.0, TIES_LISTED, work.actions, work.rng)
