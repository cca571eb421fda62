"""`turnwright results`: what the store holds."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from turnwright.arena.play_game import game_of
from turnwright.arena.record import GameSetup
from turnwright.arena.store import Store, StoredGame
from turnwright.cli.arena_options import StoreOption, store_place
from turnwright.cli.console import JsonFlag, err, out, print_json
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import no_foreign_code
from turnwright.exchange.files import GAME_FORMATS, check_format, write_games

_SHOWN = 20


results = typer.Typer(help="List, filter and export stored games, or merge stores.", add_completion=False)


@results.callback(invoke_without_command=True)
def list_games(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Option(help="Only games whose game spec contains this.", show_default=False)
    ] = None,
    agent: Annotated[
        str | None, typer.Option(help="Only games in which an agent's spec contains this.", show_default=False)
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, help="Show at most this many games, the newest first.", show_default=f"{_SHOWN} in the table"
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the games to a .csv, .json, .parquet or .txt file.", show_default=False
        ),
    ] = None,
    store: StoreOption = None,
    json: JsonFlag = False,
) -> None:
    """List, filter and export stored games, or merge stores; with --json all that is stored of the games."""
    if context.invoked_subcommand is not None:
        return
    if export is not None:
        check_format(export, GAME_FORMATS)
    with Store(store_place(store), create=False) as opened:

        def found(most: int | None) -> Iterable[StoredGame]:
            if most is None:
                return opened.search(game=game, agent=agent)
            return reversed(list(opened.search(game=game, agent=agent, limit=most, newest=True)))

        if export is not None:
            written = write_games(export, found(limit))
            err.print(f"wrote {written.rows:,} games to {export}", markup=False, soft_wrap=True)
        elif json:
            print_json([stored.as_dict() for stored in found(limit)])
        else:
            _show(opened, found(limit or _SHOWN))


@results.command()
def merge(
    stores: Annotated[
        list[str], typer.Argument(metavar="STORES...", help="Stores whose games are taken over; they stay as they are.")
    ],
    store: StoreOption = None,
    json: JsonFlag = False,
) -> None:
    """Take the games of other stores over into one; games that it has already stay as they are."""
    counts = {}
    with Store(store_place(store)) as into:
        for place in stores:
            with Store(place, create=False) as other:
                counts[place] = into.merge(other)
        held = into.count()
    if json:
        print_json({"stores": {place: {"new": new, "known": known} for place, (new, known) in counts.items()}})
        return
    for place, (new, known) in counts.items():
        out.print(f"{new:,} games from {place}, {known:,} were there already", markup=False, soft_wrap=True)
    out.print(f"{held:,} games in the store", markup=False, soft_wrap=True)


def _show(store: Store, games: Iterable[StoredGame]) -> None:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("game", "first", "second", "winner", "ending", "turns", "seed", "view"):
        table.add_column(heading, overflow="fold")
    for stored in games:
        record, (first, second) = stored.record, stored.record.setup.players
        winner = {1: "first", 0: "draw", -1: "second"}[record.outcome]
        table.add_row(
            str(stored.id),
            escape(str(first)),
            escape(str(second)),
            winner,
            "forfeit" if record.forfeit else record.ending or "",
            str(len(record.turns)),
            str(record.setup.seed),
            _view(record.setup),
        )
    out.print(table)
    said = f"{store.count():,} games in {store.place}; 'turnwright replay GAME' shows one"
    out.print(said, markup=False, soft_wrap=True)


def _view(setup: GameSetup) -> str:
    try:
        return game_of(str(no_foreign_code(setup.game, ""))).view_text(setup.view)
    except TurnwrightError:  # a game from outside, whose rules are not run for a list, or one that is no more
        return setup.view
