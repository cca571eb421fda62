"""The state of a game of Hero Academy: one record.

Pieces are stored twice: as bit sets, for operations on many squares, and square by square, for their data. An empty
square has hp 0 and unit 0, so equal states are equal byte by byte.
"""

import numpy as np

from turnwright.games.hero_academy.engine.cards import GEAR

TRAIT_HURT = len(GEAR)
"""The index of the set of wounded standing units, after the sets of units that carry each item."""

STATE = np.dtype(
    [
        ("living", np.uint64, 2),  # standing pieces by owner, crystals included
        ("fallen", np.uint64, 2),  # knocked-out units by owner
        ("crystals", np.uint64),  # both sides' crystals
        ("traits", np.uint64, TRAIT_HURT + 1),
        ("hand", np.uint64, 2),  # counts per card, four bits each
        ("deck", np.uint64, 2),
        ("hash", np.uint64),  # hash of pieces, hands and decks; see hashing.py
        ("chance", np.uint64),  # the generator of random draws
        ("seed", np.int32, 2),  # of the decks
        ("balance", np.int32),  # heuristic value of player 0's pieces and reserves minus player 1's
        ("turn", np.int16),
        ("player", np.int8),
        ("ap", np.int8),
        ("over", np.int8),
        ("unknown", np.int8, 2),  # cards in a hand that are unknown in this view
        ("infernos", np.int8),  # of player 0 minus those of player 1, in hands and decks
        ("hp", np.int16, 64),
        ("unit", np.uint8, 64),  # kind | gear << 3
        ("tail", np.int8, 4),  # fills the last word, because padding has no defined value
    ],
    align=True,
)

GEAR_SHIFT = 3
KIND_MASK = 7
UNIT_CODES = 128

# An action is one integer: a unit's action `from << 6 | to`, a card played on a square, a swapped card, or the end.
DROP = 4096
SWAP = 8192
END = SWAP + 64
MAX_ACTIONS = 1024


def unit_action(source: int, target: int) -> int:
    return source << 6 | target


def drop_action(card: int, square: int) -> int:
    return DROP | card << 6 | square


def swap_action(card: int) -> int:
    return SWAP + card
