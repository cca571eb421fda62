"""The games by name, from spec strings such as `hero_academy:map=a-tiny,action_points=3`.

A game outside the package is named by its file and class: `examples/pairs.py:Pairs`.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from turnwright.core.game import Game
from turnwright.core.python_file import split_place
from turnwright.core.spec import SpecError, choose, read_settings, split_spec
from turnwright.core.state import State
from turnwright.games.from_file import game_in_file, settings_in_file

DEFAULT_GAME = "hero_academy"
"""The game that is played where none is named."""

# Imported on first use: a game's tables and rules take time to load. Each module has GAME and SETTINGS.
_MODULES = {
    "hero_academy": "turnwright.games.hero_academy.game",
    "locm": "turnwright.games.locm.game",
}


def game_names() -> list[str]:
    """The names of all games."""
    return list(_MODULES)


def game_settings(name: str) -> type[Any]:
    """The settings class of a game."""
    settings: type[Any] = import_module(_MODULES[choose(name, game_names(), "game")]).SETTINGS
    return settings


def game(spec: str = DEFAULT_GAME, **settings: Any) -> Game:
    """A game from its spec string, and further settings by name.

    >>> game("hero_academy:map=a-tiny", action_points=3).spec
    'hero_academy:map=a-tiny,action_points=3'
    """
    name, raw = split_spec(spec)
    raw |= {key: str(value) for key, value in settings.items()}
    game_class, settings_class = _class_and_settings(name)
    if settings_class is not None:
        return game_class(read_settings(settings_class, raw, name))
    if raw:
        raise SpecError(f"{name} has no settings, so {', '.join(raw)} cannot be set")
    return game_class()


def _class_and_settings(name: str) -> tuple[Callable[..., Game], type[Any] | None]:
    place = split_place(name)
    if place is not None:
        game_class = game_in_file(*place)
        return game_class, settings_in_file(game_class)
    module = import_module(_MODULES[choose(name, game_names(), "game")])
    return module.GAME, module.SETTINGS


def state(text: str) -> State:
    """A state from its notation: the game's spec, then the position."""
    spec, _, rest = text.strip().partition(" ")
    return game(spec).parse_state(rest.strip())
