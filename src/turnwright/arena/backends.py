"""Where games are played: in processes of this machine, or on a cluster."""

from collections.abc import Callable, Generator, Iterable
from importlib import import_module

from turnwright.arena.record import GameRecord, GameSetup
from turnwright.core.spec import choose

Played = Generator[tuple[GameSetup, GameRecord], None, None]

# Imported when asked for: a cluster's library is large, and optional.
_BACKENDS = {
    "processes": ("turnwright.arena.process_pool", "play_in_processes"),
    "ray": ("turnwright.arena.ray_pool", "play_on_ray"),
}


def backend_names() -> list[str]:
    """The names of all backends."""
    return list(_BACKENDS)


def play_on(backend: str, setups: Iterable[GameSetup | None], workers: int, patience: float) -> Played:
    """Every game with its record, as they are done, in no certain order.

    A setup that is None says that there is no game until another one is done: then setups are asked for again.
    """
    module, name = _BACKENDS[choose(backend, backend_names(), "backend")]
    play: Callable[[Iterable[GameSetup | None], int, float], Played] = getattr(import_module(module), name)
    return play(setups, workers, patience)
