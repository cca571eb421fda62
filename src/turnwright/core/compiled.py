"""How Turnwright compiles.

Three decorators. `rule` and `inlined` mark a building block: compiled into whatever calls it.
`entry` marks a function that Python calls: compiled once per machine.
All keep what they compile on disk (`compile_cache`), under a key that says what it was built from.
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
"""Building blocks are called by compiled code alone: doors for Python, and machine code that nobody runs, would take a
third of all compile time."""

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
    return _block(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a building block into every place that calls it.

    For hot functions that take a tuple of many arrays: handing it over would cost more than what they do.
    """
    return _block(function, forceinline=True)


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls."""
    return _compiled(function, _announce, pipeline_class=EntryCompiler)


def _block(function: Callable[..., Any], **options: Any) -> Any:
    dispatcher = _compiled(function, _say_nothing, **options, **_INSIDE)
    if not flags.DISABLE_JIT:
        # It has no door for Python, and Numba would jump to nowhere: calls from Python find no compiled version.
        dispatcher._insert = _leave_out
        dispatcher._compile_for_args = partial(_refuse, function)
    return dispatcher


def _leave_out(*overload: Any) -> None:
    """Do not note a compiled version for calls from Python."""


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
    """A building block is compiled for an entry, which has been announced."""


def _announce(name: str) -> None:
    if announce is not None:
        announce(name)
