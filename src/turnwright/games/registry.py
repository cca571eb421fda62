"""The games by name, from spec strings such as `hero_academy:map=a-tiny,action_points=3`.

An installed package may name games in the entry points `turnwright.games`. Any other game from outside is a class:
`examples/pairs.py:Pairs`. Creating one runs foreign code: check `runs_foreign_code` before using a spec that comes from
somebody else.
"""

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, overload

from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import Game
from turnwright.core.installed import GAMES, installed_class, installed_names
from turnwright.core.plain_data import read_settings
from turnwright.core.spec import (
    BuiltIn,
    Command,
    FileClass,
    PackageClass,
    Spec,
    SpecError,
    choose,
    parse_spec,
    split_notation,
)
from turnwright.core.state import State
from turnwright.games.from_file import foreign_game, foreign_settings

if TYPE_CHECKING:
    from turnwright.games.amazons.game import Amazons
    from turnwright.games.arimaa.game import Arimaa
    from turnwright.games.hero_academy.game import HeroAcademy
    from turnwright.games.locm.game import Locm

DEFAULT_GAME: Literal["hero_academy"] = "hero_academy"
"""The default game."""

# Imported on first use: a game's tables and rules take time to load. Each module has GAME and SETTINGS.
_MODULES = {
    "hero_academy": "turnwright.games.hero_academy.game",
    "locm": "turnwright.games.locm.game",
    "arimaa": "turnwright.games.arimaa.game",
    "amazons": "turnwright.games.amazons.game",
}


def own_game_names() -> list[str]:
    """The names of the games of this package."""
    return list(_MODULES)


def game_names() -> list[str]:
    """The names of all games, those of installed packages last."""
    return [*_MODULES, *(name for name in installed_names(GAMES) if name not in _MODULES)]


def game_settings(spec: str | Spec) -> type[Any] | None:
    """The settings class of a game, if it has settings."""
    return _class_and_settings(parse_spec(spec))[1]


@overload
def game(spec: Literal["hero_academy"] = ..., **settings: Any) -> "HeroAcademy": ...


@overload
def game(spec: Literal["locm"], **settings: Any) -> "Locm": ...


@overload
def game(spec: Literal["arimaa"], **settings: Any) -> "Arimaa": ...


@overload
def game(spec: Literal["amazons"], **settings: Any) -> "Amazons": ...


@overload
def game(spec: str | Spec = ..., **settings: Any) -> Game: ...


def game(spec: str | Spec = DEFAULT_GAME, **settings: Any) -> Game:
    """A game from its spec, with more settings as keyword arguments.

    >>> game("hero_academy:map=a-tiny", action_points=3).spec
    'hero_academy:map=a-tiny,action_points=3'
    """
    wanted = parse_spec(spec).with_settings(settings)
    game_class, settings_class = _class_and_settings(wanted)
    if settings_class is None and wanted.raw:
        raise SpecError(f"{wanted.label} has no settings, so {', '.join(wanted.raw)} cannot be set")
    given = () if settings_class is None else (read_settings(settings_class, wanted.raw, wanted.label),)
    if wanted.label in _MODULES:
        return game_class(*given)
    return _made(game_class, given, wanted.label)


def _made(game_class: Callable[..., Game], given: tuple[Any, ...], label: str) -> Game:
    """A game of a foreign class, which may raise anything."""
    try:
        signature(game_class).bind(*given)
    except TypeError as error:
        what = "takes no settings" if given else "takes settings"
        does = "sets SETTINGS" if given else "does not set SETTINGS, the dataclass that they are read into"
        raise SpecError(f"{label} cannot be created: its class {what}, but its file {does} ({error})") from None
    try:
        return game_class(*given)
    except TurnwrightError:
        raise
    except Exception as error:
        raise SpecError(f"{label} cannot be created: {in_one_line(error)}") from error


def _class_and_settings(spec: Spec) -> tuple[Callable[..., Game], type[Any] | None]:
    match spec:
        case BuiltIn(name=name):
            if name in _MODULES:
                module = import_module(_MODULES[name])
                return module.GAME, module.SETTINGS
            choose(name, game_names(), "game")
            game_class = foreign_game(installed_class(GAMES, name), name)
            return game_class, foreign_settings(game_class)
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
