"""What can be chosen for a game of Hero Academy, and its positions, described."""

from typing import Literal

from pydantic import Field

from turnwright.web.schemas.base import Answer, Message, Side, Two


class HeroAcademyOptions(Message):
    """What a game of Hero Academy can be played with here."""

    map: Literal["a", "a-small", "a-tiny"] = "a"
    deck: Literal["STANDARD", "SMALL", "TINY"] | None = Field(default=None, description="By default the map's own.")
    action_points: int = Field(default=5, ge=1, le=15)
    evaluation: Literal["learned", "described", "reference", "material", "mean", "win_lose"] = Field(
        default="learned", description="The evaluation of the game, also for agents that name none."
    )
    draws: Literal["seeded", "random"] = Field(
        default="random", description="seeded: the deck's seed determines the draws, as in the papers."
    )


class ShownPiece(Answer):
    """A piece of Hero Academy."""

    square: str
    owner: Side
    kind: str
    hp: int
    full: int = Field(description="Its hit points when unhurt.")
    power: int
    gear: list[str]


class HeroAcademyPosition(Answer):
    """A position of Hero Academy."""

    rows: list[str] = Field(description="The map.")
    turn: int
    limit: int = Field(description="The turn after which the game is a draw.")
    player: Side
    over: bool
    ap: int = Field(description="Action points that are left.")
    points: int = Field(description="Action points of a whole turn.")
    pieces: list[ShownPiece]
    hands: list[dict[str, int]] = Two
    decks: list[dict[str, int]] = Two
    unknown: list[int] = Field(description="Cards in hand that the viewer does not know; they are in the deck's count.")
