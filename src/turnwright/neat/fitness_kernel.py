"""The games of a fitness, compiled: whole games, from the deal to the result."""

import numpy as np

from turnwright.agents.choice_kernel import closing_action, greedy_choice, new_workspace, policy_action
from turnwright.core.compiled import entry
from turnwright.core.control_kernel import MAX_TURN


@entry
def play_first(game, states, deals, policy, ordered, control, scores):
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
        player, length = game.player(state), 0
        while not game.is_over(state):
            if length == MAX_TURN - 1:
                action = closing_action(game, state, work.actions)
            elif player == 0:
                action = greedy_choice(game, state, 0, 0, control[0], work)
            else:
                action = policy_action(game, state, policy, ordered, work.actions, rng)
            game.apply(state, action)
            length += 1
            if game.player(state) != player:
                player, length = game.player(state), 0
        scores[i] = 0.5 + 0.5 * game.outcome(state)
