"""`turnwright match`: two agents, many games, and who is stronger."""

from typing import Annotated

import typer

import turnwright
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
from turnwright.cli.console import JsonFlag, announce_compiling, out, print_json
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME


def match(
    first: Annotated[str, typer.Argument(metavar="A", help="An agent, such as oep or oep@1s.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    game: Annotated[str, typer.Option(help="The game.")] = DEFAULT_GAME,
    games: Annotated[int, typer.Option(help="Games, in pairs: the same deal, seats swapped.")] = 100,
    budget: Annotated[
        str | None, typer.Option(help="An agent's budget for a turn: 100ms, 20kev, …", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of all deals and agents.")] = 0,
    view: Annotated[ViewKind, typer.Option(help="What the agents may know.")] = "open",
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="elo0=0,elo1=20", help="Stop as soon as this sequential test decides.", show_default=False
        ),
    ] = None,
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    any_source: AnySourceOption = False,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Play a match between two agents, and measure who is stronger, with a confidence interval.

    The same command resumes an interrupted run: games in the store are not played again.
    """
    announce_compiling(f"{first} and {second} for {game}")
    with CliProgress(plain=plain) as progress:
        result = turnwright.match(
            first,
            second,
            game=game,
            games=games,
            budget=budget,
            seed=seed,
            view=view,
            sprt=sprt,
            workers=workers,
            backend=backend,
            store=store_place(store),
            patience=patience,
            any_source=any_source,
            progress=progress,
        )
    if json:
        print_json(result.as_dict())
    else:
        out.print(f"{result}\ngames are in {result.store}", markup=False, soft_wrap=True)
