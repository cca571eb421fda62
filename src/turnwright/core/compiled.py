"""How Turnwright compiles.

Two decorators. `rule` marks a building block: compiled into whatever calls it.
`entry` marks a function that Python calls: compiled once per machine.
Both keep what they compile on disk (`compile_cache`), under a key that says what it was built from.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import config

from turnwright.core.compile_cache import ClosureCache

flags: Any = config
"""Numba's settings, which come from environment variables."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

if flags.DISABLE_JIT:
    np.seterr(over="ignore")  # words are meant to wrap, as they do in compiled code

announce: Callable[[str], None] | None = None
"""Called with the name of an entry whenever it must be compiled; the command line prints it."""


def rule(function: Callable[..., Any]) -> Any:
    """Compile a building block: part of a game's rules or of a search."""
    return _compiled(function, lambda name: None)  # it is compiled for an entry, which has been announced


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls."""
    return _compiled(function, _announce)


def _compiled(function: Callable[..., Any], on_miss: Callable[[str], None]) -> Any:
    dispatcher = numba.njit(**_OPTIONS)(function)
    if not flags.DISABLE_JIT:
        dispatcher._cache = ClosureCache(dispatcher.py_func, on_miss)
    return dispatcher


def _announce(name: str) -> None:
    if announce is not None:
        announce(name)
