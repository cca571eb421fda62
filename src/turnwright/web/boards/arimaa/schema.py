"""What can be chosen for a game of Arimaa, and its positions, described."""

from typing import Literal

from pydantic import Field

from turnwright.web.schemas.base import Answer, Message, Side, Two


class ArimaaOptions(Message):
    """What a game of Arimaa can be played with here."""

    setup: Literal["book", "played", "random"] = Field(
        default="book", description="Who places the pieces: a book of setups, the players, or chance."
    )


class ArimaaPiece(Answer):
    """A piece on the board."""

    square: str
    owner: Side
    kind: str
    frozen: bool


class ArimaaPosition(Answer):
    """A position of Arimaa."""

    turn: str = Field(description="The turn number with the side to move, such as 2g.")
    player: Side
    over: bool
    setup: bool = Field(description="Whether pieces are being placed.")
    steps: int = Field(description="Steps, or pieces to place, left in the turn.")
    push: str = Field(description="The square to which a push must be completed; empty if there is none.")
    pieces: list[ArimaaPiece]
    hands: list[dict[str, int]] = Two
