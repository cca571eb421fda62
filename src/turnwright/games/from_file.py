"""Games from Python files outside the package: `path/to/pairs.py:Pairs`."""

import sys
from functools import cache

from turnwright.core.game import Game
from turnwright.core.python_file import class_in_file
from turnwright.core.spec import SpecError


@cache
def game_in_file(file: str, class_name: str) -> type[Game]:
    """The game class of that name in a file. Its name is its place, so its spec strings lead back to it."""
    found = class_in_file(
        file,
        class_name,
        "game",
        fits=lambda kind: issubclass(kind, Game),
        expected="is not a subclass of turnwright.core.game.Game",
    )
    missing = [name for name in ("rules", "state_dtype", "max_actions") if not hasattr(found, name)]
    if missing:
        raise SpecError(f"{class_name!r} in {file!r} does not set {', '.join(missing)}")
    placed = {"name": f"{file}:{class_name}", "__module__": found.__module__}
    return type(class_name, (found,), placed)


def settings_in_file(game_class: type[Game]) -> type | None:
    """What the game's file calls `SETTINGS`: the dataclass that the game is made from, if it has settings."""
    settings: type | None = getattr(sys.modules[game_class.__module__], "SETTINGS", None)
    return settings
