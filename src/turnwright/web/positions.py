"""Positions from outside: notation of the games that can be shown, and nothing that would load other code."""

from functools import lru_cache

from turnwright.core.spec import Spec, no_files, parse_spec, split_notation
from turnwright.core.state import State
from turnwright.games.registry import game
from turnwright.web.boards import board_for


def check_game(spec: str | Spec) -> Spec:
    """What a spec names, unless it is a game that the page cannot show, or names a file; no other game is ever loaded
    for a visitor."""
    wanted = parse_spec(spec)
    board_for(wanted.label)
    return no_files(wanted, "the page shows games of the package's own evaluations")


@lru_cache(maxsize=256)
def position_of(text: str) -> State:
    """The position that a notation means."""
    spec, position = split_notation(text)
    return game(check_game(spec)).parse_state(position)
