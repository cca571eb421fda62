"""A puzzle, the files that puzzles are kept in, and what makes one right."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import turnwright
from turnwright.agents.turn_check import AnswerError, walk_of
from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader
from turnwright.core.spec import no_foreign_code, split_notation
from turnwright.core.state import State
from turnwright.puzzles.proof import prove

FOLDER = Path(__file__).parent / "data"
SHORTEST = 2
"""A win of one action is no puzzle."""


class PuzzleError(TurnwrightError):
    """A puzzle that is not what it says it is, or a file of puzzles that cannot be read."""


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A position that can be won within the turn, in essentially one way."""

    state: str
    """The position in notation."""
    turn: str
    """A turn that wins."""
    length: int
    """Its actions, the end of the turn not counted. All actions that are left are needed."""
    turns: int
    """Sequences of actions that win; all end in the same state."""
    needs: int | None = None
    """Evaluations that an agent needed to find the win, see `grade`; none if it did not find it with the most."""
    stars: int = 0
    """How hard it is, 1 to 5; 0: not graded."""

    @cached_property
    def name(self) -> str:
        """A short name that follows from the position, so that it stays the same in every file."""
        return hashlib.sha256(self.state.encode()).hexdigest()[:8]

    @property
    def position(self) -> State:
        """The position. A file may come from anybody: rules from outside the package are not run."""
        no_foreign_code(split_notation(self.state)[0], "puzzles are of the package's own games")
        return turnwright.state(self.state)


_READER = Reader(error=PuzzleError)


def puzzle_of(state: State) -> Puzzle | None:
    """The puzzle that a position is, if it is one.

    Where the game can, the actions left are cut to those of the shortest win, so that every action counts.
    """
    found = prove(state, shortest=True)
    if found.length < SHORTEST:
        return None
    if state.game.turn_length is not None:
        state = state.game.with_actions_left(state, found.length)
    found = prove(state)
    if not found.is_unique or len(set(found.turn)) < different_actions(found.length):
        return None
    return Puzzle(state=state.text, turn=state.turn_text(found.turn), length=found.length, turns=found.turns)


def different_actions(length: int) -> int:
    """How many different actions a puzzle must have: to strike the same piece again and again is none."""
    return min(3, 1 + length // 2)


def check(puzzle: Puzzle) -> None:
    """Prove a puzzle again; what is wrong with it is an error."""
    state = puzzle.position
    found = prove(state)
    if not found.turns:
        raise PuzzleError(f"puzzle {puzzle.name} cannot be won within the turn")
    if not found.is_unique:
        raise PuzzleError(f"puzzle {puzzle.name} has wins that end in {found.ends} different states; it must be one")
    if (found.length, found.turns) != (puzzle.length, puzzle.turns):
        raise PuzzleError(
            f"puzzle {puzzle.name} says {puzzle.turns} turns of {puzzle.length} actions win; "
            f"there are {found.turns} of {found.length}"
        )
    if found.length < SHORTEST:
        raise PuzzleError(f"puzzle {puzzle.name} is won by {found.length} action; it must be at least {SHORTEST}")
    try:
        walk = walk_of(puzzle.turn, state)
    except AnswerError as error:
        raise PuzzleError(f"the turn of puzzle {puzzle.name} cannot be played: {error}") from error
    if walk.after.outcome != (-1 if state.player else 1):
        raise PuzzleError(f"the turn of puzzle {puzzle.name}, {puzzle.turn!r}, does not win")
    if len(set(walk.actions)) < different_actions(puzzle.length):
        raise PuzzleError(f"puzzle {puzzle.name} is won by too few different actions: {puzzle.turn!r}")


def read_puzzles(file: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        entries = list(json.loads(file.read_text(encoding="utf-8"))["puzzles"])
    except OSError as error:
        raise PuzzleError(f"{file} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise PuzzleError(f'{file} is no file of puzzles; it must be JSON with a list "puzzles"') from error
    return [_READER.record(Puzzle, entry, f"puzzle {number}") for number, entry in enumerate(entries, 1)]


def write_puzzles(file: Path, puzzles: Iterable[Puzzle]) -> None:
    """Keep puzzles in a file, one on a line, in the order of their names."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.name)
    lines = ",\n".join(json.dumps(_as_data(puzzle), ensure_ascii=False) for puzzle in ordered)
    file.write_text(f'{{"puzzles": [\n{lines}\n]}}\n', encoding="utf-8")


def _as_data(puzzle: Puzzle) -> dict[str, Any]:
    return {key: value for key, value in asdict(puzzle).items() if value is not None}


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, in the order of their names, which is no order at all: the puzzle of a
    day is the next one."""
    found = [puzzle for file in sorted(FOLDER.glob("*.json")) for puzzle in read_puzzles(file)]
    return tuple(sorted(found, key=lambda puzzle: puzzle.name))
