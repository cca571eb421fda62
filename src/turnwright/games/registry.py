"""The games by name, from spec strings such as `hero_academy:map=a-tiny,action_points=3`."""

from importlib import import_module
from typing import Any

from turnwright.core.game import Game
from turnwright.core.spec import choose, read_settings, split_spec
from turnwright.core.state import State

# Imported on first use: a game's tables and rules take time to load. Each module has GAME and SETTINGS.
_MODULES = {
    "hero_academy": "turnwright.games.hero_academy.game",
}


def game_names() -> list[str]:
    """The names of all games."""
    return list(_MODULES)


def game_settings(name: str) -> type[Any]:
    """The settings class of a game."""
    settings: type[Any] = import_module(_MODULES[choose(name, game_names(), "game")]).SETTINGS
    return settings


def game(spec: str = "hero_academy", **settings: Any) -> Game:
    """A game from its spec string, and further settings by name.

    >>> game("hero_academy:map=a-tiny", action_points=3).spec
    'hero_academy:map=a-tiny,action_points=3'
    """
    name, raw = split_spec(spec)
    module = import_module(_MODULES[choose(name, game_names(), "game")])
    chosen = read_settings(module.SETTINGS, {**raw, **{k: str(v) for k, v in settings.items()}}, name)
    result: Game = module.GAME(chosen)
    return result


def state(text: str) -> State:
    """A state from its notation: the game's spec, then the position."""
    spec, _, rest = text.strip().partition(" ")
    return game(spec).parse_state(rest.strip())
