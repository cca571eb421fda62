"""The progress of a long run: lines, or a progress bar on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from turnwright.cli.console import err

ToldLines = TypeVar("ToldLines")
ToldPicture = TypeVar("ToldPicture")


def say(line: str) -> None:
    """Write a line for people at once."""
    print(line, file=err.file, flush=True)


def stored_before(what: str, total: int, before: int) -> str:
    return f"{before:,} of {total:,} {what} are already in the store"


class Picture:
    """A bar for what is going on, with a few words about the last that happened."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task = TaskID(-1)

    def begin(self, what: str, total: int, before: int) -> None:
        if before:
            self._bars.console.print(stored_before(what, total, before), soft_wrap=True)
        self._task = self._bars.add_task(what, total=total, completed=before)

    def advance(self, text: str | None = None) -> None:
        """One more is done."""
        self._bars.update(self._task, advance=1, description=None if text is None else escape(text))


@contextmanager
def lines_or_picture(
    lines: Callable[[], ToldLines], picture: Callable[[Progress], ToldPicture], *, plain: bool
) -> Iterator[ToldLines | ToldPicture]:
    """What tells a run: a picture on a terminal, lines elsewhere or if they are wanted."""
    if plain or not err.is_terminal:
        yield lines()
        return
    columns = (BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, transient=True) as bars:
        yield picture(bars)
