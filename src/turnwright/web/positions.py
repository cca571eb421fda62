"""Positions from outside: notation of the games that can be shown, and nothing that would load code."""

from functools import lru_cache

from turnwright.core.spec import split_spec
from turnwright.core.state import State
from turnwright.games.registry import state as read_state
from turnwright.web.boards import board_for


def check_game(spec: str) -> None:
    """Refuse the spec of a game that the page cannot show; no other game is ever loaded for a visitor."""
    board_for(split_spec(spec)[0])


@lru_cache(maxsize=256)
def position_of(text: str) -> State:
    """The position that a notation means."""
    check_game(text.strip().partition(" ")[0])
    return read_state(text)
