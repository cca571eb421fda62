"""Random actions, without listing all.

`random_action` is uniform over all legal actions. `meta_action` first picks a unit or a card, like the fast rollout
policy of the papers, and then one of its actions.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.rng import below, uniform
from turnwright.games.hero_academy.engine.hands import count, kinds, nth_card, one, size
from turnwright.games.hero_academy.engine.listing import (
    card_targets,
    free_squares,
    own_units,
    patients_of,
    unit_targets,
)
from turnwright.games.hero_academy.engine.ordering import priority
from turnwright.games.hero_academy.engine.state import DROP, END, SWAP

_HAND_FIRST = 0.25


@rule
def random_action(params, state, buffer, rng):
    """A uniformly random legal action. One pass over units and cards selects a group with probability proportional to
    its size (reservoir sampling); then a square of that group is chosen."""
    if state.ap == 0 or state.over:
        return END
    me = np.int64(state.player)
    own = own_units(state, me)
    foes = state.living[1 - me]
    free = free_squares(params, state, me)
    patients = patients_of(params, state, me, own)
    total = np.int64(0)
    base = np.int64(END)
    chosen = EMPTY
    units = own
    while units:
        square = ctz(units)
        units &= units - ONE
        targets = unit_targets(params, state, square, own, foes, free, patients)
        number = np.int64(popcount(targets))
        total += number
        if below(rng, total) < number:
            base, chosen = np.int64(square) << 6, targets
    can_swap = 1 if state.deck[me] else 0
    hand = kinds(state.hand[me])
    while hand:
        card = np.int64(ctz(hand)) >> 2
        hand &= hand - ONE
        targets = card_targets(params, state, me, card, own)
        number = np.int64(popcount(targets))
        total += number
        if below(rng, total) < number:
            base, chosen = DROP | card << 6, targets
        total += can_swap
        if below(rng, total) < can_swap:
            base, chosen = SWAP + card, ONE
    if total == 0:
        return END
    return base + np.int64(random_square(chosen, rng))


@rule
def random_square(squares, rng):
    """A uniformly random member of a non-empty set."""
    for _ in range(below(rng, popcount(squares))):
        squares &= squares - ONE
    return ctz(squares)


@rule
def best_of(params, state, base, targets, swap, rng):
    """The action of highest priority of one unit or card, on ties a random one; `swap` is -1 or the card's swap."""
    best, ties = swap, 1
    value = priority(params, state, swap) if swap >= 0 else np.int64(-(1 << 40))
    while targets:
        action = base + np.int64(ctz(targets))
        targets &= targets - ONE
        worth = priority(params, state, action)
        if worth > value:
            best, value, ties = action, worth, 1
        elif worth == value:
            ties += 1
            if below(rng, ties) == 0:
                best = action
    return best


@rule
def unit_action_of(params, state, me, greedy, rng):
    """An action of a random own unit that has one; -1 if none has."""
    own = own_units(state, me)
    foes = state.living[1 - me]
    free = free_squares(params, state, me)
    patients = patients_of(params, state, me, own)
    left = own
    while left:
        square = random_square(left, rng)
        left &= ~bit(square)
        targets = unit_targets(params, state, square, own, foes, free, patients)
        if targets:
            base = np.int64(square) << 6
            if uniform(rng) < greedy:
                return best_of(params, state, base, targets, -1, rng)
            return base + np.int64(random_square(targets, rng))
    return -1


@rule
def card_action_of(params, state, me, greedy, rng):
    """An action with a random card of the hand that has one, weighted by copies; -1 if none has."""
    left = state.hand[me]
    own = own_units(state, me)
    can_swap = 1 if state.deck[me] else 0
    while left:
        card = np.int64(nth_card(left, below(rng, size(left))))
        left -= one(card) * np.uint64(count(left, card))
        targets = card_targets(params, state, me, card, own)
        number = np.int64(popcount(targets))
        if number + can_swap > 0:
            base = DROP | card << 6
            if uniform(rng) < greedy:
                return best_of(params, state, base, targets, SWAP + card if can_swap else -1, rng)
            chosen = below(rng, number + can_swap)
            if chosen == number:
                return SWAP + card
            return base + np.int64(random_square(targets, rng))
    return -1


@rule
def meta_action(params, state, buffer, greedy, rng):
    """An action of a random unit or card (the hand is tried first with probability 1/4): with probability `greedy` the
    one of highest priority, otherwise a random one."""
    if state.ap == 0 or state.over:
        return END
    me = np.int64(state.player)
    hand_first = uniform(rng) < _HAND_FIRST
    action = np.int64(-1)
    for attempt in range(2):
        if hand_first == (attempt == 0):
            action = card_action_of(params, state, me, greedy, rng)
        else:
            action = unit_action_of(params, state, me, greedy, rng)
        if action >= 0:
            return action
    return np.int64(END)
