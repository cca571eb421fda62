"""What a game was played with: versions, and a digest of everything that decides how it goes."""

import hashlib
import platform
from functools import cache
from pathlib import Path

import numba
import numpy as np

import turnwright
from turnwright.agents.registry import agent_sources
from turnwright.arena.config import ArenaConfig
from turnwright.arena.pairing import Pairing
from turnwright.arena.record import GameSetup
from turnwright.core.compiled import folder_digest
from turnwright.core.spec import Spec, parse_spec

_PACKAGE = Path(turnwright.__file__).resolve().parent


@cache
def source_of(game: str | Spec, first: str | Spec, second: str | Spec) -> str:
    """A digest of the sources of a game and two agents: an edit of any of them makes another one."""
    digest = hashlib.sha256()
    folders = [_PACKAGE / "core", _PACKAGE / "agents", turnwright.game(game).sources]
    for spec in sorted((parse_spec(first), parse_spec(second)), key=str):
        folders += agent_sources(spec)
    for folder in folders:
        digest.update(folder_digest(folder).encode())
    return digest.hexdigest()[:16]


def source_for(played: Pairing | GameSetup) -> str:
    """The digest of the present sources of a game and its players."""
    first, second = played.players
    return source_of(played.game, first.agent, second.agent)


def counted_source(pairing: Pairing, arena: ArenaConfig) -> str | None:
    """Which sources' games count for a pairing: the present ones', or, if none is named, any."""
    return None if arena.any_source else source_for(pairing)


@cache
def versions() -> dict[str, str]:
    """Versions of the software that results depend on."""
    return {
        "turnwright": turnwright.__version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }
