"""A state as commands name it: in notation, or as the start of a game."""

from typing import Annotated

import typer

import turnwright
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import parse_spec, split_notation
from turnwright.core.state import State
from turnwright.games.registry import DEFAULT_GAME

StateArgument = Annotated[
    str | None,
    typer.Argument(help="A state in notation, or a game for its start; without it, see --game.", show_default=False),
]
GameOption = Annotated[str | None, typer.Option(help="The game to start.", show_default=DEFAULT_GAME)]


def is_start(text: str | None) -> bool:
    """Whether a text names no position: it is the start of a game that is meant."""
    return text is None or not split_notation(text)[1]


def named_game(text: str | None, game: str | None) -> str:
    """The label of the game that a text or an option names."""
    return (parse_spec(game or DEFAULT_GAME) if text is None else split_notation(text)[0]).label


def named_state(text: str | None, game: str | None, seed: int | None) -> State:
    """The state that a text names, or the start of a game."""
    if text is None:
        return turnwright.game(game or DEFAULT_GAME).start(seed or 0)
    spec, position = split_notation(text)
    if game is not None or (position and seed is not None):
        raise TurnwrightError("a state already names its game; leave out --game and --seed, which are for a new game")
    return turnwright.state(text) if position else turnwright.game(spec).start(seed or 0)
