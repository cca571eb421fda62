"""Positions from outside: notation of the games that can be shown, and nothing that would load other code."""

from functools import lru_cache

from turnwright.core.spec import Spec, SpecError, no_files, parse_spec, split_notation
from turnwright.core.state import State
from turnwright.games.registry import game
from turnwright.web.boards import board_for

_LONGEST_SPEC = 400
"""Letters of a game with its settings; a map of one's own has up to 127."""


def check_game(spec: str | Spec) -> Spec:
    """What a spec names, unless it is a game that the page cannot show, or names a file; no other game is ever loaded
    for a visitor."""
    wanted = parse_spec(spec)
    board_for(wanted.label)
    return no_files(wanted, "the page shows games of the package's own evaluations")


def is_made_up(text: str) -> bool:
    """Whether the game of a notation may have a map of somebody's own, which takes long to read.

    It only decides where the notation is read, so it may be wrong: rows of a map are divided by `/`.
    """
    return "/" in text.strip().partition(" ")[0]


@lru_cache(maxsize=256)
def position_of(text: str) -> State:
    """The position that a notation means."""
    if len(text.strip().partition(" ")[0]) > _LONGEST_SPEC:
        raise SpecError(f"the game in front of a position has more than {_LONGEST_SPEC} letters")
    spec, position = split_notation(text)
    return game(check_game(spec)).parse_state(position)
