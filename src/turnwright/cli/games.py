"""`turnwright games`: what can be played."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any

import typer

import turnwright
from turnwright.cli.console import JsonFlag, err, print_json
from turnwright.cli.settings_table import first_sentence, show_settings
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.settings_text import SettingText, settings_texts


def games(
    name: Annotated[
        str | None,
        typer.Argument(help="A game, or path/to/file.py:Class; without it, all games.", show_default=False),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List the games and their settings, which spec strings such as hero_academy:map=a-tiny can set."""
    listed = [(name, turnwright.game(name))] if name is not None else list(_every_game())
    if json:
        print_json([_as_dict(each, game) for each, game in listed])
        return
    for each, game in listed:
        show_settings(each, first_sentence(type(game)), _settings(game))


def _every_game() -> Iterator[tuple[str, Game]]:
    """All games; a broken one from an installed package is reported and left out."""
    for name in turnwright.game_names():
        try:
            yield name, turnwright.game(name)
        except TurnwrightError as error:
            err.print(f"{name} cannot be used: {error}", markup=False, soft_wrap=True)


def _settings(game: Game) -> list[SettingText]:
    settings = getattr(game, "settings", None)
    return [] if settings is None else settings_texts(type(settings))


def _as_dict(name: str, game: Game) -> dict[str, Any]:
    return {
        "game": name,
        "meaning": first_sentence(type(game)),
        "settings": [asdict(setting) for setting in _settings(game)],
    }
