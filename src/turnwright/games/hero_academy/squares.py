"""Names of squares: columns a, b, … z, aa, ab, … from the left, rows 1, 2, … from the top."""

import re
from functools import cache

from turnwright.core.game import NotationError
from turnwright.games.hero_academy.engine.maps import Map

_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
_LETTERS = 26


def square_name(board: Map, square: int) -> str:
    """The name of a square.

    >>> from turnwright.games.hero_academy.engine.maps import parse_map
    >>> square_name(parse_map("a"), 0), square_name(parse_map("a"), 44)
    ('a1', 'i5')
    """
    return square_names(board.height)[square]


@cache
def square_names(height: int) -> list[str]:
    """The names of all squares of boards that high; a board is a word of 64 bits."""
    return [f"{_column_name(square // height)}{square % height + 1}" for square in range(64)]


def square_number(board: Map, name: str) -> int:
    """The number of the square with that name; a `NotationError` if the map has none."""
    match = _NAME.fullmatch(name)
    if match:
        x, y = _column_number(match[1]), int(match[2]) - 1
        if x < board.width and y < board.height:
            return x * board.height + y
    last = square_name(board, board.width * board.height - 1)
    raise NotationError(f"{name[:20]!r} is not a square of the map; its squares are a1 to {last}")


def _column_name(x: int) -> str:
    letter = chr(ord("a") + x % _LETTERS)
    return letter if x < _LETTERS else _column_name(x // _LETTERS - 1) + letter


def _column_number(name: str) -> int:
    number = 0
    for letter in name:
        number = number * _LETTERS + ord(letter) - ord("a") + 1
    return number - 1
