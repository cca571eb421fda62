"""Files of recorded games and deals: one JSON object per line, plain or gzipped.

A game is a header, a line for every step (the state, what is known about it, and the action taken) and the
final state. It can be replayed from the header and the actions alone.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from os import PathLike

from turnwright.core.errors import TurnwrightError
from turnwright.games.hero_academy.engine.cards import DECKS
from turnwright.games.hero_academy.engine.maps import MAPS
from turnwright.games.hero_academy.recorded.lines import STATE_KEYS, Json, read_action
from turnwright.games.hero_academy.settings import Settings
from turnwright.games.record_files import LoneLine, RecordedLines, RecordingError, read_games

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


class RecordedDeal(LoneLine):
    """What one deck and seed deal at the start."""


class RecordedGame(RecordedLines):
    """A recorded game: a header with map, deck, action points and seeds; states and the actions played in them."""

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
        return self.of_steps(lambda step: read_action(board, step["a"]))


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
    """The games and deals of a file, one after another. `progress` receives the number of bytes read."""
    return read_games(
        path, _KEYS, partial(_check_line, path), RecordedGame, lone={"deal": RecordedDeal}, progress=progress
    )


def _check_line(path: str | PathLike[str], number: int, kind: str, line: Json) -> None:
    """Refuse a line whose values cannot be."""
    if "s" in line and not line["s"].keys() >= _STATE_KEY_SET:
        missing = next(key for key in STATE_KEYS if key not in line["s"])
        raise RecordingError(path, number, f"the state has no {missing!r}")
    for key in ("seed0", "seed1", "seed2"):
        if not 0 <= line.get(key, 0) <= _MAX_SEED:
            raise RecordingError(path, number, f"{key!r} is {line[key]}; it must be from 0 to {_MAX_SEED}")
    if kind == "deal" and line["deck"] not in DECKS:
        raise RecordingError(path, number, f"there is no deck {line['deck']!r}; the decks are {', '.join(DECKS)}")


_STATE_KEY_SET = frozenset(STATE_KEYS)
