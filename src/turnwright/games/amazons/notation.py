"""Amazons in text: squares from a1 at the lower left, moves `d1-d7`, shots `*g7`, and positions in one line.

A position is the number of turns played, the square of the amazon that has moved in this turn or `-`, and the rows from
the top: `W` for the first player's amazons, `B` for the second's, `x` for closed squares.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from turnwright.core.game import NotationError
from turnwright.core.state import State
from turnwright.games.amazons.engine.state import AMAZONS, END, NOWHERE, ROW, SHOT, SQUARES

if TYPE_CHECKING:
    from turnwright.games.amazons.game import Amazons

SYMBOLS = "WBx"
FREE = "."
END_TEXT = "end"
_COLUMNS = "abcdefghij"
_MOVE = re.compile(r"([a-j]\d{1,2})-([a-j]\d{1,2})")


def words(squares: Iterable[int]) -> np.ndarray:
    """A set of squares as its two words."""
    found = 0
    for square in squares:
        found |= 1 << square
    return np.array([found & (1 << 64) - 1, found >> 64], dtype=np.uint64)


def side_of(state: State) -> int:
    """Squares along a side of the board."""
    return int(state.game.record.board[0] & np.uint64((1 << ROW) - 1)).bit_count()


def square_text(square: int) -> str:
    return f"{_COLUMNS[square % ROW]}{square // ROW + 1}"


def parse_square(side: int, text: str) -> int:
    if re.fullmatch(r"[a-j](?:[1-9]|10)", text):
        x, y = _COLUMNS.index(text[0]), int(text[1:]) - 1
        if x < side and y < side:
            return y * ROW + x
    raise NotationError(f"{text!r} is not a square of the board; they are a1 to {_COLUMNS[side - 1]}{side}")


def format_action(action: int) -> str:
    source, target = divmod(action, SQUARES)
    if action == END:
        return END_TEXT
    if not 0 <= action < END or target % ROW >= len(_COLUMNS) or (source < SQUARES and source % ROW >= len(_COLUMNS)):
        return f"#{action}"
    return f"*{square_text(target)}" if action >= SHOT else f"{square_text(source)}-{square_text(target)}"


def parse_action(side: int, text: str) -> int:
    if text == END_TEXT:
        return END
    if text.startswith("*"):
        return SHOT + parse_square(side, text[1:])
    if move := _MOVE.fullmatch(text):
        return parse_square(side, move[1]) * SQUARES + parse_square(side, move[2])
    raise NotationError(f"{text!r} is not an action of Amazons; one is a move, d1-d7, or a shot, *g7")


def rows_of(state: State) -> list[str]:
    """The rows of the board from the top."""
    side = side_of(state)
    sets = [int(low) | int(high) << 64 for low, high in state.records[0].sets]

    def symbol(square: int) -> str:
        return next((sign for sign, found in zip(SYMBOLS, sets, strict=True) if found >> square & 1), FREE)

    return ["".join(symbol(y * ROW + x) for x in range(side)) for y in range(side - 1, -1, -1)]


def format_state(state: State) -> str:
    """A state in one line, without the spec."""
    record = state.records[0]
    moved = "-" if record.moved == NOWHERE else square_text(int(record.moved))
    return f"{record.turn} {moved} {'/'.join(rows_of(state))}"


def parse_state(game: "Amazons", text: str) -> State:
    side = game.side
    row = f"[{FREE}{SYMBOLS}]{{{side}}}"
    found = re.fullmatch(rf"(\d{{1,2}}) (-|[a-j]\d\d?) ({row}(?:/{row}){{{side - 1}}})", text)
    if found is None:
        raise NotationError(
            f"{text!r} is not a position of Amazons; one is the turns played, the square moved to or -, and "
            f"{side} rows from the top, such as {game.start(0).text.removeprefix(game.spec).strip()}"
        )
    records = game.blank()
    record = records[0]
    record.turn = int(found[1])
    rows = found[3].split("/")
    squares = {(side - 1 - y) * ROW + x: symbol for y, line in enumerate(rows) for x, symbol in enumerate(line)}
    for kind, symbol in enumerate(SYMBOLS):
        there = [square for square, sign in squares.items() if sign == symbol]
        if kind < 2 and not 1 <= len(there) <= AMAZONS:
            raise NotationError(f"{text!r} has {len(there)} amazons {symbol}; a side has 1 to {AMAZONS}")
        record.sets[kind] = words(there)
    record.moved = NOWHERE if found[2] == "-" else parse_square(side, found[2])
    mover = SYMBOLS[int(record.turn) % 2]
    if record.moved != NOWHERE and squares[int(record.moved)] != mover:
        raise NotationError(f"{text!r} has no amazon {mover} on {found[2]}, which has just moved")
    return State(game, records).under(game)
