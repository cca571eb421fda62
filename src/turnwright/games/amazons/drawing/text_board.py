"""A position of Amazons as a picture in plain text, and what any picture of it has to say."""

from turnwright.core.state import State
from turnwright.games.amazons.engine.state import NOWHERE
from turnwright.games.amazons.notation import rows_of, square_text

SIDE_NAMES = ("White", "Black")


def headline(state: State) -> str:
    """The turn and who moves or shoots; or who has won."""
    record = state.records[0]
    turn = f"turn {int(record.turn) + 1}"
    name = SIDE_NAMES[state.player]
    if state.is_over:
        return f"{turn}, {name} cannot move, {SIDE_NAMES[1 - state.player]} has won"
    if record.moved == NOWHERE:
        return f"{turn}, {name} to move"
    return f"{turn}, {name} to shoot from {square_text(int(record.moved))}"


def draw_text(state: State) -> str:
    """The board with White below."""
    rows = rows_of(state)
    side = len(rows)
    lines = [f"{side - y:2} {' '.join(row)}" for y, row in enumerate(rows)]
    return "\n".join([headline(state), "", *lines, "   " + " ".join("abcdefghij"[:side])])
