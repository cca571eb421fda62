"""How games are played and where they are kept: one value that every part of the arena takes."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import turnwright
from turnwright.arena.backends import PATIENCE, backend_names
from turnwright.arena.pairing import Pairing
from turnwright.arena.ray_connection import is_local
from turnwright.arena.store import Store
from turnwright.core.cores import available_cores
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import choose

_BUSY = 0.5
"""A machine with this many more running programs than cores is overloaded."""


@dataclass(frozen=True, kw_only=True)
class ArenaConfig:
    """How games are played, and where they are kept."""

    store: Store
    workers: int = 1
    """Games that run in parallel; 0 for as many as a cluster has cores."""
    backend: str = "processes"
    """Where they are played: in processes of this machine, or on a Ray cluster."""
    patience: float = PATIENCE
    """Seconds that an agent without a time budget may plan a turn."""
    any_source: bool = False
    """Whether games that other versions of the sources have played count too."""


def fair_workers(wanted: int | None, backend: str, pairings: Iterable[Pairing]) -> int:
    """How many games run in parallel; by default one per core, and 0 for as many as a cluster has cores.

    With time budgets, every thread of whoever plans has a core of its own; more workers than that are refused. On a
    cluster Ray sees to one game a core.
    """
    choose(backend, backend_names(), "backend")
    is_here = backend == "processes" or is_local()
    threads = _timed_threads(pairings)
    cores = available_cores()
    most = max(1, cores // max(1, threads))
    workers = wanted or (most if is_here else 0)
    if threads and is_here and workers > most:
        each = "" if threads == 1 else f" of {threads} threads each"
        raise TurnwrightError(
            f"{workers} games at once{each} would share {cores} cores, which is unfair with a time budget; take at "
            f"most --workers {most}, or a counted budget such as 20kev"
        )
    return workers


def overload(workers: int, backend: str, pairings: Iterable[Pairing]) -> str | None:
    """A warning if the machine is too busy for time budgets; counted budgets never need one."""
    threads = _timed_threads(pairings)
    if not threads or not (backend == "processes" or is_local()):
        return None
    cores = available_cores()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load + workers * threads <= cores + _BUSY:
        return None
    return (
        f"{load:.1f} programs are running on {cores} cores already; time budgets will buy less (the measured overrun "
        "is reported at the end)"
    )


def _timed_threads(pairings: Iterable[Pairing]) -> int:
    """The most threads that a player with a time budget plans with; 0 if all budgets are counted."""
    timed = {
        player.agent
        for pairing in pairings
        for player in pairing.players
        if player.budget is not None and not player.budget.is_counted
    }
    return max(map(_threads_of, timed), default=0)


@lru_cache(maxsize=256)
def _threads_of(agent: str) -> int:
    return int(getattr(getattr(turnwright.agent(agent), "settings", None), "threads", 1))
