"""Options that all commands share which play games in the arena."""

from collections.abc import Iterable
from typing import Annotated

import typer

from turnwright.arena import match
from turnwright.arena.backends import PATIENCE
from turnwright.arena.pairing import Pairing
from turnwright.arena.store import default_place
from turnwright.cli.arena_progress import CliProgress

StoreOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        help="Where games are stored.",
        show_default="TURNWRIGHT_STORE, or games.db in the user's data folder",
    ),
]
WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Games to play in parallel.", show_default="one per core")
]
BackendOption = Annotated[str, typer.Option(help="Where to play: processes on this machine, or ray for a cluster.")]
PatienceOption = Annotated[
    float, typer.Option(min=0.1, help="Seconds that an agent without a time budget may plan a turn.")
]
AnySourceOption = Annotated[
    bool, typer.Option("--any-source", help="Also count stored games that other versions of the sources played.")
]
PlainOption = Annotated[bool, typer.Option("--plain", help="Print one line per event instead of a live display.")]
DEFAULT_PATIENCE = PATIENCE


def store_place(given: str | None) -> str:
    """Where to store games."""
    return given or default_place()


def checked_workers(given: int | None, backend: str, pairings: Iterable[Pairing]) -> int:
    """How many games to play at once, fairly; with a warning if the machine is busy."""
    return match.checked_workers(given, backend, list(pairings), CliProgress(plain=True))
