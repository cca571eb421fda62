"""The state record of Amazons, and how squares and actions are numbered.

Squares count from a1 = 0 along the rows, which are eleven apart whatever the board: the column that no board has keeps
what leaves one side from coming back at the other. Sets of squares are pairs of words (`core.wide_sets`).
"""

import numpy as np

MOST = 10
"""Squares along the side of the largest board."""
ROW = MOST + 1
AMAZONS = 4
"""Amazons of a side."""
DIRECTIONS = (1, ROW + 1, ROW, ROW - 1, -1, -ROW - 1, -ROW, 1 - ROW)
"""How far a step leads, in all eight directions."""

# Actions: a move is `source * SQUARES + target`, a shot `SHOT + target`.
SQUARES = 128
SHOT = SQUARES * SQUARES
END = SHOT + SQUARES
"""There is no passing: this action is never legal."""

MAX_ACTIONS = 4 * 35 + 16
"""The moves of four amazons in the middle of an empty board, and what `spread` writes ahead."""
MAX_TURN = 2
NOWHERE = -1
CLOSED = 2
"""Place of the closed squares among the sets of a state, behind the amazons of both sides."""

STATE = np.dtype(
    [
        ("sets", np.uint64, (3, 2)),  # amazons of the first and of the second player, closed squares
        ("turn", np.int8),
        ("moved", np.int8),  # where the amazon stands that has moved in this turn
        ("stuck", np.int8),  # whether the player to move cannot
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
