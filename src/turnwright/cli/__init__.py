"""The `turnwright` command line.

Each command is a function in a module of its own, listed in `commands`. A module is imported when its command is run or
its own help is shown: the overview of all commands must not wait for Numba.
"""

import sys
from typing import Annotated

import typer

from turnwright import __version__
from turnwright.cli.commands import CommandGroup
from turnwright.cli.console import StoppedError, report_error
from turnwright.core.errors import TurnwrightError

app = typer.Typer(
    name="turnwright",
    cls=CommandGroup,
    help="Turn-based multi-action games: exact engines, search agents, and an arena.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"turnwright {__version__}")
        raise typer.Exit()


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """What can be given without a command."""


def main() -> None:
    """Run the command line: bad input ends in one sentence and exit code 2, Ctrl-C in code 130."""
    if sys.argv[1:2] == ["help"]:  # as many other commands have it
        sys.argv[1:] = [*sys.argv[2:], "--help"]
    try:
        app()
    except TurnwrightError as error:
        report_error(str(error))
        sys.exit(2)
    except StoppedError as stopped:
        report_error(str(stopped))
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(141)
    except Exception as error:
        from turnwright.core.compile_errors import explained

        if (said := explained(error)) is None:
            raise
        report_error(said)
        sys.exit(2)
    except (KeyboardInterrupt, SystemExit) as ended:
        if isinstance(ended, SystemExit) and ended.code != 130:  # typer turns Ctrl-C into that code, without a message
            raise
        report_error("stopped")
        sys.exit(130)
