"""Options that all commands share which play games in the arena."""

import os
from collections.abc import Iterable
from typing import Annotated

import typer

import turnwright
from turnwright.arena.backends import backend_names
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.process_pool import PATIENCE, available_cores
from turnwright.arena.ray_connection import is_local
from turnwright.arena.store import default_place
from turnwright.cli.console import err
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import choose

StoreOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        help="Where games are stored.",
        show_default="TURNWRIGHT_STORE, or games.db in the user's data folder",
    ),
]
WorkersOption = Annotated[int | None, typer.Option(min=1, help="Games to play at once.", show_default="one per core")]
BackendOption = Annotated[str, typer.Option(help="Where to play: processes, or ray for a cluster.")]
PatienceOption = Annotated[
    float, typer.Option(min=0.1, help="Seconds that an agent without a time budget may plan a turn.")
]
AnySourceOption = Annotated[
    bool, typer.Option("--any-source", help="Count stored games that other versions of the sources have played.")
]
PlainOption = Annotated[bool, typer.Option("--plain", help="One line per event instead of a live picture.")]
DEFAULT_PATIENCE = PATIENCE

_BUSY = 0.5
"""A machine is overloaded if this many more programs run than it has cores."""


def store_place(given: str | None) -> str:
    """Where to store games."""
    return given or default_place()


def checked_workers(given: int | None, backend: str, pairings: Iterable[Pairing]) -> int:
    """How many games are played at once, 0 for as many as a cluster has cores.

    With time budgets, every thread of whoever plans has a core of its own; on a cluster Ray sees to one game a core.
    """
    choose(backend, backend_names(), "backend")
    is_here = backend == "processes" or is_local()
    cores = available_cores()
    timed = [
        player
        for pairing in pairings
        for player in pairing.players
        if player.budget is not None and not player.budget.is_counted
    ]
    threads = max(map(_threads_of, timed), default=1)
    most = max(1, cores // threads)
    workers = given or (most if is_here else 0)
    if timed and is_here:
        if workers > most:
            each = "" if threads == 1 else f" of {threads} threads each"
            raise TurnwrightError(
                f"{workers} games at once{each} would share {cores} cores, which is unfair with a time budget; take at "
                f"most --workers {most}, or a counted budget such as 20kev"
            )
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        if load + workers * threads > cores + _BUSY:
            err.print(
                f"warning: {load:.1f} programs are running on {cores} cores already; time budgets will buy less "
                "(the measured overrun is reported at the end)",
                soft_wrap=True,
            )
    return workers


def _threads_of(player: Player) -> int:
    """How many threads a player plans with."""
    return int(getattr(getattr(turnwright.agent(player.agent), "settings", None), "threads", 1))
