"""Games and labelled positions as Parquet files: two tables with a documented, versioned set of columns.

A file may come from anybody. It is read in small parts; what is no such table, or too large, is refused in one
sentence, and games are checked by their rules before anyone counts them.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import Any

from turnwright.arena.record import FIGURES, GameRecord
from turnwright.arena.replay import positions
from turnwright.arena.store import StoredGame
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.views import VIEW_KINDS
from turnwright.exchange.card import DataCard
from turnwright.exchange.labelled import LabelledPosition

VERSION = 1
"""Of both tables. A new column keeps it; a change of meaning raises it."""
TABLES = ("games", "positions")
_PREFIX = "turnwright"
_ROWS = 500
"""Rows that are read or written at once."""
_MOST_BYTES = 1 << 30
"""Bytes that a part of a file may have when unpacked: far more than we write."""
_MOST_TURNS, _MOST_LETTERS = 10_000, 100_000
"""Turns that a game, and letters that a text, may have."""


class DataError(TurnwrightError):
    """A file that is no table of ours, or a row that is not what it says."""


def _arrow() -> Any:
    try:
        import pyarrow
        from pyarrow import parquet  # noqa: F401 (a part of pyarrow)
    except ImportError:
        raise DataError(
            "Parquet files need the package pyarrow, which is not installed: pip install 'turnwright[data]'"
        ) from None
    return pyarrow


def columns(table: str) -> Any:
    """The columns of a table, as an Arrow schema; each says what it holds."""
    pa = _arrow()
    text, number, real = pa.string(), pa.int64(), pa.float64()
    reports = pa.struct([pa.field(name, pa.list_(real)) for name in ("seat", "value", *FIGURES)])
    kinds = {
        "games": [
            ("key", text, False, "names the setup; no other setup has it"),
            ("source", text, False, "digest of the sources that played the game"),
            ("game", text, False, "spec of the game"),
            ("first", text, False, "spec of the agent that moves first, player 0"),
            ("second", text, False, "spec of the other agent, player 1"),
            ("first_budget", text, True, "what the first may spend on a turn; null without a limit"),
            ("second_budget", text, True, "what the second may spend on a turn; null without a limit"),
            ("view", text, False, "what the players may know: open, hidden or reference"),
            ("seed", number, False, "seed of the game's start"),
            ("first_seed", number, False, "seed of the first agent"),
            ("second_seed", number, False, "seed of the second agent"),
            ("outcome", pa.int8(), False, "1: player 0 won, -1: player 1 won, 0: a draw"),
            ("ending", text, True, "how the game ended, in the game's words; null if it has none, or for a forfeit"),
            ("forfeit", text, False, "why the loser forfeited; empty if nobody did"),
            ("turns", pa.list_(text), False, "all turns in notation"),
            ("reports", reports, False, "a list per figure, an entry per turn; null if unknown"),
            ("started", real, False, "when it began, in seconds since 1970"),
            ("seconds", real, False, "how long it took"),
            ("overrun_ms", real, True, "by how much a turn went over its time at most; null without a time limit"),
            ("versions", pa.map_(text, text), False, "versions of the software that played"),
        ],
        "positions": [
            ("game", text, False, "spec of the game"),
            ("game_key", text, False, "the game that it comes from; keep its positions on one side of a split"),
            ("turn", pa.int32(), False, "the number of the turn in that game, from 1"),
            ("state", text, False, "the whole state in notation, hidden things included"),
            ("player", pa.int8(), False, "who moves: 0 or 1"),
            ("agent", text, False, "spec of the agent that moves"),
            ("budget", text, True, "what it may spend on the turn; null without a limit"),
            ("view", text, False, "what it may know of the state"),
            ("played", text, False, "the turn that it played, in notation"),
            ("value", real, True, "what it thought the turn is worth, in its own unit; null if unknown"),
            ("outcome", pa.int8(), False, "how the game ended: 1, 0 or -1, seen from player 0"),
            ("points", real, False, "the same for the player who moves: 1, 0.5 or 0"),
            ("forfeited", pa.bool_(), False, "whether the game ended by forfeit"),
        ],
    }[table]
    return pa.schema(
        [pa.field(name, kind, nullable=null, metadata={"meaning": said}) for name, kind, null, said in kinds],
        metadata={f"{_PREFIX}.table": table, f"{_PREFIX}.version": str(VERSION)},
    )


# Writing


def game_rows(games: Iterable[StoredGame]) -> Iterator[dict[str, Any]]:
    """Stored games as rows of the table `games`."""
    for stored in games:
        data = stored.record.as_dict()
        first_budget, second_budget = data.pop("budgets")
        first_seed, second_seed = data.pop("agent_seeds")
        yield data | {
            "key": stored.record.setup.key,
            "source": stored.source,
            "first_budget": first_budget,
            "second_budget": second_budget,
            "first_seed": first_seed,
            "second_seed": second_seed,
            "versions": list(stored.versions.items()),
        }


def position_rows(labelled: Iterable[LabelledPosition]) -> Iterator[dict[str, Any]]:
    """Positions as rows of the table `positions`."""
    return (position.as_dict() for position in labelled)


def write_table(file: Path, table: str, rows: Iterable[Mapping[str, Any]]) -> DataCard:
    """Write a table, some rows at a time; the card that the file carries."""
    pa = _arrow()
    described, card = columns(table), DataCard(table=table, version=VERSION)
    counted = card.counting(rows)
    try:
        with pa.parquet.ParquetWriter(file, described, compression="zstd") as writer:
            while part := list(islice(counted, _ROWS)):
                writer.write_table(pa.Table.from_pylist(part, schema=described))
            writer.add_key_value_metadata({f"{_PREFIX}.card": card.as_json()})
    except OSError as error:
        raise DataError(f"{str(file)!r} cannot be written: {error.strerror or error}") from error
    return card


# Reading


def read_games(file: Path) -> Iterator[StoredGame]:
    """The games of a file; they are as the file says, and no rule has checked them yet."""
    for number, row in _rows(file, "games"):
        yield _understood(_stored_game, row, file, number)


def read_positions(file: Path) -> Iterator[LabelledPosition]:
    """The labelled positions of a file."""
    names = [field.name for field in fields(LabelledPosition)]
    for number, row in _rows(file, "positions"):
        yield _understood(lambda row: LabelledPosition(**{name: row[name] for name in names}), row, file, number)


def checked_games(file: Path, *, trusted: bool = False) -> Iterator[StoredGame]:
    """The games of a file, each played again by its rules. Rules from outside are run only if they are trusted."""
    for stored in read_games(file):
        check_game(stored, str(file), trusted=trusted)
        yield stored


def check_game(stored: StoredGame, place: str, *, trusted: bool) -> None:
    """Refuse a game that the rules do not allow."""
    try:
        for _ in positions(stored.record, trusted=trusted):
            pass
    except TurnwrightError as error:
        raise DataError(f"game {stored.id} of {place!r} is refused: {error}") from error


def _rows(file: Path, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
    pa = _arrow()
    number = 0
    try:
        with pa.parquet.ParquetFile(file) as opened:
            _check(file, table, opened)
            names = columns(table).names
            for batch in opened.iter_batches(batch_size=_ROWS, columns=names):
                batch.validate(full=True)
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else in_one_line(error)
        raise DataError(f"{str(file)!r} cannot be read: {why}") from error
    except pa.ArrowException as error:
        raise DataError(f"{str(file)!r} is no Parquet file, or a damaged one: {in_one_line(error)}") from error


def _check(file: Path, table: str, opened: Any) -> None:
    """Refuse a file that has not the columns of the table, or parts that are too large."""
    found = opened.schema_arrow
    said = {
        name.decode(errors="replace"): value.decode(errors="replace") for name, value in (found.metadata or {}).items()
    }
    kind, version = said.get(f"{_PREFIX}.table"), said.get(f"{_PREFIX}.version", "")
    if kind not in TABLES:
        raise DataError(f"{str(file)!r} is a Parquet file, but none of Turnwright; 'turnwright export' writes one")
    if kind != table:
        raise DataError(f"{str(file)!r} has the table {kind!r}; {table!r} is wanted here")
    if version != str(VERSION):
        raise DataError(
            f"{str(file)!r} has version {version[:20]!r} of the table {table!r}, this Turnwright knows {VERSION}; "
            "update Turnwright, or export the data again"
        )
    for wanted in columns(table):
        place = found.get_field_index(wanted.name)
        if place < 0 or found.field(place).type != wanted.type:
            raise DataError(
                f"{str(file)!r} has no column {wanted.name!r} of the type {wanted.type}; export the data again"
            )
    for part in range(opened.metadata.num_row_groups):
        if opened.metadata.row_group(part).total_byte_size > _MOST_BYTES:
            raise DataError(f"{str(file)!r} has a part of more than {_MOST_BYTES:,} bytes; write smaller row groups")


def _understood(read: Callable[[dict[str, Any]], Any], row: dict[str, Any], file: Path, number: int) -> Any:
    try:
        _check_row(row)
        return read({**row, "number": number})
    except (TurnwrightError, ValueError, TypeError, KeyError) as error:
        raise DataError(f"row {number} of {str(file)!r} cannot be used: {in_one_line(error)}") from error


def _check_row(row: dict[str, Any]) -> None:
    for name, value in row.items():
        if isinstance(value, str) and len(value) > _MOST_LETTERS:
            raise ValueError(f"{name} has {len(value):,} letters")
    if row["view"] not in VIEW_KINDS:
        raise ValueError(f"there is no view {row['view'][:60]!r}")
    if row["outcome"] not in (-1, 0, 1):
        raise ValueError(f"the outcome is {row['outcome']}; it must be 1, 0 or -1")
    turns = row.get("turns", ())
    if len(turns) > _MOST_TURNS or any(turn is None or len(turn) > _MOST_LETTERS for turn in turns):
        raise ValueError("it has too many turns, or one that is no text or too long")


def _stored_game(row: dict[str, Any]) -> StoredGame:
    reports = {name: figures for name, figures in row["reports"].items() if figures is not None}
    for name, figures in reports.items():
        if len(figures) != len(row["turns"]) or (name == "seat" and not set(figures) <= {0, 1}):
            raise ValueError(f"its figures of {name} do not fit its turns")
    if "seat" in reports:
        reports["seat"] = [int(seat) for seat in reports["seat"]]
    record = GameRecord.from_dict(
        {
            **row,
            "budgets": [row["first_budget"], row["second_budget"]],
            "agent_seeds": [row["first_seed"], row["second_seed"]],
            "reports": reports,
        }
    )
    if record.setup.key != row["key"]:
        raise ValueError("its setup is not the one that its key names")
    return StoredGame(id=row["number"], record=record, source=row["source"], versions=dict(row["versions"]))
