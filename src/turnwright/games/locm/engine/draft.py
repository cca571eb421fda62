"""The draft: in each of thirty rounds, both players secretly pick one of the same three cards.

All randomness follows from three seeds: one for the triplets, and one for the shuffle of each deck.
"""

import numpy as np

from turnwright.core.compiled import rule
from turnwright.games.locm.engine.cards import CARD_COUNT
from turnwright.games.locm.engine.java_random import next_int, next_long, seeded
from turnwright.games.locm.engine.state import CHOICES, ROUNDS

POOL = 60
"""The number of distinct cards that a draft is drawn from."""
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
    """Draw the triplets of all rounds. The array for the cards of the battle temporarily holds the pool."""
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
    """A player's pick in a round: 0, 1 or 2."""
    return np.int64((state.picks[side] >> np.uint64(2 * round_number)) & _TWO_BITS)


@rule
def note_pick(state, side, round_number, choice):
    """Set a player's pick in a round."""
    shift = np.uint64(2 * round_number)
    state.picks[side] = (state.picks[side] & ~(_TWO_BITS << shift)) | (np.uint64(choice) << shift)


@rule
def shuffle(state, side, seed):
    """Put a player's picks into the deck, in the order of picking, and shuffle them."""
    for k in range(ROUNDS):
        state.cards[2 * k + side + 1] = state.triplets[k, pick_of(state, side, k)]
    word = seeded(seed)
    for i in range(ROUNDS, 1, -1):
        word, j = next_int(word, i)
        one, other = 2 * (i - 1) + side + 1, 2 * j + side + 1
        state.cards[one], state.cards[other] = state.cards[other], state.cards[one]
