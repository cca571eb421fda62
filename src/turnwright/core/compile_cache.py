"""The cache of machine code on disk.

Numba's own disk cache checks only the file that defines a function, so a cached search would silently keep old rules
after an edit of another file. Here the key of a cached function contains a digest of its import closure and, through
the type of its game argument, of the game's engine.

This module and `block_library` use private classes of Numba, so pyproject.toml limits the version of Numba.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import config
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

from turnwright.core.block_library import rebuilt, set_environments
from turnwright.core.source_digest import cache_root, closure_digest, source_place


def _number_functions_anew() -> None:
    """Make this process number its functions as no other process does.

    Numba numbers functions from 1 in every process, and a symbol consists of a name, argument types and that number.
    Here, code from several processes is linked together: a building block from disk becomes part of a new function. If
    two functions had the same symbol (defaults of the contract share names), the wrong one could run.
    """
    FunctionIdentity._unique_ids = count(int.from_bytes(os.urandom(6), "little") << 16)


_number_functions_anew()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_functions_anew)


def load_without_linear_algebra() -> None:
    """Load now what Numba loads with the first compiled function, without SciPy's linear algebra, which no rule or
    search uses. This saves a fifth of a second at the start."""
    is_absent = _LINEAR_ALGEBRA not in sys.modules
    if is_absent:
        sys.modules[_LINEAR_ALGEBRA] = None  # type: ignore[assignment]  # importing it fails, and Numba accepts that
    cpu_target.target_context.refresh()
    if is_absent:
        del sys.modules[_LINEAR_ALGEBRA]


_LINEAR_ALGEBRA = "scipy.linalg"
_UNUSED_DAYS = 14
"""Machine code that no process has used for this many days is removed."""
_DAY = 86400.0


def cache_folder() -> Path:
    """The folder of compiled code."""
    checks = "-checked" if config.BOUNDSCHECK else ""  # type: ignore[attr-defined]
    version = f"py{sys.version_info.major}{sys.version_info.minor}-numba{numba.__version__}{checks}"
    return cache_root() / "compiled" / version


class _Locator(_CacheLocator):
    """Says where a function's machine code is stored, independently of where the package is installed."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._file = Path(file).resolve()

    def get_cache_path(self) -> str:
        return str(cache_folder())

    @cached_property
    def closure(self) -> str:
        return closure_digest(self._file)

    def get_source_stamp(self) -> str:
        return ""  # Numba asks during the import of the module; `closure` is computed when code is needed

    def get_disambiguator(self) -> str:
        return hashlib.sha256(source_place(self._file).encode()).hexdigest()[:8]

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        return cls(py_func, py_file)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 (the name and form are Numba's)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        compiled: Any = rebuilt(target_context, payload)
        code = payload[0][2]
        if isinstance(code, tuple):  # machine code, and the LLVM code that others can link
            library = compiled.library
            library.__class__, library._shared_module, library._bitcode = _LoadedLibrary, None, code[1]
        return compiled


class _LoadedLibrary(JITCodeLibrary):
    """Machine code from disk. Its LLVM code is read again if something is linked with it, which is rare: kept, it would
    take three times as much memory as its text."""

    _bitcode: bytes

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return self._shared_module


class ClosureCache(FunctionCache):
    """One pair of files per signature, so that processes that compile at the same time cannot mix up their code.

    If the folder cannot be read or written, code is compiled again; nothing else happens.
    """

    _impl_class = _CacheImpl

    def __init__(self, function: Callable[..., Any], on_miss: Callable[[str], None]) -> None:
        super().__init__(function)
        self._on_miss = on_miss

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        try:
            key = self._index_key(sig, target_context.codegen())
            file = self._file(key)
            data = file.load(key)
            if data is not None:
                _note_use(Path(file._index_path))
                return self._impl.rebuild(target_context, data)
        except Exception:  # any unreadable or damaged file is a miss
            pass
        self._on_miss(self._description(sig))
        return None

    def _description(self, sig: Any) -> str:
        """The function's name and the game that it is compiled for."""
        module = self._py_func.__module__.rpartition(".")[2]
        labels = [argument.label for argument in sig if hasattr(argument, "label")]
        game = f" for {labels[0]}" if labels else ""
        return f"{module}.{self._py_func.__qualname__}{game}"

    def save_overload(self, sig: Any, data: Any) -> None:
        set_environments(data)
        if not self._impl.check_cachable(data):
            return
        try:
            self._impl.locator.ensure_cache_path()
            key = self._index_key(sig, data.codegen)
            file = self._file(key)
            file.flush()  # saving reads the index first, and a file there may be damaged
            file.save(key, self._impl.reduce(data))
            _remove_unused(cache_folder())
        except OSError:
            pass

    def _file(self, key: Any) -> IndexDataCacheFile:
        closure = self._impl.locator.closure
        digest = hashlib.sha256(f"{closure}{key!r}".encode()).hexdigest()[:24]
        return IndexDataCacheFile(self._cache_path, f"{self._impl.filename_base}-{digest}", closure)


def _note_use(index: Path) -> None:
    """Mark a file as used today; once a day is enough."""
    now = time.time()
    if now - index.stat().st_mtime > _DAY:
        for file in index.parent.glob(f"{index.stem}.*"):
            os.utime(file, (now, now))


@cache
def _remove_unused(folder: Path) -> None:
    """Remove machine code that has not been used for a long time, mostly that of old sources."""
    oldest = time.time() - _UNUSED_DAYS * _DAY
    for file in folder.iterdir():
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)
