"""What the page is told of a game, a file for each game."""

from functools import cache
from importlib import import_module

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.web.boards.base import Board

_MODULES = {"hero_academy": "turnwright.web.boards.hero_academy", "locm": "turnwright.web.boards.locm"}
"""Each module has BOARD."""


def board_names() -> list[str]:
    """The games that the page can show."""
    return list(_MODULES)


@cache
def board_named(name: str) -> Board:
    """The board of a game, by the game's name."""
    if name not in _MODULES:
        raise TurnwrightError(f"{name} has no board to be shown on; the page shows {', '.join(board_names())}")
    board: Board = import_module(_MODULES[name]).BOARD
    return board


def board_of(game: Game) -> Board:
    """The board of a game."""
    return board_named(game.name)
