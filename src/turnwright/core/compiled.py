"""How Turnwright compiles.

There are three decorators. `rule` and `inlined` mark a building block, which is compiled into its callers. `entry`
marks a function that Python calls; it is compiled once per machine. All store compiled code on disk (`compile_cache`),
under a key that depends on the sources.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from multiprocessing import parent_process
from typing import Any

import numba
import numpy as np
from numba.core import config

from turnwright.core.block_library import BlockCompiler, EntryCompiler
from turnwright.core.compile_cache import ClosureCache

flags: Any = config
"""Numba's settings, which come from environment variables."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_INSIDE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": BlockCompiler}
"""Only compiled code calls building blocks. Wrappers for Python, and machine code that never runs, would take a third
of the compile time."""

if flags.DISABLE_JIT:
    np.seterr(over="ignore")  # words wrap around, as in compiled code

QUIET = "TURNWRIGHT_QUIET"
"""The environment variable that turns off messages about compiling."""

_announced: set[str] = set()


def say_on_stderr(what: str) -> None:
    """Announce once that something is being compiled, which takes a while."""
    if what not in _announced and not os.environ.get(QUIET) and parent_process() is None:
        print(f"turnwright: compiling {what} (once; kept in the cache)", file=sys.stderr, flush=True)
    _announced.add(what)


announce: Callable[[str], None] | None = say_on_stderr
"""Called with an entry and its game (`evolve for hero_academy`) whenever it must be compiled. The command line replaces
it."""


def rule(function: Callable[..., Any]) -> Any:
    """Compile a building block: part of a game's rules or of a search."""
    return _block(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a building block into every place that calls it.

    For hot functions that take a tuple of many arrays: passing it would cost more than the function itself.
    """
    return _block(function, forceinline=True)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls."""
    return _compiled(function, _announce, pipeline_class=EntryCompiler)


def _block(function: Callable[..., Any], **options: Any) -> Any:
    dispatcher = _compiled(function, _say_nothing, **options, **_INSIDE)
    if not flags.DISABLE_JIT:
        # There is no wrapper for Python, and Numba would crash: calls from Python must find no compiled version.
        dispatcher._insert = _leave_out
        dispatcher._compile_for_args = partial(_refuse, function)
    return dispatcher


def _leave_out(*overload: Any) -> None:
    """Do not register a compiled version for calls from Python."""


def _refuse(function: Callable[..., Any], *args: Any) -> None:
    raise TypeError(
        f"{function.__name__} in {function.__module__} is compiled into other code and cannot be called from Python; "
        "ask a State, or call it from a function of your own under turnwright.core.compiled.entry"
    )


def _compiled(function: Callable[..., Any], on_miss: Callable[[str], None], **options: Any) -> Any:
    dispatcher = numba.njit(**_OPTIONS, **options)(function)
    if not flags.DISABLE_JIT:
        dispatcher._cache = ClosureCache(dispatcher.py_func, on_miss)
    return dispatcher


def _say_nothing(name: str) -> None:
    """Say nothing: a building block is compiled for an entry, which has been announced."""


def _announce(name: str) -> None:
    if announce is not None:
        announce(name)
