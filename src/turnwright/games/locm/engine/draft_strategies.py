"""Strategies for picking cards in the draft: at random, the three strategies of the LOCM paper, and one of our own.

`ranked` is the strategy of Coac, the winner at CEC 2019: the best card of a list. `curve` is the strategy of UJIAgent2,
second there: each of ten groups of cards has a target number, and the more cards a group lacks, the more likely its
card is picked. `mixed` is the strategy of UJIAgent3: a card of the group that is filled least, on ties the better rank.
`learned` takes the card that was most valuable in the decks of our own games.
"""

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.rng import below
from turnwright.core.work_array import work_array
from turnwright.games.locm.engine.cards import CREATURE, GUARD
from turnwright.games.locm.engine.draft import pick_of
from turnwright.games.locm.engine.draft_quotas import CREATURE_GROUPS, CURVE_WANTED, GUARD_BONUS, MIXED_WANTED
from turnwright.games.locm.engine.state import CHOICES

NONE, RANDOM, RANKED, CURVE, MIXED, LEARNED = range(6)
"""The strategies, in the order of the settings `draft` and `book`."""


@rule
def group_of(params, number):
    kind = np.int64(params.kind[number])
    if kind != CREATURE:
        return CREATURE_GROUPS - 1 + kind
    return min(max(np.int64(params.cost[number]), 1), CREATURE_GROUPS) - 1


@rule
def _picked(params, state, side, round_number, group):
    """The number of cards of a group that a player picked before a round."""
    count = 0
    for earlier in range(round_number):
        number = state.triplets[earlier, pick_of(state, side, earlier)]
        count += np.int64(group_of(params, number) == group)
    return count


@rule
def _ranked_pick(params, state, seat, round_number):
    """The index of the best card in the list of a seat."""
    best = 0
    for place in range(1, CHOICES):
        here, there = state.triplets[round_number, place], state.triplets[round_number, best]
        if params.rank[seat, here] < params.rank[seat, there]:
            best = place
    return best


@rule
def curve_weight(params, state, side, round_number, place):
    """The weight of a card in the strategy `curve`: what its group lacks, plus a bonus for Guard."""
    number = state.triplets[round_number, place]
    group = group_of(params, number)
    weight = CURVE_WANTED[group] - _picked(params, state, side, round_number, group)
    if params.kind[number] == CREATURE and params.keywords[number] & GUARD:
        weight += GUARD_BONUS
    return max(0, weight)


@rule
def _curve_pick(params, state, side, round_number, rng):
    """A random card, with probability proportional to its weight; uniform if all weights are zero."""
    first = curve_weight(params, state, side, round_number, 0)
    second = curve_weight(params, state, side, round_number, 1)
    third = curve_weight(params, state, side, round_number, 2)
    total = first + second + third
    if total == 0:
        return below(rng, CHOICES)
    lot = below(rng, total)
    return 0 if lot < first else (1 if lot < first + second else 2)


@rule
def _mixed_pick(params, state, side, seat, round_number):
    """The card of the group that is filled least; on ties, the card with the better rank among those.

    As in the published agent, a tie of two wins over a third group that is filled less. Pairs are compared in this
    order: first and second, first and third, second and third.
    """
    filled = work_array(CHOICES, np.float64)
    rank = work_array(CHOICES, np.int64)
    for place in range(CHOICES):
        number = state.triplets[round_number, place]
        group = group_of(params, number)
        filled[place] = _picked(params, state, side, round_number, group) / MIXED_WANTED[group]
        rank[place] = params.rank[seat, number]
    if filled[0] == filled[1] == filled[2]:
        return _ranked_pick(params, state, seat, round_number)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        if filled[one] == filled[other]:
            return one if rank[one] < rank[other] else other
    least = 1 if filled[1] < filled[0] else 0
    return 2 if filled[2] < filled[least] else least


@rule
def _learned_pick(params, state, round_number):
    """The index of the most valuable card; on ties the first."""
    best = 0
    for place in range(1, CHOICES):
        here, there = state.triplets[round_number, place], state.triplets[round_number, best]
        if params.learned[here] > params.learned[there]:
            best = place
    return best


@rule
def strategic_pick(params, state, strategy, side, seat, round_number, rng):
    """A player's pick in a round by a strategy; `seat` selects the list of ranks."""
    if strategy == RANKED:
        return np.int64(_ranked_pick(params, state, seat, round_number))
    if strategy == CURVE:
        return np.int64(_curve_pick(params, state, side, round_number, rng))
    if strategy == MIXED:
        return np.int64(_mixed_pick(params, state, side, seat, round_number))
    if strategy == LEARNED:
        return np.int64(_learned_pick(params, state, round_number))
    return below(rng, CHOICES)


@rule
def book_action(params, state, rng):
    """The pick of the strategy in the setting `book`; there is no book in a battle."""
    if params.book == NONE or state.phase or state.winner >= 0:
        return np.int64(-1)
    side = np.int64(state.player)
    # Except for Coac, the published agents use the ranks of the first seat for both seats.
    seat = side if params.book == RANKED else 0
    return strategic_pick(params, state, params.book, side, seat, np.int64(state.turn) >> 1, rng)
