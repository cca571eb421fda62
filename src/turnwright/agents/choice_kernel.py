"""Ways to choose one action: the building blocks of agents, rollouts and repairs.

All are generic: they use only the game contract. There is always a choice, and a turn ends only where it may.
"""

from typing import NamedTuple

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.ordered_list import sort_by_keys
from turnwright.core.rng import below, skip, uniform

UNIFORM, META, GLOBAL, LOCAL = range(4)
"""Rollout policies. UNIFORM: a uniformly random legal action. META: a random piece, then one of its actions. GLOBAL:
with a given probability the top of the ordering over all actions, otherwise as META. LOCAL: the same within one random
piece."""
TIES_RANDOM, TIES_LISTED = range(2)
"""`ties`: which of equally ordered actions comes first, a random one or the first in the list. Lists are not symmetric
between the seats, because squares are numbered from the same corner for both."""


class Workspace(NamedTuple):
    """Work arrays. Their contents are valid until the next function that uses them."""

    actions: np.ndarray
    """A list of actions."""
    keys: np.ndarray
    """Their priorities during sorting."""
    values: np.ndarray
    """The values of their successors."""
    playing: np.ndarray
    """The state on which a search tries actions."""
    scratch: np.ndarray
    """One more state, which any function below may use."""
    rng: np.ndarray


@rule
def new_workspace(game, states, rng):
    """Work arrays for lists of actions of a game and for states like the first of `states`."""
    actions, keys = np.empty(game.list_room, dtype=np.int32), np.empty(game.list_room, dtype=np.int64)
    values = np.empty(game.list_room, dtype=np.float64)
    return Workspace(actions, keys, values, states[:1].copy(), states[:1].copy(), rng)


@rule
def choices(game, state, out):
    """The choices in a state: the candidates. If pruning leaves none, the end of the turn, or all legal actions if the
    turn may not end."""
    count = game.candidates(state, out)
    return count if count > 0 else choices_without_candidates(game, state, out)


@rule
def choices_without_candidates(game, state, out):
    """The choices if there is no candidate."""
    if not game.may_end(state):
        return game.legal_actions(state, out)
    out[0] = game.end_action()
    return 1


@rule
def ordered_choices(game, state, out, keys):
    """The choices by ordering, best first; on ties in the order of the list."""
    count = game.ordered_candidates(state, out, keys)
    return count if count > 0 else choices_without_candidates(game, state, out)


@rule
def shuffle(actions, start, stop, rng):
    """Shuffle the actions between two indices of a list."""
    for i in range(start, stop - 1):
        other = i + below(rng, stop - i)
        actions[i], actions[other] = actions[other], actions[i]


@rule
def shuffle_ties(actions, keys, start, stop, rng):
    """Shuffle runs of actions with equal keys between two indices of a list."""
    while start < stop:
        end = start + 1
        while end < stop and keys[end] == keys[start]:
            end += 1
        shuffle(actions, start, end, rng)
        start = end


@rule
def choices_in_order(game, state, out, keys, ties, rng):
    """The choices by ordering, best first, with ties broken according to `ties`."""
    count = ordered_choices(game, state, out, keys)
    if ties == TIES_RANDOM:
        # Most choices have the lowest priority; it need not be computed for each of them.
        lowest = np.int64(game.priority(state, np.int64(out[count - 1])))
        valued = 0
        while valued < count:
            keys[valued] = game.priority(state, np.int64(out[valued]))
            if keys[valued] == lowest:
                break
            valued += 1
        shuffle_ties(out, keys, 0, valued, rng)
        shuffle(out, valued, count, rng)
    return count


@rule
def sort_choices(actions, keys, count, ties, rng):
    """Sort a list of choices by keys, highest first, with ties broken according to `ties`."""
    sort_by_keys(actions, keys, count)
    if ties == TIES_RANDOM:
        shuffle_ties(actions, keys, 0, count, rng)


@rule
def is_accepted(game, state, action):
    """Whether an action may be played: a legal action, or the end of the turn where it is allowed."""
    return game.is_legal(state, action) or (action == game.end_action() and game.may_end(state))


@rule
def closing_action(game, state, actions):
    """The next action towards the end of the turn: the end itself, or the best-ordered choice if the turn may not end
    yet."""
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
    """Complete a turn after `length` actions, while the same player is to move in `state`. Returns the new length.

    The last action is written but not played, so `state` can be evaluated before the turn ends.
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
    """A uniformly random choice."""
    return np.int64(actions[below(rng, choices(game, state, actions))])


@rule
def random_top_choice(game, state, actions, rng):
    """A random choice among those of highest priority."""
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
    """An action chosen by a rollout policy. `ordered` is the probability that GLOBAL and LOCAL follow the action
    ordering.

    `ties` applies to GLOBAL: within one piece, the game breaks ties at random.
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
    """The `top` best-ordered choices, best first. If there are not more than that, all choices in the order of the
    list.

    Only ties at the cutoff are broken according to `ties`: the order of the others does not matter.
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
    """The choice whose successor has the best evaluation for a player; on ties a random one.

    With `top` > 0, only that many best-ordered choices are tried; `ties` applies to the ordering.
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
    # Every tie draws a random number, even if a better choice follows.
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
    """Whether the game is over and a given player has won."""
    return game.is_over(state) and game.outcome(state) == (1 if player == 0 else -1)
