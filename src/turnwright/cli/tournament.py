"""`turnwright tournament`: many agents, a cross table, and ratings."""

from pathlib import Path
from typing import Annotated

import typer

import turnwright
from turnwright.arena.match import compile_for, play_contest
from turnwright.arena.scores import CrossTable
from turnwright.arena.store import Store
from turnwright.arena.tournament import Tournament, read_tournament
from turnwright.cli.arena_options import (
    DEFAULT_PATIENCE,
    AnySourceOption,
    BackendOption,
    PatienceOption,
    PlainOption,
    StoreOption,
    WorkersOption,
    checked_workers,
    store_place,
)
from turnwright.cli.arena_progress import following
from turnwright.cli.console import JsonFlag, announce_compiling, out, print_json
from turnwright.cli.cross_table import show_cross_table
from turnwright.cli.match import warn_of_overrun


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

    The same command resumes where it was stopped: games in the store are not played again.
    """
    planned = read_tournament(spec)
    hands = checked_workers(workers, backend, planned.pairings())
    with Store(store_place(store)) as opened:
        table = play_tournament(
            planned,
            opened,
            workers=hands,
            backend=backend,
            patience=patience,
            any_source=any_source,
            plain=plain,
        )
    if json:
        settings = {"game": planned.game, "seed": planned.seed, "view": planned.view, "store": opened.place}
        print_json(settings | table.as_dict())
    else:
        where = f"{planned.game}, view {turnwright.game(planned.game).view_text(planned.view)}"
        show_cross_table(table, f"{where}: points in %, with 95 % intervals; Elo ± 95 %")
        overruns = [score.overrun for _, _, score in table.scores if score.overrun is not None]
        warn_of_overrun(max(overruns, default=None))
        out.print(f"games are in {opened.place}", markup=False, soft_wrap=True)


def play_tournament(
    planned: Tournament,
    store: Store,
    *,
    workers: int,
    backend: str = "processes",
    patience: float = DEFAULT_PATIENCE,
    any_source: bool = False,
    plain: bool = False,
) -> CrossTable:
    """Play a tournament with progress, and give its table."""
    pairings = planned.pairings()
    before = sum(score.games for _, _, score in planned.table(store, any_source=any_source).scores)
    announce_compiling(f"the agents for {planned.game}")
    compile_for(pairings)
    with following(pairings, before, plain=plain) as follow:
        play_contest(
            pairings,
            store,
            workers=workers,
            backend=backend,
            patience=patience,
            any_source=any_source,
            listener=follow,
        )
    return planned.table(store, any_source=any_source)
