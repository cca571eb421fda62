"""Games and labelled positions written to files, in the format that the file's name asks for, and games read again."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from turnwright.arena.store import StoredGame
from turnwright.core.errors import TurnwrightError
from turnwright.exchange.card import DataCard
from turnwright.exchange.game_text import WrittenGame, read_games
from turnwright.exchange.labelled import LabelledPosition
from turnwright.exchange.tables import (
    VERSION,
    DataError,
    check_game,
    checked_games,
    game_rows,
    position_rows,
    write_table,
)

GAME_FORMATS = (".csv", ".json", ".parquet", ".txt")
POSITION_FORMATS = (".csv", ".json", ".parquet")
READ_FORMATS = (".parquet", ".txt")
_UNKNOWN_SOURCE = "imported"
"""What stands for the digest of the sources where a file does not say who played."""
_MOST_TEXT = 1 << 28
"""Bytes that a text of games may have."""


def check_format(file: Path, formats: tuple[str, ...]) -> None:
    """Refuse a name that no format has."""
    if file.suffix not in formats:
        raise DataError(f"{str(file)!r} has no known format; name a file that ends in {', '.join(formats)}")


def write_games(file: Path, games: Iterable[StoredGame]) -> DataCard:
    """Write stored games; what was written, counted."""
    check_format(file, GAME_FORMATS)
    if file.suffix == ".parquet":
        return write_table(file, "games", game_rows(games))
    card = DataCard(table="games", version=VERSION)
    counted = _counted(card, games)
    if file.suffix == ".txt":
        _write(file, (WrittenGame.of_record(stored.record).text() + "\n" for stored in counted))
    else:
        _write_rows(file, (stored.as_dict() for stored in counted))
    return card


def write_positions(file: Path, labelled: Iterable[LabelledPosition]) -> DataCard:
    """Write labelled positions; what was written, counted."""
    check_format(file, POSITION_FORMATS)
    if file.suffix == ".parquet":
        return write_table(file, "positions", position_rows(labelled))
    card = DataCard(table="positions", version=VERSION)
    _write_rows(file, card.counting(position_rows(labelled)))
    return card


def games_in(file: Path, *, trusted: bool = False) -> Iterator[StoredGame]:
    """The games of a file, each played again by its rules; rules from outside are run only if they are trusted."""
    check_format(file, READ_FORMATS)
    if file.suffix == ".parquet":
        yield from checked_games(file, trusted=trusted)
        return
    for number, written in enumerate(read_games(_read(file)), 1):
        try:
            record = written.record()
        except TurnwrightError as error:
            raise DataError(f"game {number} of {str(file)!r} is refused: {error}") from error
        stored = StoredGame(id=number, record=record, source=_UNKNOWN_SOURCE, versions={})
        check_game(stored, str(file), trusted=trusted)
        yield stored


def _read(file: Path) -> str:
    try:
        if file.stat().st_size > _MOST_TEXT:
            raise DataError(f"{str(file)!r} has more than {_MOST_TEXT:,} bytes; divide it")
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"{str(file)!r} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError:
        raise DataError(f"{str(file)!r} is no text in UTF-8") from None


def _counted(card: DataCard, games: Iterable[StoredGame]) -> Iterator[StoredGame]:
    for stored in games:
        for row in game_rows([stored]):
            card.count(row)
        yield stored


def _write_rows(file: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    if file.suffix == ".json":
        _write(file, [json.dumps(list(rows)), "\n"])
    else:
        _write_csv(file, rows)


def _write(file: Path, texts: Iterable[str]) -> None:
    try:
        with file.open("w", encoding="utf-8") as target:
            target.writelines(texts)
    except OSError as error:
        raise _unwritable(file, error) from error


def _write_csv(file: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Lists and tables are JSON in a cell."""
    try:
        with file.open("w", newline="", encoding="utf-8") as target:
            writer = None
            for row in rows:
                if writer is None:
                    writer = csv.DictWriter(target, fieldnames=list(row))
                    writer.writeheader()
                writer.writerow(
                    {
                        name: json.dumps(value) if isinstance(value, list | dict) else value
                        for name, value in row.items()
                    }
                )
    except OSError as error:
        raise _unwritable(file, error) from error


def _unwritable(file: Path, error: OSError) -> DataError:
    return DataError(f"{str(file)!r} cannot be written: {error.strerror or error}")
