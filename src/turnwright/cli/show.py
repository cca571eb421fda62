"""`turnwright show`: a state as a picture."""

import sys
from pathlib import Path
from typing import Annotated

import typer

import turnwright
from turnwright import TurnwrightError
from turnwright.cli.console import JsonFlag, announce_compiling, err, print_json
from turnwright.core.state import State
from turnwright.games.registry import DEFAULT_GAME


def show(
    state: Annotated[
        str | None,
        typer.Argument(help="A state in notation; without it, the start of a game.", show_default=False),
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game whose start to show.", show_default=DEFAULT_GAME)] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of that start.", show_default="0")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write an SVG picture to this file; - for stdout alone.")] = None,
    json: JsonFlag = False,
) -> None:
    """Draw a state as text or SVG."""
    announce_compiling("the game")
    if str(svg) == "-" and json:
        raise TurnwrightError("--svg - and --json would both print to stdout; give one of them")
    shown = _state(state, game, seed)
    if str(svg) == "-":
        sys.stdout.write(shown.svg())
        return
    if svg is not None:
        _write_svg(shown, svg)
    if json:
        print_json(
            {
                "state": shown.text,
                "game": shown.game.spec,
                "player": shown.player + 1,
                "over": shown.is_over,
                "outcome": shown.outcome,
                "legal_actions": [shown.action_text(action) for action in shown.legal_actions()],
                "picture": shown.draw(),
            }
        )
    else:
        sys.stdout.write(f"{shown.draw()}\n\n{shown.text}\n")


def _state(text: str | None, game: str | None, seed: int | None) -> State:
    if text is None:
        return turnwright.game(game or DEFAULT_GAME).start(seed or 0)
    if game is not None or seed is not None:
        raise TurnwrightError("a state names its own game, so --game and --seed are only for a start; leave them out")
    return turnwright.state(text)


def _write_svg(state: State, file: Path) -> None:
    try:
        file.write_text(state.svg(), encoding="utf-8")
    except OSError as error:
        raise TurnwrightError(f"the picture cannot be written to {str(file)!r}: {error.strerror}") from error
    err.print(f"wrote {file}", markup=False)
