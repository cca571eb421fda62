"""The games that the page can show.

Each folder in here is one: its `BOARD` says what can be chosen, what a position looks like as data and what an action
does; `page/js/games` has the folder of the same name that draws it. A package outside brings its own by an entry point
of the group `turnwright.boards`, and `register` adds one while the server starts. What is wrong with an installed board
is logged, and all others are shown.
"""

import logging
import re
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import Game
from turnwright.core.spec import Spec, parse_spec
from turnwright.games.registry import DEFAULT_GAME
from turnwright.web.boards.base import Board

_log = logging.getLogger(__name__)
_registered: dict[str, Board] = {}


@cache
def _found() -> dict[str, Board]:
    """The boards in this folder, and those of installed packages."""
    folders = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    found: dict[str, Board] = {name: import_module(f"{__name__}.{name}").BOARD for name in folders}
    for point in entry_points(group="turnwright.boards"):
        try:
            board = point.load()
            _check(board, found)
        except (Exception, SystemExit) as error:  # whatever a package does
            _log.warning("the installed board %r cannot be shown: %s", point.name, in_one_line(error))
        else:
            found[board.name] = board
    return found


def _check(board: object, known: dict[str, Board]) -> None:
    """Refuse what is no board, and a board whose name cannot be used."""
    if not isinstance(board, Board):
        raise TurnwrightError(f"{board!r} is not a board; give an instance of turnwright.web.boards.base.Board")
    if not re.fullmatch(r"\w+", board.name, re.ASCII):
        raise TurnwrightError(f"a board is named {board.name!r}; a name has letters, digits and _")
    taken = known.get(board.name, board)
    if taken is not board:
        raise TurnwrightError(f"there is a board {board.name!r} already, of {taken.game}; give yours another name")


@cache
def boards() -> dict[str, Board]:
    """All boards by name, the default game's first."""
    known = _found() | _registered
    return dict(sorted(known.items(), key=lambda entry: entry[1].game != DEFAULT_GAME))


def board_names() -> list[str]:
    """The names of all boards."""
    return list(boards())


def register(board: Board) -> None:
    """Add a board; called by the code that starts the server."""
    _check(board, _found())
    _registered[board.name] = board
    _forget()


def unregister(name: str) -> None:
    """Take out a board that was registered."""
    _registered.pop(name, None)
    _forget()


def _forget() -> None:
    boards.cache_clear()
    board_for.cache_clear()


def board_named(name: str) -> Board:
    """The board of that name."""
    if name not in boards():
        raise TurnwrightError(f"there is no board {name!r}; available: {', '.join(boards())}")
    return boards()[name]


@cache
def board_for(game: str) -> Board:
    """The board of a game, by what spec strings call the game."""
    for board in boards().values():
        if board.game == game:
            return board
    known = ", ".join(board.game for board in boards().values())
    raise TurnwrightError(f"positions of {game[:40]!r} cannot be shown here; available: {known}")


def is_shown(spec: str | Spec) -> bool:
    """Whether the page can show the game of a spec."""
    label = parse_spec(spec).label
    return any(board.game == label for board in boards().values())


def board_of(game: Game) -> Board:
    """The board of a game."""
    return board_for(game.name)
