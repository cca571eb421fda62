"""Rows as a data frame of pandas or polars, depending on what is installed."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from turnwright.core.errors import TurnwrightError

LIBRARIES = ("pandas", "polars")


def frame_of(rows: Sequence[dict[str, Any]], columns: Sequence[str], library: str | None = None) -> Any:
    """A frame of the named library, or of the first one that is installed."""
    if library is not None and library not in LIBRARIES:
        raise TurnwrightError(f"there are no frames of {library!r}; name one of {', '.join(LIBRARIES)}")
    wanted = LIBRARIES if library is None else (library,)
    found = next((name for name in wanted if find_spec(name) is not None), None)
    if found is None:
        raise TurnwrightError(f"a frame needs {' or '.join(wanted)}, which is not installed: pip install {wanted[0]}")
    data = {name: [row[name] for row in rows] for name in columns}
    return import_module(found).DataFrame(data)
