"""The state of a game of Legends of Code and Magic: one record for draft and battle.

In a battle every card has an instance id, 1 to 60: odd ids are the first player's cards, even ids the second's. So a
set of cards of both players is one word, a mask gives one player's cards, and a target needs no owner. Ids follow the
order of the shuffled deck. So cards are drawn by ascending id, and a hand in draw order is sorted by id: neither needs
a list. Only the order in which creatures were summoned does.

The stats of creatures (attack, defense, keywords) are stored by id, and are zero for all other cards, so equal states
are equal byte by byte.
"""

import numpy as np

from turnwright.games.locm.engine.cards import MAX_COST

DRAFT, BATTLE = 0, 1
"""The phases of a game."""

LANES, LANE_SIZE = 2, 3
ROUNDS = 30
"""The rounds of the draft, which is also the number of cards in a deck."""
CHOICES = 3
HAND_SIZE = 8
STARTING_HAND = (4, 5)
STARTING_HEALTH = 30
FIRST_RUNE, RUNE_STEP = 25, 5
MOST_MANA = 12
TURN_LIMIT = 50
"""From this turn of a player on (counted from 0), the deck counts as empty."""
MAX_STAT = 255
"""More attack or defense than the cards of a deck can give a creature."""

IDS = 64
FIRST_ID, LAST_ID = 1, 2 * ROUNDS
FIRST_CARDS = np.uint64(sum(1 << i for i in range(1, LAST_ID, 2)))
"""The ids of the first player's cards; shifted by one, those of the second player's."""
FACE = 0
"""The opponent as a target; -1 in the protocol."""
ORDER_BITS = 6
"""The bits of an id in the list of creatures by order of summoning."""
UNKNOWN_PICK = 3

STATE = np.dtype(
    [
        ("hand", np.uint64),
        ("deck", np.uint64),
        ("lane", np.uint64, LANES),  # creatures in the left and right lane
        ("ready", np.uint64),  # creatures of the player to move that can attack
        ("struck", np.uint64),  # creatures that have attacked this turn
        ("touched", np.uint64),  # creatures whose card effects are no longer displayed
        ("guards", np.uint64),  # creatures with Guard
        ("order", np.uint64, 2),  # by player, ids of creatures in the order of their summoning
        ("kind", np.uint64, 4),  # known cards by kind, in all places
        ("affordable", np.uint64, MAX_COST + 1),  # known cards that cost at most this much mana
        ("picks", np.uint64, 2),  # two bits for every round of the draft
        ("chance", np.uint64),  # the generator of draws, if ids do not determine the order
        ("dealt", np.uint64),  # key of what does not change within a phase: decks, draft, seeds
        ("seed", np.int64, 2),  # of the coming shuffles; zero in a battle
        ("health", np.int16, 2),
        ("before", np.int16, 2),  # health at the start of the opponent's latest turn
        ("turn", np.int16),  # number of picks, or of earlier turns in the battle
        ("player", np.int8),
        ("phase", np.int8),
        ("winner", np.int8),  # -1 for none
        ("rune", np.int8, 2),  # the next rune, 0 if none is left
        ("mana", np.int8, 2),
        ("max_mana", np.int8, 2),
        ("bonus", np.int8, 2),
        ("next_draw", np.int8, 2),
        ("draw_shown", np.int8, 2),
        ("cards", np.uint8, IDS),  # number of every card by id, 0 if it is unknown
        ("attack", np.uint8, IDS),
        ("defense", np.uint8, IDS),
        ("keywords", np.uint8, IDS),
        ("triplets", np.uint8, (ROUNDS, CHOICES)),  # cards of the draft, 0 if they are unknown
        ("tail", np.uint8, 5),  # fills the last word, because padding has no defined value
    ],
    align=True,
)
assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names or ())

# An action is one integer. Picks are 0, 1 and 2; a summons is `SUMMON + (lane << 6) + id`, an attack
# `ATTACK + (id << 6) + target`, the use of an item `USE + (id << 6) + target`; targets are ids, or FACE.
END = 3
SUMMON = 1 << 6
ATTACK = 1 << 12
USE = 2 << 12
BEYOND = 3 << 12
"""All actions are below this number."""
ID_SHIFT = 6
ID_MASK = 63

MAX_ACTIONS = 128
"""Eight items with seven targets each, six attackers with four, the end of the turn, and what a listing writes past the
end."""
MAX_TURN = 23
"""Eight played cards, one attack of each of six creatures and of each of eight summoned ones, and the end."""


def owner_of(instance: int) -> int:
    """The player whose card has this id."""
    return (instance + 1) & 1


def summon_action(instance: int, lane: int) -> int:
    return SUMMON + (lane << ID_SHIFT) + instance


def attack_action(instance: int, target: int) -> int:
    return ATTACK + (instance << ID_SHIFT) + target


def use_action(instance: int, target: int) -> int:
    return USE + (instance << ID_SHIFT) + target
