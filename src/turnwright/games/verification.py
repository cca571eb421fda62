"""What a comparison with recorded games found; the same for every game."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import choose
from turnwright.games.registry import game_names

Progress = Callable[[int], None]
"""Is told, again and again, how many more bytes of the files have been dealt with."""


@dataclass(frozen=True, kw_only=True)
class Mismatch:
    """A place where the engine disagrees with a recording."""

    file: str
    """The recording."""
    line: int
    """Of that file, from 1."""
    what: str
    """Which of the recorded values, in the recording's words."""
    expected: Any
    """As recorded."""
    got: Any
    """As the engine has it."""
    state: str = ""
    """The engine's state at that line, in notation."""

    def __str__(self) -> str:
        lines = [
            f"{self.file}, line {self.line}: {self.what}",
            f"  recorded: {self.expected}",
            f"  engine:   {self.got}",
        ]
        return "\n".join([*lines, f"  state:    {self.state}"] if self.state else lines)


@dataclass(frozen=True, kw_only=True)
class Report:
    """What was compared, and what came of it."""

    game: str
    """The game's name."""
    files: int
    """Number of files read."""
    games: int
    """Number of games replayed."""
    steps: int
    """Number of actions in them."""
    deals: int
    """Number of deals compared besides the games."""
    mismatches: int
    """Number of recorded values that the engine disagrees with."""
    first_mismatch: Mismatch | None
    """The first of them."""

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return asdict(self)


Verifier = Callable[[Sequence[Path], Progress | None], Report]


def verifier(name: str) -> Verifier:
    """What compares a game's recordings with its engine: `verify_files` of its `verify` module."""
    package = f"turnwright.games.{choose(name, game_names(), 'game')}"
    if find_spec(f"{package}.verify") is None:
        raise TurnwrightError(f"there are no recorded games of {name} to verify")
    function: Verifier = import_module(f"{package}.verify").verify_files
    return function
