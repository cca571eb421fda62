"""What goes out by HTTP, described for the page about the API.

Tests compare answers with it. While the server runs, nothing does: that would only make a click slower.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Side = Literal[0, 1]
Outcome = Literal[-1, 0, 1]
Two = Field(min_length=2, max_length=2, description="Of the first and the second player.")


def answers(model: Any, status: int = 200) -> dict[str, Any]:
    """How a route says what it answers: further arguments of its decorator."""
    return {"response_model": None, "status_code": status, "responses": {status: {"model": model}}}


class Answer(BaseModel):
    """An answer whose every field is described."""

    model_config = ConfigDict(extra="forbid")


class Refusal(Answer):
    """Why something was not done."""

    detail: str = Field(examples=["one sentence"])


# Positions


class ShownSeat(Answer):
    """Who plays on one side."""

    agent: str = Field(description="An agent's spec, or human.")
    budget: str | None


class LegalAction(Answer):
    """An action that can be played now."""

    action: str
    source: str = Field(alias="from", description="The piece or card that it begins with.")
    to: str = Field(description="What it is aimed at; empty where it needs no aim.")


class ShownEffect(Answer):
    """One thing that an action does; what is empty is left out."""

    kind: str = Field(examples=["damage", "heal", "move"])
    at: str = ""
    to: str = ""
    amount: int = 0
    what: str = ""


class Target(Answer):
    """What an action that begins with the chosen piece or card would do."""

    action: str
    to: str
    effects: list[ShownEffect]


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


class CardInHand(Answer):
    """A card in a hand of Legends of Code and Magic."""

    id: int
    card: int = Field(description="Number of the card; 0 where it is not known.")


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


class Positioned(Answer):
    """Something with a position."""

    position: HeroAcademyPosition | LocmPosition
    notation: str


class ShownState(Positioned):
    """A position with all that can be asked of it."""

    board: str
    game: str = Field(description="Spec of the game.")
    player: Side
    over: bool
    outcome: Outcome
    evaluation: float = Field(description="For the first player.")
    legal: list[LegalAction]


class Step(Positioned):
    """An action of a turn, and the position after it."""

    action: str
    source: str = Field(alias="from")
    to: str
    effects: list[ShownEffect]


# Games in progress


class LoggedTurn(Answer):
    """A turn that is over."""

    number: int
    seat: Side
    actions: list[str]
    value: float | None = Field(
        default=None, description="What the agent thought of it; unsaid while hands are hidden."
    )
    figures: dict[str, float] = Field(default_factory=dict, description="Of the agent's search; as `value`.")


class ShownGame(Positioned):
    """A game in progress, or just over, as the people in it may see it."""

    type: Literal["game"]
    name: str = Field(description="Names the game in addresses.")
    board: str
    game: str = Field(description="Spec of the game.")
    view: Literal["open", "hidden"]
    seats: list[ShownSeat] = Two
    viewer: Literal["everything", "nobody", 0, 1] = Field(description="Whose eyes this is for.")
    player: Side = Field(description="Who is to move.")
    turn: int
    count: int = Field(description="Actions played so far; see `count` of an action.")
    over: bool
    outcome: Outcome
    ending: str = Field(description="How it ended: played, resigned, or why an agent lost.")
    thinking: bool
    stored: int | None = Field(description="Its number among the stored games.")
    actions: list[str] = Field(description="Of the turn in progress.")
    undoable: int = Field(description="Actions that can be taken back.")
    legal: list[LegalAction] = Field(description="Without the end of the turn, which is always possible.")
    log: list[LoggedTurn]
