"""The arguments of `turnwright bot`, read without the command line: loading that takes longer than the first answer
may take."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from turnwright.core.errors import TurnwrightError

BEHIND = "--behind-the-door"
"""The option that makes `turnwright bot` the process that searches."""


@dataclass(frozen=True, kw_only=True)
class BotOptions:
    """How a bot was called. Whether there are such a game, agent and budget is found out where they are made."""

    game: str
    agent: str | None = None
    budget: str | None = None
    time: float = 1.0
    draft: str | None = None
    seed: int = 0
    is_behind: bool = False
    """Whether this is the process that searches."""

    @classmethod
    def read(cls, arguments: Sequence[str]) -> "BotOptions":
        """The options from the words behind `turnwright bot`."""
        names = [field.name for field in fields(cls) if field.name not in ("game", "is_behind")]
        read: dict[str, Any] = {}
        words = iter(arguments)
        for word in words:
            name, equals, value = word.partition("=")
            if word == BEHIND:
                read["is_behind"] = True
            elif not word.startswith("-"):
                if "game" in read:
                    raise TurnwrightError(f"{word!r} follows after the game {read['game']!r}; name one game")
                read["game"] = word
            elif name.removeprefix("--") not in names:
                raise TurnwrightError(f"there is no option {name}; available: --{', --'.join(names)}")
            else:
                value = value if equals else next(words, "")
                if not value:
                    raise TurnwrightError(f"{name} needs a value, such as {name} {_EXAMPLES[name.removeprefix('--')]}")
                read[name.removeprefix("--")] = value
        if "game" not in read:
            raise TurnwrightError("turnwright bot needs a game, such as turnwright bot locm")
        _read_number(read, "time", float, "a number from 0.1 to 1000")
        _read_number(read, "seed", int, "a whole number")
        if not 0.1 <= read.get("time", 1.0) <= 1000:
            raise TurnwrightError(f"--time is {read['time']:g}; it must be from 0.1 to 1000")
        return cls(**read)


_EXAMPLES = {"agent": "oep", "budget": "50ms", "time": "2", "draft": "mixed", "seed": "1"}


def _read_number(read: dict[str, Any], name: str, kind: type[int] | type[float], wanted: str) -> None:
    if name in read:
        try:
            read[name] = kind(read[name])
        except ValueError:
            raise TurnwrightError(f"--{name} is {read[name]!r}; it must be {wanted}") from None
