"""Recorded games of the official referee: a header, a line for every step, and the end.

The header holds the seeds, the draft and the setup; a step the action tried and the state around it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import PathLike

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import NotationError
from turnwright.games.locm.engine.cards import CARD_COUNT
from turnwright.games.locm.engine.state import CHOICES, END, ROUNDS
from turnwright.games.locm.notation import action_of
from turnwright.games.locm.recorded.replay import NO_ACTION, START
from turnwright.games.record_files import Json, RecordingError, read_lines

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


@dataclass(frozen=True, kw_only=True)
class RecordedGame:
    """A recorded game, its lines as they are in the file."""

    file: str
    number: int
    """Of the header's line in that file; the others follow without gaps."""
    header: Json
    steps: tuple[Json, ...]
    """What was tried, and the states before and after it."""
    end: Json

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
        actions = []
        for index, step in enumerate(self.steps):
            try:
                actions.append(read_action(step["action"]))
            except TurnwrightError as error:
                raise RecordingError(self.file, self.number + 1 + index, error) from error
        return np.array(actions, dtype=np.int64)


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
    """The games of a file, one after another. `progress` is told how many bytes of it were read."""
    header: Json | None = None
    start, number = 0, 0
    steps: list[Json] = []
    for number, line in read_lines(path, progress):
        kind = _check_line(path, number, line)
        if kind == "game":
            if header is not None:
                raise RecordingError(path, number, f"a game begins before the one of line {start} has its end line")
            header, start, steps = line, number, []
        elif header is None:
            raise RecordingError(path, number, f"a line {kind!r} stands outside a game; a line 'game' must come first")
        elif kind == "step":
            steps.append(line)
        else:
            yield RecordedGame(file=str(path), number=start, header=header, steps=tuple(steps), end=line)
            header = None
    if header is not None:
        raise RecordingError(path, number, f"the file ends inside the game of line {start}; it may have been cut off")
    if number == 0:
        raise RecordingError(path, 1, "the file is empty; it should hold recorded games")


def _check_line(path: str | PathLike[str], number: int, line: Json) -> str:
    """The kind of a line, once it is known to have what that kind needs."""
    kind = line.get("t")
    if not isinstance(kind, str) or kind not in _KEYS:
        raise RecordingError(path, number, f"the line is of kind {kind!r}; it must be one of {', '.join(_KEYS)}")
    for key, wanted in _KEYS[kind].items():
        if type(line.get(key)) is not wanted:
            given = repr(str(line[key])[:40]) if key in line else "missing"
            raise RecordingError(
                path, number, f"{key!r} of the {kind} line is {given}; a {wanted.__name__} is expected"
            )
    for key in ("init", "before", "after"):
        if key in line and line[key] is not None:
            _check_state(path, number, key, line[key])
    if kind == "game":
        _check_header(path, number, line)
    if kind == "step" and line["ok"] and type(line.get("after")) is not dict:
        raise RecordingError(path, number, "a step that was played needs a state 'after'")
    return kind


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
