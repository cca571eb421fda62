"""`turnwright curve`: agents with growing budgets against one fixed opponent."""

from pathlib import Path
from typing import Annotated

import typer

import turnwright
from turnwright.agents.plots import check_picture_name
from turnwright.arena.curve import planned_curve
from turnwright.cli.arena_options import (
    DEFAULT_PATIENCE,
    AnySourceOption,
    BackendOption,
    PatienceOption,
    PlainOption,
    StoreOption,
    WorkersOption,
    store_place,
)
from turnwright.cli.arena_progress import CliProgress
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.core.errors import TurnwrightError
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME


def curve(
    agents: Annotated[list[str], typer.Argument(help="Agents, such as oep and mcts, without budgets.")],
    budgets: Annotated[str, typer.Option(help="What they may spend on a turn, growing: 10ms,30ms,100ms.")],
    against: Annotated[str, typer.Option(help="The opponent with its own budget, such as oep@100ms.")],
    game: Annotated[str, typer.Option(help="The game.")] = DEFAULT_GAME,
    games: Annotated[str, typer.Option(help="Games with every budget, or with each: 40,20,10.")] = "100",
    seed: Annotated[int, typer.Option(help="Deals and the agents' seeds follow from it.")] = 0,
    view: Annotated[ViewKind, typer.Option(help="What the agents may know.")] = "open",
    plot: Annotated[
        Path | None, typer.Option(help="Draw scores over budget to this .svg or .png.", show_default=False)
    ] = None,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    any_source: AnySourceOption = False,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Let agents meet one opponent with growing budgets, and say how their scores grow.

    The opponent keeps its budget. All play the same deals. The same command resumes where it was stopped: games in the
    store are not played again, and more games or budgets can be added later.
    """
    if plot is not None:
        check_picture_name(plot)
    planned = planned_curve(agents, budgets.split(","), against, game, _numbers(games), seed, view)
    announce_compiling(f"the agents for {game}")
    with CliProgress(plain=plain) as progress:
        result = turnwright.curve(
            planned,
            workers=workers,
            backend=backend,
            store=store_place(store),
            patience=patience,
            any_source=any_source,
            progress=progress,
        )
    if plot is not None:
        result.draw(plot)
        err.print(f"wrote {plot}", markup=False)
    if json:
        print_json(result.as_dict())
    else:
        out.print(f"{result.text(out.width)}\ngames are in {result.store}", markup=False, soft_wrap=True)


def _numbers(games: str) -> list[int]:
    """Numbers of games from text."""
    try:
        return [int(number) for number in games.split(",")]
    except ValueError:
        problem = f"--games is {games!r}; it must be a number, or one for each budget, such as 40,20,10"
        raise TurnwrightError(problem) from None
