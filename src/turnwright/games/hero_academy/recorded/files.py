"""Files of recorded games and deals: one JSON object per line, plain or gzipped.

A game is a header, a line for every step (the state, what is known about it, and the action taken) and the
final state. It can be replayed from the header and the actions alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from typing import TYPE_CHECKING

from turnwright.core.errors import TurnwrightError
from turnwright.games.hero_academy.engine.cards import DECKS
from turnwright.games.hero_academy.engine.maps import MAPS
from turnwright.games.hero_academy.recorded.lines import STATE_KEYS, Json, read_action
from turnwright.games.hero_academy.settings import Settings
from turnwright.games.record_files import RecordingError, read_lines

if TYPE_CHECKING:
    pass

_MAX_SEED = 2**31 - 1
_KEYS: dict[str, dict[str, type]] = {
    "game": {
        "rows": list,
        "deck": str,
        "ap": int,
        "start_ap": int,
        "turn_limit": int,
        "seed1": int,
        "seed2": int,
    },
    "step": {"s": dict, "ev": list, "L": list, "a": str},
    "end": {"s": dict, "ev": list, "steps": int},
    "deal": {"deck": str, "seed0": int, "hand": list, "rest": list, "seed": int},
}


@dataclass(frozen=True, kw_only=True)
class RecordedDeal:
    """What one deck and seed deal at the start."""

    line: Json
    """As recorded."""
    number: int
    """Of the line in its file."""


@dataclass(frozen=True, kw_only=True)
class RecordedGame:
    """A recorded game, its lines as they are in the file."""

    file: str
    """Where it was found; empty for a game recorded here."""
    number: int
    """Of the header's line in that file; the others follow without gaps."""
    header: Json
    """Map, deck, action points, seeds and players."""
    steps: tuple[Json, ...]
    """A state and the action played in it."""
    end: Json
    """The final state."""

    @property
    def settings(self) -> Settings:
        """What the game was played with, under the default evaluation."""
        try:
            header = self.header
            return recorded_settings(
                header["rows"], header["deck"], header["ap"], header["start_ap"], header["turn_limit"]
            )
        except TurnwrightError as error:
            raise RecordingError(self.file, self.number, error) from error

    @property
    def seeds(self) -> tuple[int, int]:
        """Of the decks, before the deal."""
        return self.header["seed1"], self.header["seed2"]

    @property
    def actions(self) -> list[int]:
        """All actions in order."""
        board = self.settings.board
        actions = []
        for index, step in enumerate(self.steps):
            try:
                actions.append(read_action(board, step["a"]))
            except TurnwrightError as error:
                raise RecordingError(self.file, self.number + 1 + index, error) from error
        return actions

    @property
    def lines(self) -> list[Json]:
        """All lines in order."""
        return [self.header, *self.steps, self.end]


def recorded_settings(rows: Sequence[str], deck: str, ap: int, start_ap: int, turn_limit: int) -> Settings:
    """Settings from the words of recordings, in their shortest form."""
    return _settings("/".join(map(str, rows)), deck, ap, start_ap, turn_limit)


@lru_cache(maxsize=256)
def _settings(rows: str, deck: str, ap: int, start_ap: int, turn_limit: int) -> Settings:
    names = {"/".join(lines): name for name, lines in MAPS.items()}
    usual = Settings(map=names.get(rows, rows), deck=deck, action_points=ap)
    return Settings(
        map=usual.map,
        deck=deck,
        action_points=ap,
        starting_action_points=None if start_ap == usual.first_turn_points else start_ap,
        turn_limit=None if turn_limit == usual.limit else turn_limit,
    )


def read_recordings(
    path: str | PathLike[str], progress: Callable[[int], None] | None = None
) -> Iterator[RecordedGame | RecordedDeal]:
    """The games and deals of a file, one after another. `progress` is told how many bytes of it were read."""
    header: Json | None = None
    start, number = 0, 0
    steps: list[Json] = []
    for number, line in read_lines(path, progress):
        kind = _check_line(path, number, line)
        if kind in ("game", "deal") and header is not None:
            raise RecordingError(path, number, f"a {kind} begins before the one of line {start} has its end line")
        if kind in ("step", "end") and header is None:
            raise RecordingError(path, number, f"a line {kind!r} stands outside a game; a line 'game' must come first")
        if kind == "deal":
            yield RecordedDeal(line=line, number=number)
        elif kind == "game":
            header, start, steps = line, number, []
        elif kind == "step":
            steps.append(line)
        elif header is not None:
            yield RecordedGame(file=str(path), number=start, header=header, steps=tuple(steps), end=line)
            header = None
    if header is not None:
        raise RecordingError(path, number, f"the file ends inside the game of line {start}; it may have been cut off")
    if number == 0:
        raise RecordingError(path, 1, "the file is empty; it should hold recorded games or deals")


def _check_line(path: str | PathLike[str], number: int, line: Json) -> str:
    """The kind of a line, once it is known to have what that kind needs."""
    kind = line.get("t")
    if not isinstance(kind, str) or kind not in _KEYS:
        raise RecordingError(path, number, f"the line is of kind {kind!r}; it must be one of {', '.join(_KEYS)}")
    for key, wanted in _KEYS[kind].items():
        if key not in line:
            raise RecordingError(path, number, f"the {kind} line has no {key!r}")
        if type(line[key]) is not wanted:
            raise RecordingError(path, number, f"{key!r} is {str(line[key])[:40]!r}; a {wanted.__name__} is expected")
    if "s" in line and not line["s"].keys() >= _STATE_KEY_SET:
        missing = next(key for key in STATE_KEYS if key not in line["s"])
        raise RecordingError(path, number, f"the state has no {missing!r}")
    for key in ("seed0", "seed1", "seed2"):
        if not 0 <= line.get(key, 0) <= _MAX_SEED:
            raise RecordingError(path, number, f"{key!r} is {line[key]}; it must be from 0 to {_MAX_SEED}")
    if kind == "deal" and line["deck"] not in DECKS:
        raise RecordingError(path, number, f"there is no deck {line['deck']!r}; the decks are {', '.join(DECKS)}")
    return kind


_STATE_KEY_SET = frozenset(STATE_KEYS)
