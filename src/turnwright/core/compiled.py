"""How Turnwright compiles.

Two decorators. `rule` marks a building block: compiled into whatever calls it, never cached alone.
`entry` marks a function that Python calls: compiled once per machine and kept on disk.

Numba's own disk cache looks only at the file that defines a function, so an edit of a rule elsewhere would
silently keep the old rules in a cached search. Here the key of a cached entry holds a digest of everything it
can be built from: the core, the agents, the entry's own folder, and (through the game's type) the game.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator

flags: Any = config
"""Numba's settings, which come from environment variables."""

_PACKAGE = Path(__file__).resolve().parent.parent
_KEPT_VERSIONS = 4
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

if flags.DISABLE_JIT:
    np.seterr(over="ignore")  # words are meant to wrap, as they do in compiled code

QUIET = "TURNWRIGHT_QUIET"
"""The environment variable that silences the lines about compiling."""

_announced: set[str] = set()


def say_on_stderr(what: str) -> None:
    """Say once that something is being compiled, so that nobody wonders what takes so long."""
    if what not in _announced and not os.environ.get(QUIET) and parent_process() is None:
        print(f"turnwright: compiling {what} (once; kept in the cache)", file=sys.stderr, flush=True)
    _announced.add(what)


announce: Callable[[str], None] | None = say_on_stderr
"""Called with an entry and its game (`evolve for hero_academy`) whenever it must be compiled; the command line has a
line of its own."""


def rule(function: Callable[..., Any]) -> Any:
    """Compile a building block: part of a game's rules or of a search."""
    return numba.njit(**_OPTIONS)(function)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls, and keep the machine code on disk."""
    dispatcher = numba.njit(**_OPTIONS)(function)
    if not flags.DISABLE_JIT:
        dispatcher._cache = _SourceCache(dispatcher.py_func)
    return dispatcher


def cache_folder() -> Path:
    """Where compiled code is kept: `TURNWRIGHT_CACHE`, or the user's cache folder."""
    root = os.environ.get("TURNWRIGHT_CACHE") or platformdirs.user_cache_dir("turnwright", appauthor=False)
    checks = "-checked" if flags.BOUNDSCHECK else ""
    version = f"py{sys.version_info.major}{sys.version_info.minor}-numba{numba.__version__}{checks}"
    return Path(root) / "compiled" / f"{version}-{folder_digest(_PACKAGE / 'core', _PACKAGE / 'agents')[:16]}"


def folder_digest(*folders: Path) -> str:
    """A digest of the Python and data files below some folders."""
    return _digest(tuple(str(folder) for folder in folders))


@cache
def _digest(folders: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for folder in folders:
        path = Path(folder)
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and file.suffix != ".pyc":
                digest.update(str(file.relative_to(path)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


class _Locator(_CacheLocator):
    """Places an entry's machine code in the folder of the present sources."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._line = function.__code__.co_firstlineno
        source = Path(file)
        inside = source.resolve().is_relative_to(_PACKAGE)
        self._stamp = folder_digest(source.parent if inside else source)

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        return cls(py_func, py_file)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 (the name and form are Numba's)


class _SourceCache(FunctionCache):
    """One pair of files per signature, so that processes which compile at once cannot mix up their code.

    A folder that cannot be read or written costs compile time, nothing else.
    """

    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        try:
            key = self._index_key(sig, target_context.codegen())
            data = self._file(key).load(key)
            if data is not None:
                return self._impl.rebuild(target_context, data)
        except Exception:  # an unreadable or damaged file is a miss, whatever is wrong with it
            pass
        if announce is not None:
            announce(self._description(sig))
        return None

    def _description(self, sig: Any) -> str:
        """The entry in words, with the game that it is compiled for."""
        module = self._py_func.__module__.rpartition(".")[2]
        tags = [argument.tag for argument in sig if hasattr(argument, "tag")]
        games = f" for {tags[0].rpartition('-')[0]}" if tags else ""
        return f"{module}.{self._py_func.__qualname__}{games}"

    def save_overload(self, sig: Any, data: Any) -> None:
        if not self._impl.check_cachable(data):
            return
        try:
            self._impl.locator.ensure_cache_path()
            key = self._index_key(sig, data.codegen)
            file = self._file(key)
            file.flush()  # saving reads the index first, and what is there may be damaged
            file.save(key, self._impl.reduce(data))
            _prune(cache_folder())
        except OSError:
            pass

    def _file(self, key: Any) -> IndexDataCacheFile:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:24]
        base = f"{self._impl.filename_base}-{digest}"
        return IndexDataCacheFile(self._cache_path, base, self._impl.locator.get_source_stamp())


@cache
def _prune(current: Path) -> None:
    """Remove the code of old sources: all but the newest few folders, none touched within a day."""
    others = [p for p in current.parent.iterdir() if p.is_dir() and p != current]
    others.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    for folder in others[_KEPT_VERSIONS:]:
        if time.time() - folder.stat().st_mtime > 86400:
            shutil.rmtree(folder, ignore_errors=True)
