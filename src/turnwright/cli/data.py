"""`turnwright export` and `turnwright import`: games and labelled positions to files, and games from files."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal

import typer

from turnwright.arena.store import Store, StoredGame
from turnwright.cli.arena_options import StoreOption, store_place
from turnwright.cli.console import err
from turnwright.core.errors import TurnwrightError
from turnwright.exchange.files import (
    GAME_FORMATS,
    POSITION_FORMATS,
    READ_FORMATS,
    check_format,
    games_in,
    write_games,
    write_positions,
)
from turnwright.exchange.labelled import labelled_positions

_PART = 200
"""Games that are stored at once."""
TrustOption = Annotated[bool, typer.Option("--trust", help="Run the rules of games that come from files or modules.")]


def export(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write: .parquet, .csv, .json, or .txt for games as text.")
    ],
    what: Annotated[
        Literal["games", "positions"], typer.Option(help="Whole games, or every turn's position with its labels.")
    ] = "games",
    game: Annotated[
        str | None, typer.Option(help="Only games whose game spec contains this.", show_default=False)
    ] = None,
    agent: Annotated[
        str | None, typer.Option(help="Only games in which an agent's spec contains this.", show_default=False)
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most this many games, the newest.", show_default=False)
    ] = None,
    card: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a data card, as Markdown.", show_default=False)
    ] = None,
    store: StoreOption = None,
    trust: TrustOption = False,
) -> None:
    """Write stored games, or their positions with labels, to a file."""
    check_format(file, GAME_FORMATS if what == "games" else POSITION_FORMATS)
    with Store(store_place(store), create=False) as opened:
        found: Iterable[StoredGame] = opened.search(game=game, agent=agent)
        if limit is not None:
            found = reversed(list(opened.search(game=game, agent=agent, limit=limit, newest=True)))
        if what == "games":
            written = write_games(file, found)
        else:
            written = write_positions(file, labelled_positions(found, trusted=trust))
    rows = f"{written.rows:,} {what.removesuffix('s') if written.rows == 1 else what}"
    err.print(f"wrote {rows} to {file}", markup=False, soft_wrap=True)
    if card is not None:
        try:
            card.write_text(written.text(file.name), encoding="utf-8")
        except OSError as error:
            raise TurnwrightError(f"the card cannot be written to {str(card)!r}: {error.strerror}") from error
        err.print(f"wrote {card}", markup=False, soft_wrap=True)


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .parquet file, or games as text (.txt).")],
    store: StoreOption = None,
    trust: TrustOption = False,
) -> None:
    """Read games from a file into a store. The rules check every turn of every game first."""
    check_format(file, READ_FORMATS)
    games = list(games_in(file, trusted=trust))  # all or none
    with Store(store_place(store)) as opened:
        before = opened.count()
        run = opened.begin_run({"imported": file.name})
        for versions, group in groupby(games, key=lambda stored: sorted(stored.versions.items())):
            together = list(group)
            for start in range(0, len(together), _PART):
                part = [(stored.record, stored.source) for stored in together[start : start + _PART]]
                opened.add(part, run=run, versions=dict(versions))
        new = opened.count() - before
        err.print(
            f"read {len(games):,} game{'' if len(games) == 1 else 's'} from {file}; {new:,} of them "
            f"{'is' if new == 1 else 'are'} new in {opened.place}",
            markup=False,
            soft_wrap=True,
        )
