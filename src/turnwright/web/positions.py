"""Positions from outside: notation of the games that can be shown, and nothing that would load code."""

from functools import lru_cache
from typing import Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import Spec, parse_spec, split_notation
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.games.registry import game
from turnwright.web.boards import board_names
from turnwright.web.showing import shown_legal, shown_position


def check_game(spec: str | Spec) -> Spec:
    """What a spec names, unless it is a game that the page cannot show; a game from outside is never loaded here."""
    wanted = parse_spec(spec)
    if wanted.runs_foreign_code or wanted.label not in board_names():
        raise TurnwrightError(
            f"positions of {wanted.label[:40]!r} cannot be shown here; available: {', '.join(board_names())}"
        )
    return wanted


@lru_cache(maxsize=256)
def position_of(text: str) -> State:
    """The position that a notation means."""
    spec, position = split_notation(text)
    return game(check_game(spec)).parse_state(position)


def view_of(state: State) -> ViewKind:
    """How an agent must look at a position: one with unknown cards leaves something to guess."""
    text = state.text  # as the game writes it, whatever a visitor wrote
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
