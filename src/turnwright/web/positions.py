"""Positions from outside: notation of the games that can be shown, and nothing that would load code."""

from functools import lru_cache
from typing import Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import split_spec
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.games.registry import state as read_state
from turnwright.web.boards import board_names
from turnwright.web.showing import shown_legal, shown_position


def check_game(spec: str) -> None:
    """Refuse the spec of a game that the page cannot show; a game from a file is never loaded for a visitor."""
    name, _ = split_spec(spec)
    if name not in board_names():
        raise TurnwrightError(f"positions of {name[:40]!r} cannot be shown here; there is: {', '.join(board_names())}")


@lru_cache(maxsize=256)
def position_of(text: str) -> State:
    """The position that a notation means."""
    check_game(text.strip().partition(" ")[0])
    return read_state(text)


def view_of(text: str) -> ViewKind:
    """How an agent must look at a position: one with unknown cards leaves something to guess."""
    return "hidden" if " unknown=" in text or "?" in text else "open"


def shown_state(state: State) -> dict[str, Any]:
    """A position with all that can be asked of it."""
    return {
        "board": state.game.name,
        "game": state.game.spec,
        "player": state.player,
        "over": state.is_over,
        "outcome": state.outcome,
        "evaluation": state.evaluate(0),
        "legal": [] if state.is_over else shown_legal(state),
        **shown_position(state),
    }
