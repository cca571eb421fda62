"""What an installation is like: versions, cores, cache, extras, GPU, and what to do about each problem.

Nothing heavy is imported for it, so it also works where an import fails.
"""

import os
import platform
import shutil
import sys
import tempfile
from ctypes.util import find_library
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turnwright import __version__
from turnwright.core.cores import available_cores
from turnwright.core.source_digest import cache_root

PYTHONS = ((3, 11), (3, 14))
"""The first and the last Python that the tests are run with."""
NUMBA = "0.68."
REQUIRED = (
    "numba",
    "llvmlite",
    "numpy",
    "msgspec",
    "platformdirs",
    "rich",
    "sqlalchemy",
    "typer",
    "fastapi",
    "uvicorn",
    "websockets",
)
"""The packages that every installation needs."""
ROOM = 500_000_000
"""Bytes that compiled code of all games and agents may come to."""


@dataclass(frozen=True, kw_only=True)
class Extra:
    """Packages that are installed only where they are wanted."""

    purpose: str
    packages: tuple[str, ...]
    modules: tuple[str, ...]
    """What is imported from each package."""

    def missing(self) -> list[str]:
        """The packages that are not there."""
        return [package for package, module in zip(self.packages, self.modules, strict=True) if not _is_there(module)]


EXTRAS = {
    "plots": Extra(
        purpose="pictures of results, such as `plan --plot`", packages=("matplotlib",), modules=("matplotlib",)
    ),
    "training": Extra(
        purpose="weights learned from games, `turnwright train`", packages=("scipy",), modules=("scipy",)
    ),
    "rl": Extra(
        purpose="environments for reinforcement learning, `turnwright.env`",
        packages=("gymnasium", "matplotlib", "pettingzoo"),
        modules=("gymnasium", "matplotlib", "pettingzoo"),
    ),
    "openspiel": Extra(purpose="our games in OpenSpiel", packages=("open_spiel",), modules=("pyspiel",)),
    "tuning": Extra(purpose="tuning with Optuna", packages=("optuna",), modules=("optuna",)),
    "mcp": Extra(
        purpose="the tool server, `turnwright mcp`", packages=("matplotlib", "mcp"), modules=("matplotlib", "mcp")
    ),
    "neat": Extra(purpose="evolving networks, `turnwright evolve`", packages=("neat-python",), modules=("neat",)),
    "data": Extra(purpose="games and positions as Parquet files", packages=("pyarrow",), modules=("pyarrow",)),
    "postgres": Extra(purpose="a store in PostgreSQL", packages=("psycopg",), modules=("psycopg",)),
    "gpu": Extra(
        purpose="batches on a GPU, `turnwright.batch`",
        packages=("numba-cuda", "numpy"),
        modules=("numba_cuda", "numpy"),
    ),
    "ray": Extra(purpose="games on a cluster", packages=("ray",), modules=("ray",)),
    "docs": Extra(
        purpose="the documentation site",
        packages=("mkdocstrings-python", "zensical"),
        modules=("mkdocstrings_handlers.python", "zensical"),
    ),
    "browser": Extra(
        purpose="the browser tests of the web app",
        packages=("axe-playwright-python", "playwright"),
        modules=("axe_playwright_python", "playwright"),
    ),
}
"""The extras by name; `dev`, which has most of them, apart."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Something that is wrong, and what to do about it."""

    what: str
    do: str


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """What was found."""

    turnwright: str
    place: str
    """Where the package is installed."""
    python: str
    platform: str
    packages: dict[str, str | None]
    """Versions of the packages that every installation needs; None where one is missing."""
    cores: dict[str, Any]
    cache: dict[str, Any]
    extras: dict[str, dict[str, Any]]
    gpu: dict[str, Any]
    problems: tuple[Problem, ...]

    def as_dict(self) -> dict[str, Any]:
        """The diagnosis as plain data, for JSON."""
        return asdict(self)


def diagnose() -> Diagnosis:
    """Look at this installation."""
    packages = {package: _version(package) for package in REQUIRED}
    cores = {"available": available_cores(), "machine": os.cpu_count() or 1, "load": _load()}
    cache = _cache(cache_root())
    return Diagnosis(
        turnwright=__version__,
        place=str(Path(__file__).resolve().parents[1]),
        python=platform.python_version(),
        platform=platform.platform(),
        packages=packages,
        cores=cores,
        cache=cache,
        extras={name: _extra(name, extra) for name, extra in EXTRAS.items()},
        gpu=_gpu(),
        problems=tuple(_problems(packages, cache)),
    )


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # a package that is half there
        return False


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _load() -> float | None:
    """How many processes want a core, the mean of the last minute; not every system says."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def _extra(name: str, extra: Extra) -> dict[str, Any]:
    missing = extra.missing()
    return {
        "installed": not missing,
        "purpose": extra.purpose,
        "versions": {package: _version(package) for package in extra.packages},
        "missing": missing,
        "install": f"pip install 'turnwright[{name}]'",
    }


def _cache(place: Path) -> dict[str, Any]:
    """Where compiled code is kept, how much there is, and whether more can be written."""
    sizes = [file.stat().st_size for file in place.rglob("*") if file.is_file()] if place.is_dir() else []
    there = next(folder for folder in (place, *place.parents) if folder.exists())
    return {
        "place": str(place),
        "exists": place.is_dir(),
        "files": len(sizes),
        "bytes": sum(sizes),
        "writable": _is_writable(there),
        "free_bytes": shutil.disk_usage(there).free,
    }


def _is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _gpu() -> dict[str, Any]:
    """Whether compiled code could run on a GPU. Nothing is loaded, so a broken driver does no harm."""
    driver, package = find_library("nvcuda" if sys.platform == "win32" else "cuda"), _version("numba-cuda")
    missing = []
    if not driver:
        missing.append("an NVIDIA GPU with its driver")
    if not package:
        missing.append("numba-cuda: pip install 'turnwright[gpu]'")
    return {"driver": driver, "numba_cuda": package, "usable": not missing, "missing": missing}


def _problems(packages: dict[str, str | None], cache: dict[str, Any]) -> list[Problem]:
    found = []
    first, last = PYTHONS
    if not first <= sys.version_info[:2] <= last:
        found.append(
            Problem(
                what=f"Python {platform.python_version()} is not tested",
                do=f"use Python {first[0]}.{first[1]} to {last[0]}.{last[1]}",
            )
        )
    found += [
        Problem(what=f"the package {package} is missing", do=f"pip install {package}")
        for package, known in packages.items()
        if known is None
    ]
    numba = packages["numba"]
    if numba is not None and not numba.startswith(NUMBA):
        found.append(
            Problem(
                what=f"Numba is {numba}; the code cache is written for {NUMBA}x",
                do=f"pip install 'numba=={NUMBA}*'",
            )
        )
    if not cache["writable"]:
        found.append(
            Problem(
                what=f"the cache {cache['place']} cannot be written, so every process compiles everything again",
                do="make it writable, or name another folder in the environment variable TURNWRIGHT_CACHE",
            )
        )
    elif cache["free_bytes"] < ROOM:
        found.append(
            Problem(
                what=f"only {cache['free_bytes'] / 1e6:.0f} MB are free in the folder of the code cache",
                do="free some space, or name another folder in the environment variable TURNWRIGHT_CACHE",
            )
        )
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        found.append(
            Problem(
                what="NUMBA_DISABLE_JIT is set, so nothing is compiled and everything is slow",
                do="unset it, unless you are debugging",
            )
        )
    return found
