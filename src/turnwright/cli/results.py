"""`turnwright results`: what the store holds."""

import csv
import json as json_format
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

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

_SHOWN = 20
_FORMATS = (".csv", ".json", ".parquet")


def results(
    game: Annotated[
        str | None, typer.Option(help="Only games whose game spec contains this.", show_default=False)
    ] = None,
    agent: Annotated[
        str | None, typer.Option(help="Only games in which an agent's spec contains this.", show_default=False)
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="At most so many games, the newest.", show_default=f"{_SHOWN} in the table"),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the games to a .csv, .json or .parquet file.", show_default=False),
    ] = None,
    store: StoreOption = None,
    json: JsonFlag = False,
) -> None:
    """List, filter and export stored games; with --json all that is stored of them."""
    if export is not None and export.suffix not in _FORMATS:
        raise TurnwrightError(f"{str(export)!r} has no known format; name a file that ends in {', '.join(_FORMATS)}")
    with Store(store_place(store), create=False) as opened:

        def found(most: int | None) -> Iterable[StoredGame]:
            if most is None:
                return opened.search(game=game, agent=agent)
            return reversed(list(opened.search(game=game, agent=agent, limit=most, newest=True)))

        if export is not None:
            rows = _write(export, (stored.as_dict() for stored in found(limit)))
            err.print(f"wrote {rows:,} games to {export}", markup=False, soft_wrap=True)
        elif json:
            print_json([stored.as_dict() for stored in found(limit)])
        else:
            _show(opened, found(limit or _SHOWN))


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


def _write(file: Path, rows: Iterator[dict[str, Any]]) -> int:
    try:
        return {".csv": _write_csv, ".json": _write_json, ".parquet": _write_parquet}[file.suffix](file, rows)
    except OSError as error:
        raise TurnwrightError(f"the games cannot be written to {str(file)!r}: {error.strerror or error}") from error


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row whose lists and tables are JSON text."""
    return {key: json_format.dumps(value) if isinstance(value, list | dict) else value for key, value in row.items()}


def _write_csv(file: Path, rows: Iterator[dict[str, Any]]) -> int:
    count = 0
    with file.open("w", newline="", encoding="utf-8") as target:
        writer = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(target, fieldnames=list(row))
                writer.writeheader()
            writer.writerow(_flat(row))
            count += 1
    return count


def _write_json(file: Path, rows: Iterator[dict[str, Any]]) -> int:
    listed = list(rows)
    file.write_text(json_format.dumps(listed) + "\n", encoding="utf-8")
    return len(listed)


def _write_parquet(file: Path, rows: Iterator[dict[str, Any]]) -> int:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TurnwrightError(
            "Parquet files need the package pyarrow: pip install 'turnwright[parquet]', or export to .csv or .json"
        ) from None
    listed = [_flat(row) for row in rows]
    parquet.write_table(pyarrow.Table.from_pylist(listed), file)
    return len(listed)
