"""Ways to choose one action: the building blocks of agents, rollouts and repairs.

All are generic: they see only the game contract. A choice is never empty, and a turn ends only where it may.
"""

from typing import NamedTuple

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.ordered_list import sort_by_keys
from turnwright.core.rng import below, skip, uniform

UNIFORM, META, GLOBAL, LOCAL = range(4)
"""Rollout policies: uniform over legal actions; a piece first, then one of its actions; the top of the ordering over
everything as often as told (else as META); the same within one random piece."""
TIES_RANDOM, TIES_LISTED = range(2)
"""`ties`: which of equally ordered actions comes first, a random one or the first in the list. Lists are not symmetric
between the seats: squares count from the same corner for both."""


class Workspace(NamedTuple):
    """Room to work in. What it holds lasts until the next function that is given it."""

    actions: np.ndarray
    """For one list of actions."""
    keys: np.ndarray
    """For their priorities while they are put in order."""
    values: np.ndarray
    """For the values of their successors."""
    playing: np.ndarray
    """For the one state on which a search plays what it tries."""
    scratch: np.ndarray
    """For one more state, which any function below may use."""
    rng: np.ndarray


@rule
def new_workspace(game, states, rng):
    """Room for lists of actions of a game and for states like the first of `states`."""
    actions, keys = np.empty(game.list_room, dtype=np.int32), np.empty(game.list_room, dtype=np.int64)
    values = np.empty(game.list_room, dtype=np.float64)
    return Workspace(actions, keys, values, states[:1].copy(), states[:1].copy(), rng)


@rule
def choices(game, state, out):
    """What may be played here: the candidates; where pruning leaves none, the end of the turn, or all legal actions if
    the turn may not end."""
    count = game.candidates(state, out)
    return count if count > 0 else choices_without_candidates(game, state, out)


@rule
def choices_without_candidates(game, state, out):
    """The choices where there is no candidate."""
    if not game.may_end(state):
        return game.legal_actions(state, out)
    out[0] = game.end_action()
    return 1


@rule
def ordered_choices(game, state, out, keys):
    """The choices by ordering, best first, of equals the first listed."""
    count = game.ordered_candidates(state, out, keys)
    return count if count > 0 else choices_without_candidates(game, state, out)


@rule
def shuffle_ties(actions, keys, start, stop, rng):
    """Put runs of actions with equal keys between two places of a list in random order."""
    while start < stop:
        end = start + 1
        while end < stop and keys[end] == keys[start]:
            end += 1
        for i in range(start, end - 1):
            other = i + below(rng, end - i)
            actions[i], actions[other] = actions[other], actions[i]
        start = end


@rule
def choices_in_order(game, state, out, keys, ties, rng):
    """The choices by ordering, best first, with ties broken as told."""
    count = ordered_choices(game, state, out, keys)
    if ties == TIES_RANDOM:
        for i in range(count):
            keys[i] = game.priority(state, np.int64(out[i]))
        shuffle_ties(out, keys, 0, count, rng)
    return count


@rule
def sort_choices(actions, keys, count, ties, rng):
    """Sort a list of choices by keys, highest first, with ties broken as told."""
    sort_by_keys(actions, keys, count)
    if ties == TIES_RANDOM:
        shuffle_ties(actions, keys, 0, count, rng)


@rule
def is_accepted(game, state, action):
    """Whether an action may be played: a legal one, or the end of the turn where it may end."""
    return game.is_legal(state, action) or (action == game.end_action() and game.may_end(state))


@rule
def closing_action(game, state, actions):
    """What brings the turn to its end: the end itself, or the best-ordered choice where the turn may not end yet."""
    if game.may_end(state):
        return np.int64(game.end_action())
    count = choices(game, state, actions)
    best, highest = np.int64(actions[0]), game.priority(state, np.int64(actions[0]))
    for i in range(1, count):
        priority = game.priority(state, np.int64(actions[i]))
        if priority > highest:
            best, highest = np.int64(actions[i]), priority
    return best


