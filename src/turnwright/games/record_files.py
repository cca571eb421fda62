"""Files of recorded games: one JSON object per line, plain or gzipped; the same for every game.

A game is a header (`game`), a line for every `step`, and its `end`. The `t` of a line says what it is.
"""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any, BinaryIO, TypeVar

from turnwright.core.errors import TurnwrightError

Json = dict[str, Any]
LineKinds = Mapping[str, Mapping[str, type]]
"""What every kind of line has: its keys, and the types of their values."""

_GZIP = b"\x1f\x8b"


class RecordingError(TurnwrightError):
    """A file that cannot be used; the message gives file, line and reason."""

    def __init__(self, file: str | PathLike[str], line: int, reason: object) -> None:
        self.file, self.line = str(file), line
        super().__init__(f"{file}, line {line}: {reason}")


@dataclass(frozen=True, kw_only=True)
class RecordedLines:
    """A recorded game, its lines as they are in the file."""

    file: str
    """Where it was found; empty for a game recorded here."""
    number: int
    """Of the header's line in that file; the others follow without gaps."""
    header: Json
    """How the game was set up."""
    steps: tuple[Json, ...]
    """What was done, and the states around it."""
    end: Json
    """How the game ended."""

    @property
    def lines(self) -> list[Json]:
        """All lines in order."""
        return [self.header, *self.steps, self.end]

    def of_steps(self, read: Callable[[Json], int]) -> list[int]:
        """What is read from every step, in order; a step that cannot be read is named by its line."""
        found = []
        for index, step in enumerate(self.steps):
            try:
                found.append(read(step))
            except TurnwrightError as error:
                raise RecordingError(self.file, self.number + 1 + index, error) from error
        return found


@dataclass(frozen=True, kw_only=True)
class LoneLine:
    """A line that belongs to no game."""

    line: Json
    """As recorded."""
    number: int
    """Of the line in its file."""


_Game = TypeVar("_Game", bound=RecordedLines)
_Lone = TypeVar("_Lone", bound=LoneLine)


def read_games(
    path: str | PathLike[str],
    kinds: LineKinds,
    check: Callable[[int, str, Json], None],
    game: type[_Game],
    *,
    lone: Mapping[str, type[_Lone]] = {},
    progress: Callable[[int], None] | None = None,
) -> Iterator[_Game | _Lone]:
    """The games of a file, one after another, and its `lone` lines by their kind.

    `check` receives the number, kind and data of every line that has the keys of its kind, and rejects what is wrong.
    """
    header: Json | None = None
    start, number = 0, 0
    steps: list[Json] = []
    for number, line in read_lines(path, progress):
        kind = _kind_of(path, number, line, kinds)
        check(number, kind, line)
        begins = kind == "game" or kind in lone
        if begins and header is not None:
            raise RecordingError(path, number, f"a {kind} begins before the one of line {start} has its end line")
        if not begins and header is None:
            raise RecordingError(path, number, f"a line {kind!r} stands outside a game; a line 'game' must come first")
        if kind in lone:
            yield lone[kind](line=line, number=number)
        elif kind == "game":
            header, start, steps = line, number, []
        elif kind == "step":
            steps.append(line)
        elif header is not None:
            yield game(file=str(path), number=start, header=header, steps=tuple(steps), end=line)
            header = None
    if header is not None:
        raise RecordingError(path, number, f"the file ends inside the game of line {start}; it may have been cut off")
    if number == 0:
        what = " or ".join(["games", *(f"{kind}s" for kind in lone)])
        raise RecordingError(path, 1, f"the file is empty; it should hold recorded {what}")


def _kind_of(path: str | PathLike[str], number: int, line: Json, kinds: LineKinds) -> str:
    """The kind of a line, once it is known to have the keys of that kind."""
    kind = line.get("t")
    if not isinstance(kind, str) or kind not in kinds:
        raise RecordingError(path, number, f"the line is of kind {kind!r}; it must be one of {', '.join(kinds)}")
    for key, wanted in kinds[kind].items():
        if key not in line:
            raise RecordingError(path, number, f"the {kind} line has no {key!r}")
        if type(line[key]) is not wanted:
            raise RecordingError(path, number, f"{key!r} is {str(line[key])[:40]!r}; a {wanted.__name__} is expected")
    return kind


def read_lines(path: str | PathLike[str], progress: Callable[[int], None] | None = None) -> Iterator[tuple[int, Json]]:
    """The JSON objects of a file, plain or gzipped (recognised by content), with their line numbers."""
    try:
        raw = open(path, "rb")  # noqa: SIM115 (closed below, with its own errors separate from those of reading)
    except OSError as error:
        raise TurnwrightError(f"{path} cannot be read: {error.strerror}") from error
    with raw:
        stream: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == _GZIP else raw
        number = 0
        while True:
            number += 1
            try:
                text = stream.readline()
            except (EOFError, OSError, zlib.error) as error:
                raise RecordingError(path, number, f"the compressed data is damaged or cut off ({error})") from error
            if not text:
                return
            yield number, _read_object(path, number, text)
            if progress is not None:
                progress(raw.tell())


def _read_object(path: str | PathLike[str], number: int, text: bytes) -> Json:
    try:
        data = json.loads(text.decode())
    except json.JSONDecodeError as error:
        reason = f"this is not JSON ({error.msg} at column {error.colno}); the file may be damaged or cut off"
        raise RecordingError(path, number, reason) from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise RecordingError(path, number, "this is not readable text in JSON; the file may be damaged") from error
    if not isinstance(data, dict):
        raise RecordingError(path, number, "a JSON object is expected here, such as {…}")
    return data
