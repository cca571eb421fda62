"""`turnwright agents`: who can play."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer

from turnwright import Agent, agent_names
from turnwright.agents.registry import agent_class, agent_settings
from turnwright.cli.console import JsonFlag, err, print_json
from turnwright.cli.settings_table import first_sentence, show_settings
from turnwright.core.errors import TurnwrightError
from turnwright.core.settings_text import SettingText, settings_texts


def agents(
    name: Annotated[
        str | None,
        typer.Argument(help="An agent, or path/to/file.py:Class; without it, all agents.", show_default=False),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List the agents and their settings, which spec strings such as oep:diversity=tabu can set."""
    listed = [(name, agent_class(name))] if name is not None else list(_every_agent())
    if json:
        print_json([_as_dict(each, kind) for each, kind in listed])
        return
    for each, kind in listed:
        show_settings(each, first_sentence(kind), _settings(kind))


def _every_agent() -> Iterator[tuple[str, type[Agent]]]:
    """All agents; a broken one from an installed package is reported and left out."""
    for name in agent_names():
        try:
            yield name, agent_class(name)
        except TurnwrightError as error:
            err.print(f"{name} cannot be used: {error}", markup=False, soft_wrap=True)


def _settings(kind: type[Agent]) -> list[SettingText]:
    settings = agent_settings(kind)
    return [] if settings is None else settings_texts(settings)


def _as_dict(name: str, kind: type[Agent]) -> dict[str, Any]:
    return {
        "agent": name,
        "meaning": first_sentence(kind),
        "needs_budget": kind.needs_budget,
        "settings": [asdict(setting) for setting in _settings(kind)],
    }
