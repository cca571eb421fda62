"""The framework of a battle: health and runes, drawing, mana, turns, and the winner. Sections refer to the rules
page."""

import numpy as np

from turnwright.core.bits import EMPTY, ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.rng import GOLDEN, mix
from turnwright.games.locm.engine.cards import MAX_COST, UNKNOWN
from turnwright.games.locm.engine.draft import shuffle
from turnwright.games.locm.engine.hashing import dealt_key
from turnwright.games.locm.engine.state import (
    BATTLE,
    FIRST_CARDS,
    FIRST_ID,
    FIRST_RUNE,
    HAND_SIZE,
    LAST_ID,
    MOST_MANA,
    RUNE_STEP,
    STARTING_HAND,
    STARTING_HEALTH,
    TURN_LIMIT,
)

_FIRST_HAND, _SECOND_HAND = STARTING_HAND
_S32 = np.uint64(32)


@rule
def cards_of(side):
    """The ids of a player's cards."""
    return FIRST_CARDS << np.uint64(side)


@rule
def board_of(state, side):
    """A player's creatures."""
    return (state.lane[0] | state.lane[1]) & cards_of(side)


# Health


@rule
def change_health(state, side, amount):
    """Heal or damage a player. Every rune that is lost gives one more card (section 6).

    The remaining runes are the multiples of five below the health. Healing cannot restore a rune, because health is
    always above the next rune.
    """
    health = np.int64(state.health[side]) + amount
    rune = np.int64(state.rune[side])
    left = min(rune, RUNE_STEP * ((max(health, 1) - 1) // RUNE_STEP))
    state.health[side] = health
    state.rune[side] = left
    state.next_draw[side] += (rune - left) // RUNE_STEP


@rule
def lose_rune(state, side):
    """The penalty for drawing from an empty deck: health falls to the next rune, finally to zero."""
    rune = np.int64(state.rune[side])
    state.health[side] = rune
    state.rune[side] = max(0, rune - RUNE_STEP)


@rule
def decide(state):
    """Set the winner. If both players have lost all health, the player to move wins (section 9)."""
    me = np.int64(state.player)
    if state.health[1 - me] <= 0:
        state.winner = me
    elif state.health[me] <= 0:
        state.winner = 1 - me


# Cards


@rule
def _top_card(params, state, deck):
    """The id of the next card of a deck: the lowest, or a random one if ids are anonymous."""
    if params.anonymous:
        state.chance += GOLDEN
        for _ in range(np.int64(((mix(state.chance) >> _S32) * np.uint64(popcount(deck))) >> _S32)):
            deck &= deck - ONE
    return ctz(deck)


@rule
def draw_cards(params, state, side, number, exhausted):
    """Draw `number` cards (section 5). If the deck is empty or the turn limit is reached, each card costs a rune."""
    mine = cards_of(side)
    for _ in range(number):
        deck = state.deck & mine
        if deck == EMPTY or exhausted:
            lose_rune(state, side)
        elif popcount(state.hand & mine) >= HAND_SIZE:
            return
        else:
            drawn = bit(_top_card(params, state, deck))
            state.deck ^= drawn
            state.hand |= drawn


@rule
def sort_cards(params, state):
    """Compute the sets of known cards by kind and by cost."""
    for kind in range(4):
        state.kind[kind] = EMPTY
    for mana in range(MAX_COST + 1):
        state.affordable[mana] = EMPTY
    for instance in range(FIRST_ID, LAST_ID + 1):
        number = state.cards[instance]
        if number != UNKNOWN:
            here = bit(instance)
            state.kind[params.kind[number]] |= here
            state.affordable[params.cost[number]] |= here
    for mana in range(1, MAX_COST + 1):
        state.affordable[mana] |= state.affordable[mana - 1]


@rule
def refresh(params, state):
    """Recompute the stored values: cards by kind and cost, and the key of the deal."""
    sort_cards(params, state)
    state.dealt = dealt_key(params, state)


# Turns


@rule
def set_up(params, state):
    """Set up the battle after the draft, before the first turn (section 4)."""
    state.phase, state.turn, state.player = BATTLE, -1, 1
    for side in range(2):
        shuffle(state, side, state.seed[side])
        state.seed[side] = 0
        state.health[side] = state.before[side] = STARTING_HEALTH
        state.rune[side] = FIRST_RUNE
        state.mana[side] = state.max_mana[side] = state.bonus[side] = side
        state.next_draw[side] = state.draw_shown[side] = 1
    state.deck, state.hand = cards_of(0) | cards_of(1), EMPTY
    draw_cards(params, state, 0, _FIRST_HAND, False)
    draw_cards(params, state, 1, _SECOND_HAND, False)
    refresh(params, state)


@rule
def gain_mana(state, side):
    """One more mana, up to the limit. The second player's bonus ends after a turn in which all mana was used (section
    5)."""
    bonus = np.int64(state.bonus[side])
    most = np.int64(state.max_mana[side])
    most += np.int64(most < MOST_MANA + bonus)
    lost = bonus & np.int64(state.mana[side] == 0)
    state.bonus[side] = bonus - lost
    state.max_mana[side] = state.mana[side] = most - lost


@rule
def end_turn(params, state):
    """End a player's turn and start the opponent's."""
    old = np.int64(state.player)
    me = 1 - old
    state.struck = EMPTY
    state.draw_shown[old] = state.next_draw[old]
    state.player = me
    state.turn += 1
    gain_mana(state, me)
    state.ready = board_of(state, me)
    number = np.int64(state.next_draw[me])
    draw_cards(params, state, me, number, state.turn >= 2 * TURN_LIMIT)
    state.draw_shown[me], state.next_draw[me] = number, 1
    state.before[old] = state.health[old]
    decide(state)
