"""What a game was played with: versions, and a digest of everything that decides how it goes."""

import hashlib
import platform
from functools import cache
from pathlib import Path

import numba
import numpy as np

import turnwright
from turnwright.core.compiled import folder_digest
from turnwright.core.python_file import split_place
from turnwright.core.spec import split_spec

_PACKAGE = Path(turnwright.__file__).resolve().parent


@cache
def source_of(game: str, first: str, second: str) -> str:
    """A digest of the sources of a game and two agents: an edit of any of them makes another one."""
    digest = hashlib.sha256()
    digest.update(folder_digest(*(_PACKAGE / folder for folder in ("core", "games", "agents"))).encode())
    for spec in (game, *sorted((first, second))):
        place = split_place(split_spec(spec)[0])
        if place is not None:
            digest.update(folder_digest(Path(place[0]).resolve()).encode())
    return digest.hexdigest()[:16]


@cache
def versions() -> dict[str, str]:
    """Versions of the software that results depend on."""
    return {
        "turnwright": turnwright.__version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }
