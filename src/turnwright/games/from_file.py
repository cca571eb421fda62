"""Games from outside the package: `path/to/pairs.py:Pairs`, `path/to/folder:Pairs` or `package.module:Pairs`."""

import sys
from functools import cache

from turnwright.core.foreign_code import foreign_class
from turnwright.core.game import Game
from turnwright.core.spec import ForeignClass, SpecError


def foreign_game(spec: ForeignClass, name: str | None = None) -> type[Game]:
    """The game class that a spec names. It goes by the spec's label, or by the name that its package gives it, so that
    its spec strings lead back to it."""
    found = foreign_class(
        spec,
        "game",
        fits=lambda kind: issubclass(kind, Game),
        expected="is not a subclass of turnwright.core.game.Game",
    )
    missing = [name for name in ("rules", "state_dtype", "max_actions") if not hasattr(found, name)]
    if missing:
        raise SpecError(f"{spec.label} does not set {', '.join(missing)}")
    return _placed(found, name or spec.label)  # type: ignore[arg-type]


@cache
def _placed(found: type[Game], label: str) -> type[Game]:
    """A class that knows where it is from; the same one each time, since compiled code is kept by it."""
    return type(found.__name__, (found,), {"name": label, "__module__": found.__module__})


def foreign_settings(game_class: type[Game]) -> type | None:
    """What the game's file calls `SETTINGS`: the dataclass that the game is made from, if it has settings."""
    settings: type | None = getattr(sys.modules[game_class.__module__], "SETTINGS", None)
    return settings
