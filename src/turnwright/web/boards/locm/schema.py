"""What can be chosen for a game of Legends of Code and Magic, and its positions, described."""

from typing import Literal

from pydantic import Field

from turnwright.web.schemas.base import Answer, Message, Side, Two


class LocmOptions(Message):
    """What a game of Legends of Code and Magic can be played with here."""

    draft: Literal["played", "random", "ranked", "curve", "mixed", "learned"] = Field(
        default="played",
        description="played: the players draft; otherwise a strategy drafts for both and the battle begins.",
    )
    book: Literal["none", "random", "ranked", "curve", "mixed", "learned"] = Field(
        default="learned", description="How agents draft; none: by search."
    )
    evaluation: Literal["learned", "features", "win_lose", "standing", "answered"] = Field(
        default="learned", description="By which evaluation the game is judged, and agents search that name none."
    )


class CardInHand(Answer):
    """A card in a hand of Legends of Code and Magic."""

    id: int
    card: int = Field(description="Number of the card; 0 if unknown.")


class ShownCreature(Answer):
    """A creature in play."""

    id: int
    card: int
    lane: int
    attack: int
    defense: int
    keywords: str
    ready: bool
    struck: bool


class LocmSide(Answer):
    """A player of Legends of Code and Magic."""

    health: int
    runes: list[int]
    mana: int
    max_mana: int
    bonus: bool
    next_draw: int
    hand: list[CardInHand]
    deck_count: int
    deck: list[int] = Field(description="The known cards of the deck, sorted.")
    creatures: list[ShownCreature]
    picks: list[int]


class LocmPosition(Answer):
    """A position of Legends of Code and Magic."""

    phase: Literal["draft", "battle"]
    turn: int
    rounds: int
    player: Side
    over: bool
    choices: list[int] = Field(description="The cards to pick from.")
    sides: list[LocmSide] = Two
