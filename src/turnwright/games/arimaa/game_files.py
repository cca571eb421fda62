"""Games of Arimaa as files: the official record, a line for every turn.

    1g Ra1 Rb1 Rc1 …
    1s ra8 rb8 rc8 …
    2g Ee2n Ee3n Ee4n Ee5n

The last line may be the number of a turn that was not played, with or without a word such as `lost` or `resigns`.
"""

import re
from collections.abc import Sequence

from turnwright.core.game import Game, NotationError
from turnwright.core.state import State, Walk
from turnwright.games.arimaa.notation import official_turn, read_turn, turn_number

_LINE = re.compile(r"(\d{1,4})([gswb])(?:\s+(.*))?")
_UNPLAYED = ("", "lost", "resigns", "resign", "takeback")
_OLD_SIDES = {"w": "g", "b": "s"}
"""Letters of sides in old records."""


def write_game(walks: Sequence[Walk]) -> str:
    """The turns of a game as a file."""
    return "".join(f"{turn_number(walk.start)} {official_turn(walk)}\n" for walk in walks)


def read_game(game: Game, text: str, start: State | None = None) -> list[Walk]:
    """The turns that a file holds, played from a start; by default that of a game whose players place their pieces.

    A turn that cannot be played is a `NotationError` that names its line.
    """
    state = game.start(0) if start is None else start
    walks: list[Walk] = []
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for place, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise NotationError(f"line {place} is {line!r}; it must be a turn and its steps, such as 2g Ee2n")
        number = found[1] + _OLD_SIDES.get(found[2], found[2])
        if number != turn_number(state):
            raise NotationError(f"line {place} is turn {number}; turn {turn_number(state)} comes next")
        steps = found[3] or ""
        if steps.strip() in _UNPLAYED:
            if place < len(lines):
                raise NotationError(f"line {place} has no steps, but is not the last")
            break
        walk = state.walk(read_turn(state, steps))
        if not walk.is_whole or len(walk.actions) < len(read_turn(state, steps)):
            raise NotationError(f"line {place} is {line!r}, which is not a legal turn of {state}")
        walks.append(walk)
        state = walk.after
    return walks
