"""The games of studies as a file for other programs."""

import csv
import json
from collections.abc import Iterable
from pathlib import Path

from turnwright.study.ledger import Participation
from turnwright.study.plan import StudyError

FORMATS = (".csv", ".json")
_COMMANDS = ("=", "+", "-", "@", "\t", "\r")
"""What begins a formula in a spreadsheet; a comment must not become one."""


def check_format(file: Path) -> None:
    """Refuse a file of another kind before anything is read."""
    if file.suffix not in FORMATS:
        raise StudyError(f"{str(file)!r} has no known format; name a file that ends in {' or '.join(FORMATS)}")


def write(file: Path, games: Iterable[Participation]) -> int:
    """Write games to a .csv or .json file, and return how many."""
    rows = [game.as_dict() for game in games]
    try:
        if file.suffix == ".json":
            file.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            return len(rows)
        with file.open("w", encoding="utf-8", newline="") as opened:
            writer = csv.writer(opened)
            names = list(rows[0]) if rows else ["study", "person"]
            writer.writerow(names)
            for row in rows:
                flat = row | {"moves": " / ".join(row["moves"]), "evaluations": " ".join(map(str, row["evaluations"]))}
                comment = flat["comment"]
                flat["comment"] = f"'{comment}" if comment.startswith(_COMMANDS) else comment
                writer.writerow([flat[name] for name in names])
    except OSError as error:
        raise StudyError(f"{str(file)!r} cannot be written: {error.strerror}") from error
    return len(rows)
