"""What the command line prints: results on stdout, everything else on stderr.

With `--json` stdout is the JSON alone. `NO_COLOR` is respected (rich does so).
"""

import json
import os
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

_WIDE = 160
"""Columns of a file or a pipe, which have no width of their own: enough for every table."""

# A word between colons is part of a spec, such as pig.py:Pig:goal=50, and no emoji.
out = Console(highlight=False, emoji=False, width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDE)
err = Console(stderr=True, highlight=False, emoji=False)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON alone on stdout.")]


class StoppedError(Exception):
    """Somebody has pressed Ctrl-C, and there is more to say about it than that."""


def report_error(message: str) -> None:
    """One clear sentence on stderr."""
    err.print(f"[bold red]error:[/] {escape(message)}", soft_wrap=True)


def print_json(data: Any) -> None:
    """The JSON of a command's figures."""
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def announce_compiling(what: str) -> None:
    """Say once that machine code is being made, so that nobody wonders what takes so long."""
    from turnwright.core import compiled  # loads Numba, which a help text does not need

    seen: list[str] = []

    def announce(name: str) -> None:
        if not seen:
            err.print(f"compiling {what} (once; later runs start immediately) …", markup=False)
        seen.append(name)

    compiled.announce = announce
