"""What a player may know.

`open`: everything, as in the paper. `reference` is the same, because no published agent sees less than the rules allow.
`hidden`: only what a player can know. Of the opponent, this is the number of cards in hand and deck, and every card
that was played; of the player's deck, the cards but not their order; of the draft, the rounds so far. Instance ids
reveal when a card was drawn, unless a setting of the game makes them anonymous.
"""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, ctz
from turnwright.core.compiled import rule
from turnwright.core.rng import below, draw
from turnwright.core.views import HIDDEN
from turnwright.core.work_array import work_array
from turnwright.games.locm.engine.battle import cards_of, refresh
from turnwright.games.locm.engine.cards import CARD_COUNT, UNKNOWN
from turnwright.games.locm.engine.draft import POOL, note_pick, pick_of
from turnwright.games.locm.engine.state import BATTLE, CHOICES, ROUNDS, UNKNOWN_PICK

_SEED_BITS = np.uint64(16)
_QUEUE = ROUNDS + 1
_CARD_NUMBERS = CARD_COUNT + 1
"""Cards are numbered from 1."""


@rule
def _rounds_picked(state, side):
    """The number of draft rounds in which a player has picked."""
    return ROUNDS if state.phase == BATTLE else (np.int64(state.turn) + 1 - side) >> 1


@rule
def _sort_deck(state, side):
    """Sort a player's deck by card number."""
    deck = state.deck & cards_of(side)
    while deck != EMPTY:
        lowest = np.int64(ctz(deck))
        deck &= deck - ONE
        others = deck
        while others != EMPTY:
            place = np.int64(ctz(others))
            others &= others - ONE
            if state.cards[place] < state.cards[lowest]:
                state.cards[lowest], state.cards[place] = state.cards[place], state.cards[lowest]


@rule
def conceal(params, state, viewer, kind):
    if kind != HIDDEN:
        return
    other = 1 - viewer
    state.seed[0], state.seed[1] = 0, 0
    state.chance = EMPTY
    if state.triplets[0, 0] != UNKNOWN:
        for round_number in range(_rounds_picked(state, other)):
            note_pick(state, other, round_number, UNKNOWN_PICK)
    if state.phase == BATTLE:
        _sort_deck(state, viewer)
        unseen = (state.hand | state.deck) & cards_of(other)
        while unseen != EMPTY:
            state.cards[ctz(unseen)] = UNKNOWN
            unseen &= unseen - ONE
    else:
        for round_number in range((np.int64(state.turn) >> 1) + 1, ROUNDS):
            for place in range(CHOICES):
                state.triplets[round_number, place] = UNKNOWN
    refresh(params, state)


# Guesses


@rule
def _shuffle_deck(state, side, rng):
    """Shuffle a player's deck."""
    places = work_array(ROUNDS, np.int64)
    count = 0
    deck = state.deck & cards_of(side)
    while deck != EMPTY:
        places[count] = ctz(deck)
        deck &= deck - ONE
        count += 1
    for i in range(count - 1, 0, -1):
        one, other = places[i], places[below(rng, i + 1)]
        state.cards[one], state.cards[other] = state.cards[other], state.cards[one]


@rule
def _shuffle_rounds(rounds, rng):
    """Write the rounds of the draft in random order."""
    for i in range(ROUNDS):
        rounds[i] = i
    for i in range(ROUNDS - 1, 0, -1):
        j = below(rng, i + 1)
        rounds[i], rounds[j] = rounds[j], rounds[i]


@rule
def _explain(state, rounds, cards, count, taken):
    """Find a round of the draft in which each known card of a player may have been picked.

    Writes the index of the card of each round to `taken`, or -1. A round can be freed if its card fits another round
    (augmenting paths), so a solution is found if one exists. Rounds are tried in the given random order.
    """
    reached_by = work_array(ROUNDS, np.int64)
    queue = work_array(_QUEUE, np.int64)
    for i in range(ROUNDS):
        taken[i] = -1
    for first in range(count):
        for i in range(ROUNDS):
            reached_by[i] = -1
        queue[0] = first
        head, tail = 0, 1
        free = -1
        while head < tail and free < 0:
            card = queue[head]
            head += 1
            for k in range(ROUNDS):
                round_number = rounds[k]
                fits = False
                for place in range(CHOICES):
                    fits = fits or state.triplets[round_number, place] == cards[card]
                if fits and reached_by[round_number] < 0:
                    reached_by[round_number] = card
                    if taken[round_number] < 0:
                        free = round_number
                        break
                    queue[tail] = taken[round_number]
                    tail += 1
        while free >= 0:
            card = reached_by[free]
            previous = np.int64(-1)
            for round_number in range(ROUNDS):
                if taken[round_number] == card:
                    previous = round_number
            taken[free] = card
            free = previous


@rule
def _guess_deck(state, side, rng):
    """Deal the unseen cards of a player: shuffled picks that agree with the draft and with the cards seen."""
    cards, rounds, taken = work_array(ROUNDS, np.int64), work_array(ROUNDS, np.int64), work_array(ROUNDS, np.int64)
    count = 0
    unseen = (state.hand | state.deck) & cards_of(side)
    seen = cards_of(side) & ~unseen
    while seen != EMPTY:
        number = state.cards[ctz(seen)]
        seen &= seen - ONE
        if number != UNKNOWN:
            cards[count] = number
            count += 1
    _shuffle_rounds(rounds, rng)
    _explain(state, rounds, cards, count, taken)
    for i in range(ROUNDS):
        round_number = rounds[i]
        known = taken[round_number]
        choice = below(rng, CHOICES)
        if known >= 0:
            while state.triplets[round_number, choice] != cards[known]:
                choice = below(rng, CHOICES)
        elif unseen != EMPTY:
            number = state.triplets[round_number, choice]
            state.cards[ctz(unseen)] = number if number != UNKNOWN else 1 + below(rng, CARD_COUNT)
            unseen &= unseen - ONE
        if state.triplets[0, 0] != UNKNOWN:
            note_pick(state, side, round_number, choice)


@rule
def _guess_draft(state, rng):
    """Draw the coming rounds from a random pool that contains all cards shown so far."""
    pool, known = work_array(POOL, np.int64), work_array(_CARD_NUMBERS, np.int8)
    size = 0
    for card in range(_CARD_NUMBERS):
        known[card] = 0
    for round_number in range(ROUNDS):
        for place in range(CHOICES):
            number = state.triplets[round_number, place]
            if number != UNKNOWN and known[number] == 0 and size < POOL:
                known[number] = 1
                pool[size] = number
                size += 1
    while size < POOL:
        number = 1 + below(rng, CARD_COUNT)
        if known[number] == 0:
            known[number] = 1
            pool[size] = number
            size += 1
    for round_number in range(ROUNDS):
        if state.triplets[round_number, 0] == UNKNOWN:
            for place in range(CHOICES):  # the first cards of a partially shuffled pool
                j = place + below(rng, POOL - place)
                pool[place], pool[j] = pool[j], pool[place]
                state.triplets[round_number, place] = pool[place]


@rule
def determinise(params, state, viewer, rng):
    """Fill concealed information with a guess that agrees with everything the player has seen."""
    other = 1 - viewer
    if state.phase == BATTLE:
        _shuffle_deck(state, viewer, rng)
        _guess_deck(state, other, rng)
    else:
        _guess_draft(state, rng)
        for round_number in range(_rounds_picked(state, other)):
            if pick_of(state, other, round_number) == UNKNOWN_PICK:
                note_pick(state, other, round_number, below(rng, CHOICES))
        state.seed[0] = np.int64(draw(rng) >> _SEED_BITS)
        state.seed[1] = state.seed[0] if params.same_shuffle else np.int64(draw(rng) >> _SEED_BITS)
    if params.anonymous:
        state.chance = draw(rng)
    refresh(params, state)
