"""Ways to choose one action: the building blocks of agents, rollouts and repairs.

All are generic: they see only the game contract. A choice is never empty: where nothing is listed, the turn ends.
"""

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.rng import below, uniform

UNIFORM, META, GLOBAL, LOCAL = range(4)
"""Rollout policies: uniform over legal actions; a piece first, then one of its actions; with probability `greedy` the
top of the ordering over everything (else as META); the same within one random piece."""

MEAN, LOWEST = 0, 1
"""How several rollouts make one value."""
ENDLESS = 1 << 30
"""Turns that no game lasts."""

POLICIES = ("uniform", "meta", "global", "local")


@rule
def choices(game, state, out):
    """The candidates of a state; where there are none, the end of the turn alone."""
    count = game.candidates(state, out)
    if count == 0:
        out[0] = game.end_action()
        return 1
    return count


@rule
def random_choice(game, state, buffer, rng):
    """A uniformly random candidate."""
    return np.int64(buffer[below(rng, choices(game, state, buffer))])


@rule
def policy_action(game, state, policy, greedy, buffer, rng):
    """One action of a rollout policy."""
    if policy == UNIFORM:
        return np.int64(game.random_action(state, buffer, rng))
    if policy == GLOBAL and uniform(rng) < greedy:
        return np.int64(game.top_candidate(state, buffer))
    return np.int64(game.meta_action(state, buffer, greedy if policy == LOCAL else 0.0, rng))


@rule
def order_choices(game, state, actions, count, keys):
    """Sort a list of actions by ordering, best first, stable."""
    for i in range(count):
        action = actions[i]
        key = np.int64(game.priority(state, action))
        place = i
        while place > 0 and keys[place - 1] < key:
            keys[place], actions[place] = keys[place - 1], actions[place - 1]
            place -= 1
        keys[place], actions[place] = key, action


@rule
def keep_top(game, state, actions, count, wanted, keys):
    """Move the `wanted` best-ordered actions to the front of a list, best first; returns how many there are."""
    if count <= wanted:
        return count
    for i in range(count):
        action = actions[i]
        key = np.int64(game.priority(state, action))
        if i >= wanted and key <= keys[wanted - 1]:
            continue
        place = min(i, wanted - 1)
        while place > 0 and keys[place - 1] < key:
            keys[place], actions[place] = keys[place - 1], actions[place - 1]
            place -= 1
        keys[place], actions[place] = key, action
    return wanted


@rule
def greedy_choice(game, state, player, top, control, buffer, keys, scratch, rng):
    """The candidate whose successor evaluates best for a player; ties are broken at random.

    With `top` > 0 only that many best-ordered candidates are looked at.
    """
    count = choices(game, state, buffer)
    if top > 0:
        count = keep_top(game, state, buffer, count, top, keys)
    if count == 1:
        return np.int64(buffer[0])
    best = np.int64(buffer[0])
    value = -np.inf
    ties = 0
    for i in range(count):
        worth = game.successor_value(state, np.int64(buffer[i]), player, scratch)
        if worth > value:
            best, value, ties = np.int64(buffer[i]), worth, 1
        elif worth == value:
            ties += 1
            if below(rng, ties) == 0:
                best = np.int64(buffer[i])
    control.steps += count
    control.evaluations += count
    return best


@rule
def rollout(game, state, turns, policy, greedy, control, buffer, rng):
    """Play on in `state` until that many turns have ended (the one in progress counts) or the game is over."""
    player = game.player(state)
    left = turns
    steps = 0
    while not game.is_over(state):
        game.apply(state, policy_action(game, state, policy, greedy, buffer, rng))
        steps += 1
        if game.player(state) != player:
            player = game.player(state)
            left -= 1
            if left == 0:
                break
    control.steps += steps


@rule
def assess(game, state, player, s, control, buffer, rolling, rng):
    """How good a state is for a player: its evaluation, or the mean or lowest one after rollouts from it.

    `rolling` is a one-element array of states to roll in; the state itself is left as it is.
    """
    if s.rollouts <= 0 or game.is_over(state):
        control.evaluations += 1
        return game.evaluate(state, player)
    total = 0.0
    lowest = np.inf
    for _ in range(s.rollouts):
        rolling[0] = state
        turns = ENDLESS if s.rollout_depth == 0 else s.rollout_depth
        rollout(game, rolling[0], turns, s.rollout_policy, s.rollout_greedy, control, buffer, rng)
        control.evaluations += 1
        value = game.evaluate(rolling[0], player)
        total += value
        lowest = min(lowest, value)
    return total / s.rollouts if s.rollout_combine == MEAN else lowest
