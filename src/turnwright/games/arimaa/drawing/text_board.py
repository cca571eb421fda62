"""A position of Arimaa as a picture in plain text, and what any picture of it has to say."""

from turnwright.core.state import State
from turnwright.games.arimaa.engine.setups import LETTERS
from turnwright.games.arimaa.engine.state import PLACEMENTS, STEPS
from turnwright.games.arimaa.notation import (
    EMPTY_SQUARE,
    FIRST_TURN,
    TRAP_SQUARES,
    pieces_of,
    square_text,
    turn_number,
)
from turnwright.games.arimaa.typed_state import KIND_NAMES

SIDE_NAMES = ("Gold", "Silver")
PIECE_NAMES: dict[str, str] = dict(zip(LETTERS, KIND_NAMES, strict=True))


def headline(state: State) -> str:
    """The turn, who moves, and what is left of the turn; or how the game has ended."""
    record = state.records[0]
    if state.is_over:
        return f"turn {turn_number(state)}, {SIDE_NAMES[int(record.winner)]} has won by {state.ending}"
    name = SIDE_NAMES[state.player]
    if record.turn < FIRST_TURN:
        return f"setup, {name} has {PLACEMENTS - int(record.steps)} pieces to place"
    left = STEPS - int(record.steps)
    push = f", a push to {square_text(int(record.spot))} must be completed" if record.pushing else ""
    return f"turn {turn_number(state)}, {name} to move, {left} step{'s' if left > 1 else ''} left{push}"


def describe(letter: str, square: int) -> str:
    """A piece in words."""
    return f"{SIDE_NAMES[letter.islower()]} {PIECE_NAMES[letter.upper()]} on {square_text(square)}"


def draw_text(state: State) -> str:
    """The board with Silver on top; traps are marked with x."""
    letters = pieces_of(state.records[0].board)
    for trap in TRAP_SQUARES:
        if letters[trap] == EMPTY_SQUARE:
            letters[trap] = "x"
    rows = [f"{rank + 1} {' '.join(letters[8 * rank : 8 * rank + 8])}" for rank in range(7, -1, -1)]
    return "\n".join([headline(state), "", *rows, "  a b c d e f g h"])
