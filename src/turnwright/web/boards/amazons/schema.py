"""What can be chosen for a game of Amazons, and its positions, described."""

from typing import Literal

from pydantic import Field

from turnwright.web.schemas.base import Answer, Message, Side


class AmazonsOptions(Message):
    """What a game of Amazons can be played with here."""

    side: Literal[6, 8, 10] = Field(default=10, description="Side length of the board.")


class Amazon(Answer):
    """An amazon on the board."""

    square: str
    owner: Side


class AmazonsPosition(Answer):
    """A position of Amazons."""

    turn: int
    player: Side
    over: bool
    side: int = Field(description="Side length of the board.")
    moved: str = Field(description="The square of the amazon that must shoot; empty before the move.")
    amazons: list[Amazon]
    closed: list[str]
