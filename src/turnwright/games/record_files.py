"""Files of recorded games: one JSON object per line, plain or gzipped; the same for every game."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from os import PathLike
from typing import Any, BinaryIO

from turnwright.core.errors import TurnwrightError

Json = dict[str, Any]

_GZIP = b"\x1f\x8b"


class RecordingError(TurnwrightError):
    """A file that cannot be used; the message gives file, line and reason."""

    def __init__(self, file: str | PathLike[str], line: int, reason: object) -> None:
        self.file, self.line = str(file), line
        super().__init__(f"{file}, line {line}: {reason}")


def read_lines(path: str | PathLike[str], progress: Callable[[int], None] | None = None) -> Iterator[tuple[int, Json]]:
    """The JSON objects of a file, plain or gzipped (told apart by content), with their line numbers."""
    try:
        raw = open(path, "rb")  # noqa: SIM115 (closed below, with its own errors told apart from those of reading)
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
