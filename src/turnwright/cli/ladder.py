"""`turnwright ladder`: agents with growing budgets, and how much more one needs to be as strong as another."""

from pathlib import Path
from typing import Annotated

import typer

import turnwright
from turnwright.agents.plots import check_picture_name
from turnwright.arena.ladder import planned_ladder
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
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME


def ladder(
    agents: Annotated[list[str], typer.Argument(help="Agents, such as oep and mcts, without budgets.")],
    budgets: Annotated[str, typer.Option(help="Increasing budgets for a turn: 10ms,20ms,40ms.")],
    game: Annotated[str, typer.Option(help="The game.")] = DEFAULT_GAME,
    games: Annotated[int, typer.Option(help="Games per pairing, in pairs with seats swapped.")] = 100,
    seed: Annotated[int, typer.Option(help="The seed of all deals and agents.")] = 0,
    view: Annotated[ViewKind, typer.Option(help="What the agents may know.")] = "open",
    plot: Annotated[
        Path | None, typer.Option(help="Plot strength over budget to this .svg or .png file.", show_default=False)
    ] = None,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    any_source: AnySourceOption = False,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Play agents over a ladder of budgets, and measure how much more budget one needs to be as strong as another.

    Every agent meets itself with the next budget, and every other agent with the same one. The same command resumes
    where it was stopped: games in the store are not played again.
    """
    if plot is not None:
        check_picture_name(plot)
    planned = planned_ladder(agents, budgets.split(","), game, games, seed, view)
    announce_compiling(f"the agents for {planned.game}")
    with CliProgress(plain=plain) as progress:
        result = turnwright.ladder(
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
