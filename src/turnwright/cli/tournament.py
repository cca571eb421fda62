"""`turnwright tournament`: several agents, a cross table, and ratings."""

from pathlib import Path
from typing import Annotated, Any

import typer

import turnwright
from turnwright.arena.tournament import Format, Tournament, TournamentError, read_tournament, tournament_from
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


def tournament(
    entrants: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENTS|FILE",
            help="Two or more agents, such as oep mcts@1s my_bot.py:MyBot; or a TOML file with agents and options.",
        ),
    ],
    game: Annotated[str | None, typer.Option(help="The game.", show_default=DEFAULT_GAME)] = None,
    games: Annotated[
        int | None, typer.Option(help="Games per pair of agents, an even number.", show_default=str(Tournament.games))
    ] = None,
    budget: Annotated[
        str | None, typer.Option(help="An agent's budget for a turn: 100ms, 20kev, …", show_default=False)
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The seed of all deals and agents.", show_default=str(Tournament.seed))
    ] = None,
    view: Annotated[
        ViewKind | None, typer.Option(help="What the agents may know.", show_default=Tournament.view)
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(
            help="Everyone against everyone, or the first against all others.", show_default=Tournament.format
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
    """Play a tournament, and print its cross table with intervals and ratings with error bars.

    The same command resumes an interrupted run: games in the store are not played again.
    """
    options = {"game": game, "games": games, "budget": budget, "seed": seed, "view": view, "format": format}
    planned = _planned(entrants, {name: value for name, value in options.items() if value is not None})
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


def _planned(entrants: list[str], options: dict[str, Any]) -> Tournament:
    """The tournament between some agents, or the one that a file describes."""
    files = [entrant for entrant in entrants if entrant.endswith(".toml")]
    if not files:
        return tournament_from({"agents": entrants, **options})
    if len(entrants) > 1:
        raise TournamentError(f"{files[0]!r} describes a whole tournament; give it alone, or name only agents")
    if options:
        raise TournamentError(
            f"{files[0]!r} describes the tournament; set {next(iter(options))!r} there, not as an option"
        )
    return read_tournament(Path(files[0]))
