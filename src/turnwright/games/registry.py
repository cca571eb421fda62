"""The games by name, from spec strings such as `hero_academy:map=a-tiny,action_points=3`.

A game outside the package is a class: `examples/pairs.py:Pairs`. Making one runs somebody's code: whoever passes on a
spec that he did not choose himself asks `runs_foreign_code` first.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from turnwright.core.game import Game
from turnwright.core.spec import (
    BuiltIn,
    Command,
    FileClass,
    PackageClass,
    Spec,
    SpecError,
    choose,
    parse_spec,
    read_settings,
    split_notation,
)
from turnwright.core.state import State
from turnwright.games.from_file import foreign_game, foreign_settings

DEFAULT_GAME = "hero_academy"
"""The game that is played where none is named."""

# Imported on first use: a game's tables and rules take time to load. Each module has GAME and SETTINGS.
_MODULES = {
    "hero_academy": "turnwright.games.hero_academy.game",
    "locm": "turnwright.games.locm.game",
}

DEFAULT_GAME = "hero_academy"
"""What is played where nobody names a game."""


def game_names() -> list[str]:
    """The names of all games."""
    return list(_MODULES)


def game_settings(name: str) -> type[Any]:
    """The settings class of a game."""
    settings: type[Any] = import_module(_MODULES[choose(name, game_names(), "game")]).SETTINGS
    return settings


def game(spec: str | Spec = DEFAULT_GAME, **settings: Any) -> Game:
    """A game from its spec, and further settings by name.

    >>> game("hero_academy:map=a-tiny", action_points=3).spec
    'hero_academy:map=a-tiny,action_points=3'
    """
    wanted = parse_spec(spec).with_settings(settings)
    game_class, settings_class = _class_and_settings(wanted)
    if settings_class is not None:
        return game_class(read_settings(settings_class, wanted.raw, wanted.label))
    if wanted.raw:
        raise SpecError(f"{wanted.label} has no settings, so {', '.join(wanted.raw)} cannot be set")
    return game_class()


def _class_and_settings(spec: Spec) -> tuple[Callable[..., Game], type[Any] | None]:
    match spec:
        case BuiltIn(name=name):
            module = import_module(_MODULES[choose(name, game_names(), "game")])
            return module.GAME, module.SETTINGS
        case FileClass() | PackageClass() as place:
            game_class = foreign_game(place)
            return game_class, foreign_settings(game_class)
        case Command():
            raise SpecError(f"{str(spec)!r} is a program; a program can play a game, but cannot be one")
    raise AssertionError(spec)


def state(text: str) -> State:
    """A state from its notation: the game's spec, then the position."""
    spec, position = split_notation(text)
    return game(spec).parse_state(position)