@rule
def complete_turn(game, state, turn, length, actions):
    """Complete a turn of which `length` actions have been played, `state` being the player's still; its new length.

    The last action is written but not played, so that `state` can be judged as it is before the turn ends.
    """
    me = game.player(state)
    while length < turn.size:
        if game.may_end(state):
            turn[length] = game.end_action()
            return length + 1
        action = closing_action(game, state, actions)
        turn[length] = action
        length += 1
        game.apply(state, action)
        if game.is_over(state) or game.player(state) != me:
            break
    return length


@rule
def random_choice(game, state, actions, rng):
    """A uniformly random one of the choices."""
    return np.int64(actions[below(rng, choices(game, state, actions))])


@rule
def random_top_choice(game, state, actions, rng):
    """A random one of the choices of highest priority."""
    count = choices(game, state, actions)
    best, highest, ties = np.int64(actions[0]), np.int64(game.priority(state, np.int64(actions[0]))), 1
    for i in range(1, count):
        action = np.int64(actions[i])
        priority = np.int64(game.priority(state, action))
        if priority > highest:
            best, highest, ties = action, priority, 1
        elif priority == highest:
            ties += 1
            if below(rng, ties) == 0:
                best = action
    return best


@rule
def policy_action(game, state, policy, ordered, ties, actions, rng):
    """One action of a rollout policy; `ordered` says how often GLOBAL and LOCAL follow the action ordering.

    `ties` is GLOBAL's: within one piece the game breaks ties, at random.
    """
    if policy == UNIFORM:
        return np.int64(game.random_action(state, actions, rng))
    if policy == GLOBAL and uniform(rng) < ordered:
        if ties == TIES_RANDOM:
            return random_top_choice(game, state, actions, rng)
        return np.int64(game.top_candidate(state, actions))
    return np.int64(game.meta_action(state, actions, ordered if policy == LOCAL else 0.0, rng))


@rule
def top_choices(game, state, top, ties, work):
    """So many best-ordered choices, best first; where there are no more than that, all of them as they are listed.

    Only the ties that the cut goes through are broken as told: the order of the others decides nothing.
    """
    actions = work.actions
    count = choices(game, state, actions)
    if count <= top:
        return count
    ordered_choices(game, state, actions, work.keys)
    if ties == TIES_RANDOM:
        least = game.priority(state, np.int64(actions[top - 1]))
        start, stop = top - 1, top
        while stop < count and game.priority(state, np.int64(actions[stop])) == least:
            stop += 1
        while stop > top and start > 0 and game.priority(state, np.int64(actions[start - 1])) == least:
            start -= 1
        for i in range(start, top if stop > top else start):
            other = i + below(work.rng, stop - i)
            actions[i], actions[other] = actions[other], actions[i]
    return np.int64(top)


@rule
def greedy_choice(game, state, player, top, ties, control, work):
    """The choice whose successor evaluates best for a player; of equals a random one.

    With `top` > 0 only that many best-ordered choices are looked at; `ties` are those of the ordering.
    """
    actions, values, rng = work.actions, work.values, work.rng
    if top == 0:
        count = game.candidate_values(state, player, actions, values, work.scratch)
    else:
        count = top_choices(game, state, top, ties, work)
    if count == 0:
        count = choices_without_candidates(game, state, actions)
        top = count
    if count == 1:
        return np.int64(actions[0])
    if top > 0:
        for i in range(count):
            values[i] = game.successor_value(state, np.int64(actions[i]), player, work.scratch)
    highest, first, ties, beaten = values[0], 0, 1, 0
    for i in range(1, count):
        if values[i] > highest:
            beaten += ties - 1
            highest, first, ties = values[i], i, 0
        ties += np.int64(values[i] == highest)
    # Every tie takes a random number; those of ties that were beaten later decide nothing.
    skip(rng, beaten)
    best, seen = first, 1
    while seen < ties:
        first += 1
        if values[first] == highest:
            seen += 1
            if below(rng, seen) == 0:
                best = first
    control.steps += count
    control.evaluations += count
    return np.int64(actions[best])


@rule
def is_won(game, state, player):
    """Whether the game is over and a player has won it."""
    return game.is_over(state) and game.outcome(state) == (1 if player == 0 else -1)
