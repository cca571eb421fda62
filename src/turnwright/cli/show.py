"""`turnwright show`: a state as a picture."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from turnwright import TurnwrightError
from turnwright.cli.console import JsonFlag, announce_compiling, err, print_json
from turnwright.cli.named_state import GameOption, StateArgument, named_state
from turnwright.core.state import State
from turnwright.exchange.documents import state_document


def show(
    state: StateArgument = None,
    game: GameOption = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the new game.", show_default="0")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write an SVG picture to this file; - for stdout alone.")] = None,
    json: JsonFlag = False,
) -> None:
    """Draw a state as text or SVG."""
    announce_compiling("the game")
    if str(svg) == "-" and json:
        raise TurnwrightError("--svg - and --json would both print to stdout; give one of them")
    shown = named_state(state, game, seed)
    if str(svg) == "-":
        sys.stdout.write(shown.svg())
        return
    if svg is not None:
        _write_svg(shown, svg)
    if json:
        print_json(
            {
                **state_document(shown),
                "legal_actions": [shown.action_text(action) for action in shown.legal_actions()],
                "picture": shown.draw(),
            }
        )
    else:
        sys.stdout.write(f"{shown.draw()}\n\n{shown.text}\n")


def _write_svg(state: State, file: Path) -> None:
    try:
        file.write_text(state.svg(), encoding="utf-8")
    except OSError as error:
        raise TurnwrightError(f"the picture cannot be written to {str(file)!r}: {error.strerror}") from error
    err.print(f"wrote {file}", markup=False)
