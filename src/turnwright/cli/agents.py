"""`turnwright agents`: who can play."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from turnwright import Agent, agent_names
from turnwright.agents.registry import agent_class, agent_settings
from turnwright.cli.console import JsonFlag, err, out, print_json
from turnwright.core.errors import TurnwrightError
from turnwright.core.settings_text import SettingText, settings_texts


def agents(
    name: Annotated[
        str | None,
        typer.Argument(help="An agent, or path/to/file.py:Class; without it, all agents.", show_default=False),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List the agents with the settings that spec strings such as oep:diversity=tabu can have."""
    kinds = [(name, agent_class(name))] if name is not None else list(_every_agent())
    if json:
        print_json([_as_dict(each, kind) for each, kind in kinds])
        return
    for each, kind in kinds:
        _show(each, kind)


def _every_agent() -> Iterator[tuple[str, type[Agent]]]:
    """All agents; one of an installed package that is broken is told, and left out."""
    for name in agent_names():
        try:
            yield name, agent_class(name)
        except TurnwrightError as error:
            err.print(f"{name} cannot be used: {error}", markup=False, soft_wrap=True)


def _settings(kind: type[Agent]) -> list[SettingText]:
    settings = agent_settings(kind)
    return [] if settings is None else settings_texts(settings)


def _sentence(kind: type[Agent]) -> str:
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


def _as_dict(name: str, kind: type[Agent]) -> dict[str, Any]:
    return {
        "agent": name,
        "meaning": _sentence(kind),
        "needs_budget": kind.needs_budget,
        "settings": [asdict(setting) for setting in _settings(kind)],
    }


def _show(name: str, kind: type[Agent]) -> None:
    out.print(f"[bold]{escape(name)}[/]  {escape(_sentence(kind))}", soft_wrap=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for row in _settings(kind):
        setting = row.name if row.default is None else f"{row.name}={row.default}"
        table.add_row(escape(setting), escape(f"({row.values}) {row.meaning}"))
    out.print(table)
    out.print()
