"""The games of a fitness, compiled: whole games, from the deal to the result."""

import numpy as np

from turnwright.agents.choice_kernel import GLOBAL, choices, closing_action, greedy_choice, new_workspace, policy_action
from turnwright.core.compiled import entry, rule
from turnwright.core.control_kernel import MAX_TURN
from turnwright.core.rng import below, uniform

RANDOM_TIES = -1
"""As the rollout policy GLOBAL, but of equal priorities a random one is taken."""


@entry
def play_against_policy(game, states, deals, policy, ordered, control, scores):
    """Play a game from every deal, and write the first player's score to `scores`: 1, 0, or 0.5 for a draw.

    The first player takes, action by action, what evaluates best (Greedy Action); the second follows a rollout policy.
    `deals` are the words of generators: all chance of a game comes from its own.
    """
    rng = np.empty(1, dtype=np.uint64)
    work = new_workspace(game, states, rng)
    state = states[0]
    for i in range(deals.size):
        rng[0] = deals[i]
        game.deal(state, rng)
        while not game.is_over(state):
            if game.player(state) == 0:
                _play_greedily(game, state, 0, control[0], work)
            else:
                _play_by_policy(game, state, policy, ordered, work)
        scores[i] = 0.5 + 0.5 * game.outcome(state)


@entry
def play_against_evaluation(game, rival, states, deals, control, scores):
    """The same against Greedy Action that evaluates as `rival` does, which is the same game otherwise."""
    rng = np.empty(1, dtype=np.uint64)
    work = new_workspace(game, states, rng)
    state = states[0]
    for i in range(deals.size):
        rng[0] = deals[i]
        game.deal(state, rng)
        while not game.is_over(state):
            # A state keeps the value that the evaluation of whoever plays on it needs.
            if game.player(state) == 0:
                game.refresh(state)
                _play_greedily(game, state, 0, control[0], work)
            else:
                rival.refresh(state)
                _play_greedily(rival, state, 1, control[0], work)
        scores[i] = 0.5 + 0.5 * game.outcome(state)


@rule
def _play_greedily(game, state, me, control, work):
    """Play a turn of Greedy Action."""
    length = 0
    while not game.is_over(state) and game.player(state) == me:
        if length == MAX_TURN - 1:
            action = closing_action(game, state, work.actions)
        else:
            action = greedy_choice(game, state, me, 0, control, work)
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
        return policy_action(game, state, policy, ordered, work.actions, work.rng)
    if uniform(work.rng) < ordered:
        return _random_top_choice(game, state, work)
    return policy_action(game, state, GLOBAL, 0.0, work.actions, work.rng)


@rule
def _random_top_choice(game, state, work):
    """A random one of the choices of highest priority."""
    best, highest, ties = np.int64(work.actions[0]), np.int64(0), 0
    for i in range(choices(game, state, work.actions)):
        action = np.int64(work.actions[i])
        priority = np.int64(game.priority(state, action))
        if ties == 0 or priority > highest:
            best, highest, ties = action, priority, 1
        elif priority == highest:
            ties += 1
            if below(work.rng, ties) == 0:
                best = action
    return best
