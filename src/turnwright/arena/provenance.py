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
from turnwright.wire.command import Command, is_command

_PACKAGE = Path(turnwright.__file__).resolve().parent


@cache
def source_of(game: str, first: str, second: str) -> str:
    """A digest of the sources of a game and two agents: an edit of any of them makes another one."""
    digest = hashlib.sha256()
    folders = [_PACKAGE / "core", _PACKAGE / "agents", turnwright.game(game).sources]
    for spec in sorted((first, second)):
        if is_command(spec):
            folders += [_PACKAGE / "wire", *Command.parse(spec).files]
            continue
        place = split_place(split_spec(spec)[0])
        if place is not None:
            folders.append(Path(place[0]).resolve())
    for folder in folders:
        digest.update(folder_digest(folder).encode())
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
