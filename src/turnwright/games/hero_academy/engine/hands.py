"""Hands and decks as counts per card, four bits each; drawing and dealing cards."""

import numpy as np

from turnwright.core.bits import popcount
from turnwright.core.compiled import rule
from turnwright.core.rng import GOLDEN, below, mix
from turnwright.games.hero_academy.engine.cards import CARDS, HAND_SIZE

_CARDS = len(CARDS)
_ODD = np.uint64(0x0F0F0F0F0F0F0F0F)
_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_FOUR, _FIFTY_SIX = np.uint64(4), np.uint64(56)
_NIBBLE = np.uint64(15)
_S32 = np.uint64(32)
UNIT_CARDS = np.uint64(0xFFFFF)
_PRESENT = np.uint64(0x11111111111)


@rule
def size(cards):
    """The number of cards in a hand or deck."""
    pairs = (cards & _ODD) + ((cards >> _FOUR) & _ODD)
    return np.int64((pairs * _ONES) >> _FIFTY_SIX)


@rule
def count(cards, card):
    return np.int64((cards >> np.uint64(4 * card)) & _NIBBLE)


@rule
def one(card):
    return np.uint64(1) << np.uint64(4 * card)


@rule
def kinds(cards):
    """The kinds of card that are present: bit 4i for card i."""
    folded = cards | (cards >> np.uint64(2))
    return (folded | (folded >> np.uint64(1))) & _PRESENT


@rule
def nth_card(cards, index):
    """The card at a position of a hand or deck laid out in card order.

    The counts of the first eight cards are expanded to bytes. One multiplication computes all partial sums, and one
    subtraction compares them with the position.
    """
    counts = cards & np.uint64(0xFFFFFFFF)
    counts = (counts | counts << np.uint64(16)) & np.uint64(0x0000FFFF0000FFFF)
    counts = (counts | counts << np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)
    sums = ((counts | counts << _FOUR) & _ODD) * _ONES
    passed = ((_HIGH | np.uint64(index) * _ONES) - sums) & _HIGH
    card = np.int64(popcount(passed))
    if card < 8:
        return card
    total = np.int64(sums >> _FIFTY_SIX)
    for i in range(8, _CARDS - 1):
        total += count(cards, i)
        card += 1 if total <= index else 0
    return card


@rule
def next_seed(seed):
    """How a deck's seed advances at every draw."""
    return seed // 10 if seed > 100000 else 13 * seed // 10 + 7


@rule
def draw_card(params, state, player):
    """Move one card from a non-empty deck to the hand."""
    deck = state.deck[player]
    cards = size(deck)
    if params.random_draws:
        state.chance += GOLDEN
        index = np.int64(((mix(state.chance) >> _S32) * np.uint64(cards)) >> _S32)
    else:
        seed = next_seed(np.int64(state.seed[player]))
        state.seed[player] = seed
        index = np.int64(np.uint32(seed) % np.uint32(cards))
    card = nth_card(deck, index)
    state.deck[player] = deck - one(card)
    state.hand[player] += one(card)
    state.hash += params.hand_key[player, card] - params.deck_key[player, card]


@rule
def refill(params, state, player):
    """Draw up to six cards. Cards that are unknown in this view also count towards the hand."""
    missing = HAND_SIZE - size(state.hand[player]) - state.unknown[player]
    while missing > 0 and state.deck[player]:
        draw_card(params, state, player)
        missing -= 1


@rule
def return_hand(params, state, player):
    """Return a hand to its deck."""
    for card in range(_CARDS):
        n = np.uint64(count(state.hand[player], card))
        state.hash -= n * (params.hand_key[player, card] - params.deck_key[player, card])
    state.deck[player] += state.hand[player]
    state.hand[player] = np.uint64(0)


@rule
def deal_hand(params, state, player):
    """Redraw six cards until exactly three of them are units."""
    while True:
        return_hand(params, state, player)
        refill(params, state, player)
        hand = state.hand[player]
        if params.any_starting_hand or (size(hand) == HAND_SIZE and size(hand & UNIT_CARDS) == 3):
            break


@rule
def draw_random_hand(params, state, player, cards, rng):
    """Move a number of random cards from deck to hand: a guess at a hidden hand."""
    for _ in range(cards):
        deck = state.deck[player]
        card = nth_card(deck, below(rng, size(deck)))
        state.deck[player] = deck - one(card)
        state.hand[player] += one(card)
        state.hash += params.hand_key[player, card] - params.deck_key[player, card]


@rule
def has_unit_cards(state, player):
    return (state.hand[player] | state.deck[player]) & UNIT_CARDS != 0
