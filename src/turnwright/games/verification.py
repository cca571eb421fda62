"""What a comparison with recorded games found; the same for every game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.spec import choose
from turnwright.games.registry import own_game_names

Progress = Callable[[int], None]
"""Receives, repeatedly, how many more bytes of the files were processed."""


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
class VerificationReport:
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
    """The number of deals that were compared, in addition to games."""
    mismatches: int
    """Number of recorded values that the engine disagrees with."""
    first_mismatch: Mismatch | None
    """The first of them."""

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return asdict(self)


@dataclass
class VerificationTally:
    """What has been compared so far."""

    games: int = 0
    steps: int = 0
    deals: int = 0
    mismatches: int = 0
    first: Mismatch | None = None

    def add(self, mismatches: Iterable[Mismatch]) -> None:
        """Count some mismatches, in order."""
        for mismatch in mismatches:
            self.first = self.first or mismatch
            self.mismatches += 1

    def report(self, game: str, files: int) -> VerificationReport:
        """What came of it."""
        return VerificationReport(
            game=game,
            files=files,
            games=self.games,
            steps=self.steps,
            deals=self.deals,
            mismatches=self.mismatches,
            first_mismatch=self.first,
        )


def advancing(progress: Progress | None) -> Callable[[int], None]:
    """Tells `progress` of every step that a position in a file makes."""
    done = 0

    def advance(position: int) -> None:
        nonlocal done
        if progress is not None and position > done:
            progress(position - done)
            done = position

    return advance


Difference = tuple[str, Any, Any]
"""What differs, as recorded, as the engine has it."""


def narrow(what: str, expected: Any, got: Any) -> Difference:
    """The first differing item of two lists, or the difference as it is."""
    if not (isinstance(expected, list) and isinstance(got, list)):
        return what, expected, got
    length = max(len(expected), len(got))
    for i in range(length):
        first = expected[i] if i < len(expected) else "nothing"
        second = got[i] if i < len(got) else "nothing"
        if first != second:
            return f"{what}, item {i + 1} of {length}", first, second
    return what, expected, got


@dataclass(frozen=True, kw_only=True)
class ReplayedSteps:
    """The legal steps of a recorded game, as the engine plays them."""

    game: Game
    before: np.ndarray
    """The states in which an action was played."""
    actions: np.ndarray
    after: np.ndarray
    """What each action led to."""


Verifier = Callable[[Sequence[Path], Progress | None], VerificationReport]


Replayer = Callable[[Path], Iterator[ReplayedSteps]]


def verifier(name: str) -> Verifier:
    """What compares a game's recordings with its engine: `verify_files` of its `verify` module."""
    function: Verifier = _verify_module(name).verify_files
    return function


def replayer(name: str) -> Replayer:
    """What replays a game's recordings: `replayed_steps` of its `verify` module."""
    function: Replayer = _verify_module(name).replayed_steps
    return function


def _verify_module(name: str) -> ModuleType:
    package = f"turnwright.games.{choose(name, own_game_names(), 'game')}"
    if find_spec(f"{package}.recorded") is None or find_spec(f"{package}.recorded.verify") is None:
        raise TurnwrightError(f"there are no recorded games of {name} to verify")
    return import_module(f"{package}.recorded.verify")
