"""Common setups, for agents that do not search for their own.

Each is the second rank from the a-file on, then the first, for Gold. Silver uses the same on its own ranks.
"""

import numpy as np

from turnwright.core.bits import EMPTY, bit
from turnwright.core.compiled import rule
from turnwright.core.rng import below
from turnwright.games.arimaa.engine.board import strength_at
from turnwright.games.arimaa.engine.listing import free_home, is_setup, player
from turnwright.games.arimaa.engine.rules import home_square
from turnwright.games.arimaa.engine.state import PLACE, PLACEMENTS

LETTERS = "RCDHME"
"""The pieces from the weakest to the strongest."""
_ROWS = (
    "RHDEMDHR RRRCCRRR",
    "RHCEMCHR RRRDDRRR",
    "RHDEMDHR RRCRRCRR",
    "RHDECMHR RRRCDRRR",
    "RHCEDMHR RRRDCRRR",
    "HDCEMCDH RRRRRRRR",
)


def _mirrored(row: str) -> str:
    return " ".join(part[::-1] for part in row.split())


SETUPS = tuple(
    tuple(LETTERS.index(letter) + 1 for letter in row.replace(" ", ""))
    for rows in _ROWS
    for row in (rows, _mirrored(rows))
)
"""The strengths of the pieces, square by square. Every setup is followed by its mirror image."""


@rule
def _fits(params, state, side, setup):
    """Whether all pieces that a side has placed match a setup."""
    for place in range(PLACEMENTS):
        standing = strength_at(state.board, home_square(side, place))
        if standing != 0 and standing != params.book[setup, place]:
            return False
    return True


@rule
def book_action(params, state, rng):
    """The next placement of a random setup that matches the pieces placed so far; -1 if there is none."""
    if state.winner >= 0 or not is_setup(state) or not params.has_book:
        return np.int64(-1)
    side = player(params, state)
    fitting = 0
    for setup in range(params.setups):
        fitting += _fits(params, state, side, setup)
    if fitting == 0:
        return np.int64(-1)
    chosen = below(rng, fitting)
    for setup in range(params.setups):
        if not _fits(params, state, side, setup):
            continue
        if chosen == 0:
            for place in range(PLACEMENTS):
                square = home_square(side, place)
                if free_home(state, side) & bit(square) != EMPTY:
                    return np.int64(PLACE + params.book[setup, place] * 64 + square)
        chosen -= 1
    return np.int64(-1)
