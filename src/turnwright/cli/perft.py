"""`turnwright perft`: how large a turn is."""

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

import turnwright
from turnwright import State, TurnwrightError
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.core.game import Game
from turnwright.core.perft import Perft
from turnwright.core.perft import perft as count_turns
from turnwright.core.spec import SpecError, split_notation


def perft(
    game: Annotated[str, typer.Argument(help="The game, such as hero_academy or hero_academy:map=a-tiny.")],
    state: Annotated[
        str | None,
        typer.Option(help="A position of the game in notation; without it, the start of a game.", show_default=False),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the new game.", show_default="0")] = None,
    ap: Annotated[
        list[int] | None,
        typer.Option(help="Set the number of actions left in the turn; may be repeated.", show_default=False),
    ] = None,
    pruned: Annotated[bool, typer.Option("--pruned", help="Play only the candidates that pruning leaves.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Stop if a turn has more distinct states than this.")] = 20_000_000,
    json: JsonFlag = False,
) -> None:
    """Count the action sequences of a turn, and the distinct states they lead to."""
    chosen = turnwright.game(game)
    announce_compiling(f"perft of {chosen.name}")
    start = _position(chosen, state, seed)
    results = []
    for points in ap or (None,):
        position = start if points is None else _with_actions_left(start, points)
        with err.status("counting …"):
            results.append((points, position, count_turns(position, pruned=pruned, limit=limit)))
    if json:
        print_json([_as_dict(points, position, result) for points, position, result in results])
        return
    for points, position, result in results:
        _show(points, position, result)


def _position(game: Game, text: str | None, seed: int | None) -> State:
    if text is None:
        return game.start(seed or 0)
    if seed is not None:
        raise TurnwrightError("--state and --seed both name a position; give one of them")
    text = text.strip()
    return turnwright.state(text) if _names(text, game) else game.parse_state(text)


def _names(text: str, game: Game) -> bool:
    """Whether a notation begins with the game, as a whole one does."""
    try:
        return split_notation(text)[0].label == game.name
    except SpecError:
        return False


def _with_actions_left(state: State, count: int) -> State:
    try:
        return state.game.with_actions_left(state, count)
    except TurnwrightError as error:
        raise TurnwrightError(f"--ap cannot be {count}: {error}") from error


def _show(points: int | None, position: State, result: Perft) -> None:
    title = str(position) if points is None else f"{position.game.name}, {points} actions"
    table = Table("actions", "sequences", "distinct states", title=Text(title), title_justify="left")
    for column in table.columns:
        column.justify = "right"
    for depth in result.depths:
        table.add_row(str(depth.actions), f"{depth.sequences:,}", f"{depth.states:,}")
    out.print(table)
    out.print(f"turns {result.turns:,}, distinct end-of-turn states {result.outcomes:,}")


def _as_dict(points: int | None, position: State, result: Perft) -> dict[str, Any]:
    return {
        "state": position.text,
        "action_points": points,
        "turns": result.turns,
        "outcomes": result.outcomes,
        "depths": [
            {"actions": depth.actions, "sequences": depth.sequences, "states": depth.states} for depth in result.depths
        ],
    }
