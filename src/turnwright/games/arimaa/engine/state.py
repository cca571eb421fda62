"""The state record of Arimaa, and how squares, pieces and actions are numbered.

Squares count from a1 = 0 along the ranks to h8 = 63. The board is kept in words of 64 squares: one for each side, and
three planes that hold the strength of the piece on every square in binary (rabbit 1, cat 2, dog 3, horse 4, camel 5,
elephant 6). The last word is the board's key.
"""

import numpy as np

GOLD, SILVER = 0, 1
RABBIT, CAT, DOG, HORSE, CAMEL, ELEPHANT = range(1, 7)
KINDS = 6
COUNTS = (8, 2, 2, 2, 1, 1)
"""Pieces of each kind that a side begins with, from rabbits to the elephant."""

# Words of a board
PLANE = 2
"""The first of the three planes of strength."""
KEY = 5
WORDS = 6

PLACEMENTS = 16
STEPS = 4
"""Placements of a setup, and the most steps of any later turn."""

# Actions: a step is `direction * SQUARES + square`, whoever owns the piece there.
SQUARES = 64
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = "nesw"
END = 4 * SQUARES
PLACE = END + SQUARES
"""A placement is `PLACE + strength * SQUARES + square`."""
BEYOND = PLACE + (KINDS + 1) * SQUARES

MAX_ACTIONS = 4 * SQUARES + 16
"""Every step there is, and what `spread` writes ahead."""
MAX_TURN = PLACEMENTS

HISTORY = 128
"""Ends of turns since the last capture that are remembered."""
NOWHERE = -1

ENDINGS = ("goal", "elimination", "immobilisation", "turn limit")
BY_GOAL, BY_ELIMINATION, BY_IMMOBILISATION, BY_LIMIT = range(len(ENDINGS))

STATE = np.dtype(
    [
        ("board", np.uint64, WORDS),
        ("start", np.uint64, WORDS),  # the board at the start of the turn
        ("history", np.uint64, HISTORY),  # keys of positions at the ends of turns, the oldest first
        ("past", np.uint64),  # a sum over the history, for the key of the state
        ("turn", np.int16),  # turns that are over; the first two are the setups
        ("known", np.int16),  # how long the history is
        ("steps", np.int8),  # steps of this turn, or placements
        ("spot", np.int8),  # the square that the last step has left, where it lets a pull or a push go on
        ("power", np.int8),  # strength of what has left it
        ("pushing", np.int8),  # whether a push has begun: a stronger piece must step to the spot
        ("repeated", np.int8),  # whether some position was there twice already
        ("lapsed", np.int8),  # whether a third repetition is allowed in this turn, which has no other end
        ("winner", np.int8),
        ("reason", np.int8),
    ],
    align=True,
)
