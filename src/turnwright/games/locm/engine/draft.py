"""The draft: thirty rounds in which both players pick one of the same three cards, unseen by each other.

All chance comes from three seeds: of the triplets, and of the shuffle of either deck.
"""

import numpy as np

from turnwright.core.compiled import rule
from turnwright.games.locm.engine.cards import CARD_COUNT
from turnwright.games.locm.engine.java_random import next_int, next_long, seeded
from turnwright.games.locm.engine.state import CHOICES, ROUNDS

POOL = 60
"""Distinct cards that a draft is drawn from."""
_TWO_BITS = np.uint64(3)


@rule
def seeds_of(main):
    """The seeds of the draft and of both shuffles that follow from a main seed."""
    word, draft = next_long(seeded(main))
    word, first = next_long(word)
    word, second = next_long(word)
    return draft, first, second


@rule
def lay_out(state, seed):
    """Draw the triplets of all rounds. The place for cards of the battle serves as room for the pool."""
    pool = state.cards
    word = seeded(seed)
    size = 0
    while size < POOL:
        word, index = next_int(word, CARD_COUNT)
        known = False
        for i in range(size):
            known = known or pool[i] == index + 1
        if not known:
            pool[size] = index + 1
            size += 1
    for round_number in range(ROUNDS):
        for place in range(CHOICES):
            again = True
            while again:
                word, index = next_int(word, POOL)
                state.triplets[round_number, place] = pool[index]
                again = False
                for earlier in range(place):
                    again = again or state.triplets[round_number, earlier] == pool[index]
    for i in range(POOL):
        pool[i] = 0


@rule
def pick_of(state, side, round_number):
    """What a player took in a round: 0, 1 or 2."""
    return np.int64((state.picks[side] >> np.uint64(2 * round_number)) & _TWO_BITS)


@rule
def note_pick(state, side, round_number, choice):
    """Set what a player took in a round."""
    shift = np.uint64(2 * round_number)
    state.picks[side] = (state.picks[side] & ~(_TWO_BITS << shift)) | (np.uint64(choice) << shift)


@rule
def shuffle(state, side, seed):
    """Lay a player's picks, in the order of picking, into its deck and shuffle them."""
    for k in range(ROUNDS):
        state.cards[2 * k + side + 1] = state.triplets[k, pick_of(state, side, k)]
    word = seeded(seed)
    for i in range(ROUNDS, 1, -1):
        word, j = next_int(word, i)
        one, other = 2 * (i - 1) + side + 1, 2 * j + side + 1
        state.cards[one], state.cards[other] = state.cards[other], state.cards[one]
