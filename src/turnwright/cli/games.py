"""`turnwright games`: what can be played."""

from dataclasses import fields
from typing import Annotated, Any, get_type_hints

import typer
from rich.table import Table

from turnwright import __version__, game_names
from turnwright.cli.console import JsonFlag, err, out, print_json
from turnwright.core.errors import TurnwrightError
from turnwright.games.registry import game_settings


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"turnwright {__version__}")
        raise typer.Exit()


def version(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    pass


def games(json: JsonFlag = False) -> None:
    """List the games and their settings."""
    rows: list[dict[str, Any]] = []
    for name in game_names():
        try:
            settings = game_settings(name)
        except TurnwrightError as error:  # of an installed package that is broken
            err.print(f"{name} cannot be used: {error}", markup=False, soft_wrap=True)
            continue
        if settings is None:
            rows.append({"game": name, "setting": "", "default": "", "type": ""})
            continue
        hints = get_type_hints(settings)
        for field in fields(settings):
            rows.append(
                {
                    "game": name,
                    "setting": field.name,
                    "default": field.default,
                    "type": str(hints[field.name]).replace("typing.", "").replace("<class '", "").replace("'>", ""),
                }
            )
    if json:
        print_json(rows)
        return
    table = Table("game", "setting", "default", "values")
    for row in rows:
        table.add_row(*(str(row[key]) for key in ("game", "setting", "default", "type")))
    out.print(table)
