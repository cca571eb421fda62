"""The state record of Arimaa, and how squares, pieces and actions are numbered.

Squares are numbered along the ranks from a1 = 0 to h8 = 63. The board consists of 64-bit words: one for each side, and
three planes with the strength of the piece on every square in binary (rabbit 1, cat 2, dog 3, horse 4, camel 5,
elephant 6). The last word is the board's key.
"""

import numpy as np

GOLD, SILVER = 0, 1
RABBIT, CAT, DOG, HORSE, CAMEL, ELEPHANT = range(1, 7)
KINDS = 6
COUNTS = (8, 2, 2, 2, 1, 1)
"""The number of pieces of each kind at the start, from rabbits to the elephant."""

# Words of a board
PLANE = 2
"""The first of the three planes of strength."""
KEY = 5
WORDS = 6

PLACEMENTS = 16
STEPS = 4
"""The number of placements in a setup, and the maximum number of steps in a later turn."""

# Actions: a step is `direction * SQUARES + square`, whoever owns the piece there.
SQUARES = 64
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = "nesw"
END = 4 * SQUARES
PLACE = END + SQUARES
"""A placement is `PLACE + strength * SQUARES + square`."""
BEYOND = PLACE + (KINDS + 1) * SQUARES

MAX_ACTIONS = 4 * SQUARES + 16
"""All possible steps, plus what `spread` writes past the end."""
MAX_TURN = PLACEMENTS

HISTORY = 128
"""The number of turns since the last capture whose end positions are stored."""
NOWHERE = -1

ENDINGS = ("goal", "elimination", "immobilisation", "turn limit")
BY_GOAL, BY_ELIMINATION, BY_IMMOBILISATION, BY_LIMIT = range(len(ENDINGS))

STATE = np.dtype(
    [
        ("board", np.uint64, WORDS),
        ("start", np.uint64, WORDS),  # the board at the start of the turn
        ("history", np.uint64, HISTORY),  # keys of positions at the ends of turns, the oldest first
        ("past", np.uint64),  # a sum over the history, for the state key
        ("turn", np.int16),  # number of finished turns; the first two are the setups
        ("known", np.int16),  # length of the history
        ("steps", np.int8),  # number of steps in this turn, or of placements
        ("spot", np.int8),  # the square that the last step left, if a pull or push can continue there
        ("power", np.int8),  # strength of the piece that left it
        ("pushing", np.int8),  # whether a push is unfinished: a stronger piece must step to the spot
        ("repeated", np.int8),  # whether some position has occurred twice
        ("lapsed", np.int8),  # whether a third repetition is allowed, because the turn has no other end
        ("winner", np.int8),
        ("reason", np.int8),
    ],
    align=True,
)
