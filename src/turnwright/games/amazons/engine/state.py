"""The state record of Amazons, and how squares and actions are numbered.

Squares are numbered from a1 = 0 along the rows, with eleven squares per row on every board. The column that no board
has stops shifts from wrapping around. Sets of squares are pairs of words (`core.wide_sets`).
"""

import numpy as np

MOST = 10
"""The side length of the largest board."""
ROW = MOST + 1
AMAZONS = 4
"""Amazons of a side."""
DIRECTIONS = (1, ROW + 1, ROW, ROW - 1, -1, -ROW - 1, -ROW, 1 - ROW)
"""The difference of square numbers for a step in each of the eight directions."""

# Actions: a move is `source * SQUARES + target`, a shot `SHOT + target`.
SQUARES = 128
SHOT = SQUARES * SQUARES
END = SHOT + SQUARES
"""There is no passing, so this action is never legal."""

MAX_ACTIONS = 4 * 35 + 16
"""The moves of four amazons in the middle of an empty board, plus what `spread` writes past the end."""
MAX_TURN = 2
NOWHERE = -1
CLOSED = 2
"""The index of the closed squares in the sets of a state, after the amazons of both sides."""

STATE = np.dtype(
    [
        ("sets", np.uint64, (3, 2)),  # amazons of both players, then closed squares
        ("turn", np.int8),
        ("moved", np.int8),  # square of the amazon that has moved in this turn
        ("stuck", np.int8),  # whether the player to move has no move
    ],
    align=True,
)
PARAMETERS = np.dtype(
    [
        ("board", np.uint64, 2),  # the squares of the board
        ("start", np.uint64, (2, 2)),
        ("territory", np.float64),
        ("mobility", np.float64),
        ("evaluator", np.int64),
    ],
    align=True,
)
