"""Recorded games of the official referee: a header, a line for every step, and the end.

The header holds the seeds, the draft and the setup; a step the action tried and the state around it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from os import PathLike

import numpy as np

from turnwright.core.game import NotationError
from turnwright.games.locm.engine.cards import CARD_COUNT
from turnwright.games.locm.engine.state import CHOICES, END, ROUNDS
from turnwright.games.locm.notation import action_of
from turnwright.games.locm.recorded.replay import NO_ACTION, START
from turnwright.games.record_files import Json, RecordedLines, RecordingError, read_games

_KEYS: dict[str, dict[str, type]] = {
    "game": {"id": str, "seeds": dict, "predefined_draft": bool, "draft": list, "picks": list, "init": dict},
    "step": {"i": int, "action": str, "ok": bool, "before": dict},
    "end": {"winner": int, "turn": int, "steps": int},
}
_SEEDS = ("draft", "shuffle0", "shuffle1")
_STATE_KEYS = ("turn", "cur", "winner", "players")
_PLAYER_KEYS = (
    "hp", "mana", "max_mana", "bonus", "runes", "next_rune", "next_draw", "draw_shown", "hand", "deck", "board",
)  # fmt: skip
_VERBS = ("SUMMON", "ATTACK", "USE")


class RecordedGame(RecordedLines):
    """A recorded game: a header with seeds, draft and setup; what was tried, and the states before and after it."""

    @property
    def seeds(self) -> tuple[int, int, int]:
        """Of the draft and of either shuffle."""
        seeds = self.header["seeds"]
        return seeds["draft"], seeds["shuffle0"], seeds["shuffle1"]

    @property
    def triplets(self) -> np.ndarray:
        """The cards of the draft by round."""
        return np.array(self.header["draft"], dtype=np.uint8)

    @property
    def picks(self) -> np.ndarray:
        """What each player took, by round."""
        return np.array(self.header["picks"], dtype=np.int64)

    @property
    def actions(self) -> np.ndarray:
        """What was tried, in order: actions, `START`, or `NO_ACTION` where the words mean none."""
        return np.array(self.of_steps(lambda step: read_action(step["action"])), dtype=np.int64)


def read_action(text: str) -> int:
    """The action that a recording writes; attempts at things that cannot be are `NO_ACTION`."""
    if text == "START":
        return START
    if text == "PASS":
        return END
    verb, *numbers = text.split(" ")
    if verb in _VERBS and len(numbers) == 2 and all(number.lstrip("-").isdecimal() for number in numbers):
        action = action_of(verb, *(int(number) for number in numbers))
        return NO_ACTION if action is None else action
    raise NotationError(f"{text[:60]!r} is not an action; recordings have START, PASS, SUMMON, ATTACK and USE")


def read_recordings(path: str | PathLike[str], progress: Callable[[int], None] | None = None) -> Iterator[RecordedGame]:
    """The games of a file, one after another. `progress` receives the number of bytes read."""
    return read_games(path, _KEYS, partial(_check_line, path), RecordedGame, progress=progress)


def _check_line(path: str | PathLike[str], number: int, kind: str, line: Json) -> None:
    """Refuse a line whose values cannot be."""
    for key in ("init", "before", "after"):
        if key in line and line[key] is not None:
            _check_state(path, number, key, line[key])
    if kind == "game":
        _check_header(path, number, line)
    if kind == "step" and line["ok"] and type(line.get("after")) is not dict:
        raise RecordingError(path, number, "a step that was played needs a state 'after'")


def _check_header(path: str | PathLike[str], number: int, line: Json) -> None:
    for key in _SEEDS:
        seed = line["seeds"].get(key)
        if type(seed) is not int or not -(2**63) <= seed < 2**63:
            raise RecordingError(path, number, f"the seed {key!r} is {str(seed)[:40]!r}; a whole number is expected")
    if not _is_table(line["draft"], ROUNDS, CHOICES, 1, CARD_COUNT):
        raise RecordingError(path, number, f"'draft' must be {ROUNDS} rounds of {CHOICES} cards from 1 to {CARD_COUNT}")
    if not _is_table(line["picks"], 2, ROUNDS, 0, CHOICES - 1):
        raise RecordingError(path, number, f"'picks' must be two rows of {ROUNDS} picks from 0 to {CHOICES - 1}")


def _is_table(table: object, rows: int, columns: int, low: int, high: int) -> bool:
    return (
        isinstance(table, list)
        and len(table) == rows
        and all(isinstance(row, list) and len(row) == columns for row in table)
        and all(type(value) is int and low <= value <= high for row in table for value in row)
    )


def _check_state(path: str | PathLike[str], number: int, key: str, state: object) -> None:
    if not isinstance(state, dict) or not all(name in state for name in _STATE_KEYS):
        raise RecordingError(path, number, f"{key!r} is not a state; one has {', '.join(_STATE_KEYS)}")
    players = state["players"]
    if not isinstance(players, list) or len(players) != 2 or not all(isinstance(p, dict) for p in players):
        raise RecordingError(path, number, f"the 'players' of {key!r} must be two")
    for player in players:
        missing = [name for name in _PLAYER_KEYS if name not in player]
        if missing:
            raise RecordingError(path, number, f"a player of {key!r} has no {missing[0]!r}")
