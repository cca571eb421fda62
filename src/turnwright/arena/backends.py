"""Where games are played: in processes of this machine, or on a cluster."""

from collections.abc import Callable, Generator, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from turnwright.arena.failure import ArenaError, log_failure
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.core.spec import choose

if TYPE_CHECKING:
    from turnwright.arena.config import ArenaConfig

PATIENCE = 120.0
"""Seconds that a player without a time budget may plan a turn, and any player may take to get ready."""

Played = Generator[tuple[GameSetup, GameRecord], None, None]
Backend = Callable[[Iterable[GameSetup | None], int, float], Played]
"""Plays games, several in parallel, with some patience for each turn."""

# Imported when asked for: a cluster's library is large, and optional.
_BACKENDS = {
    "processes": ("turnwright.arena.process_pool", "play_in_processes"),
    "ray": ("turnwright.arena.ray_pool", "play_on_ray"),
}


def backend_names() -> list[str]:
    """The names of all backends."""
    return list(_BACKENDS)


def play_on(setups: Iterable[GameSetup | None], arena: "ArenaConfig") -> Played:
    """Every game with its record, as they are done, in no certain order.

    A setup that is None says that there is no game until another one is done: then setups are asked for again. An error
    of the arena's own ends it: the traceback goes to a log file.
    """
    module, name = _BACKENDS[choose(arena.backend, backend_names(), "backend")]
    play: Backend = getattr(import_module(module), name)
    try:
        yield from play(setups, arena.workers, arena.patience)
    except ArenaError as failure:
        raise log_failure(failure) from None
