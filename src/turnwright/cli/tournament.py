"""`turnwright tournament`: several agents, a cross table, and ratings."""

from pathlib import Path
from typing import Annotated

import typer

import turnwright
from turnwright.arena.tournament import read_tournament
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


def tournament(
    spec: Annotated[Path, typer.Argument(help="A TOML file with agents, game, games, budget, seed, view, format.")],
    workers: WorkersOption = None,
    backend: BackendOption = "processes",
    store: StoreOption = None,
    patience: PatienceOption = DEFAULT_PATIENCE,
    any_source: AnySourceOption = False,
    plain: PlainOption = False,
    json: JsonFlag = False,
) -> None:
    """Play a tournament, and print its cross table with intervals and ratings with error bars.

    The same command resumes an interrupted run: games in the store are not played again.
    """
    planned = read_tournament(spec)
    announce_compiling(f"the agents for {planned.game}")
    with CliProgress(plain=plain) as progress:
        result = turnwright.tournament(
            planned,
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
        out.print(f"{result.text(out.width)}\ngames are in {result.store}", markup=False, soft_wrap=True)
