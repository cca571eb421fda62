"""What may come in, by HTTP and by WebSocket. Unknown fields, other types and long texts are refused."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter

MOST_ACTIONS = 64
"""Actions in one request; no turn is so long."""

AgentSpec = Annotated[str, Field(min_length=1, max_length=200, examples=["oep:diversity=tabu", "human"])]
BudgetText = Annotated[str, Field(min_length=1, max_length=40, examples=["1s", "20kev"])]
ActionText = Annotated[str, Field(min_length=1, max_length=40, examples=["K@a1", "a1-b2", "end"])]
StateText = Annotated[str, Field(min_length=1, max_length=4000)]
Place = Annotated[str, Field(min_length=1, max_length=20, examples=["a1", "card:K"])]
SeedNumber = Annotated[int, Field(ge=0, lt=2**53)]


class Message(BaseModel):
    """A message whose every field is known."""

    model_config = ConfigDict(extra="forbid", strict=True)


# Games


class HeroAcademyOptions(Message):
    """What a game of Hero Academy can be played with here."""

    map: Literal["a", "a-small", "a-tiny"] = "a"
    deck: Literal["STANDARD", "SMALL", "TINY"] | None = Field(default=None, description="By default the map's own.")
    action_points: int = Field(default=5, ge=1, le=15)
    draws: Literal["seeded", "random"] = Field(
        default="random", description="seeded: draws follow from the deck's seed, as in the papers."
    )


class LocmOptions(Message):
    """What a game of Legends of Code and Magic can be played with here."""

    draft: Literal["played", "random", "ranked", "curve", "mixed"] = Field(
        default="played", description="played: by the players; else for both of them, and the battle begins at once."
    )
    book: Literal["none", "random", "ranked", "curve", "mixed"] = Field(
        default="mixed", description="How agents draft; none: by what they search."
    )


class SeatChoice(Message):
    """Who plays on one side."""

    agent: AgentSpec = Field(default="human", description="An agent's spec, or human.")
    budget: BudgetText | None = Field(default=None, description="What the agent may spend on a turn.")


class _NewGame(Message):
    """What is chosen for a game of any kind."""

    seed: SeedNumber | None = Field(default=None, description="Seed of the deal; by default nobody knows it.")
    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=2)] = Field(
        default_factory=lambda: [SeatChoice(), SeatChoice(agent="greedy_action")],
        description="The one who moves first first.",
    )


class NewHeroAcademyGame(_NewGame):
    """A game of Hero Academy to be begun."""

    game: Literal["hero_academy"] = "hero_academy"
    options: HeroAcademyOptions = Field(default_factory=HeroAcademyOptions)
    hands: Literal["open", "hidden"] = Field(default="open", description="Whether players see each other's cards.")


class NewLocmGame(_NewGame):
    """A game of Legends of Code and Magic to be begun."""

    game: Literal["locm"]
    options: LocmOptions = Field(default_factory=LocmOptions)
    hands: Literal["open", "hidden"] = Field(default="hidden", description="Whether players see each other's cards.")


def _game_named(message: Any) -> str:
    """Which game a message asks for; a game that there is not is refused as one of Hero Academy."""
    name = message.get("game") if isinstance(message, dict) else getattr(message, "game", None)
    return "locm" if name == "locm" else "hero_academy"


NewGame = Annotated[
    Annotated[NewHeroAcademyGame, Tag("hero_academy")] | Annotated[NewLocmGame, Tag("locm")],
    Discriminator(_game_named),
]
"""A game to be begun; without a name, Hero Academy."""


class Actions(Message):
    """Actions of the person to move: all are played, or none."""

    actions: Annotated[list[ActionText], Field(min_length=1, max_length=MOST_ACTIONS)]
    count: int | None = Field(
        default=None, ge=0, description="How many actions had been played when these were chosen; refused if not so."
    )


# Positions and analyses


class PositionRequest(Message):
    """A position in notation, and actions to be played in it."""

    state: StateText
    actions: Annotated[list[ActionText], Field(max_length=MOST_ACTIONS)] = Field(default_factory=list)


class EffectsRequest(Message):
    """What could be done with a piece or card in a position."""

    state: StateText
    source: Place


class AnalysisRequest(Message):
    """A position that an agent is to think about."""

    state: StateText
    agent: AgentSpec
    budget: BudgetText | None = None
    seed: SeedNumber = 0
    lines: int = Field(default=1, ge=1, le=5, description="So many searches from different seeds, one after the other.")


class ReviewRequest(Message):
    """A stored game whose turns are to be compared with what an agent finds."""

    stored: int = Field(ge=1, lt=2**53, description="Number of the stored game.")
    agent: AgentSpec = "oep:diversity=tabu"
    budget: BudgetText = "5000ev"


# What a page says by WebSocket


class Act(Actions):
    type: Literal["act"]


class Undo(Message):
    type: Literal["undo"]


class Resign(Message):
    type: Literal["resign"]


class TakeSeat(Message):
    """The person to move is at the screen that two people share."""

    type: Literal["take_seat"]


class Continue(Message):
    """Let the agent to move play its turn."""

    type: Literal["continue"]


class Look(Message):
    """What could be done with a piece or card?"""

    type: Literal["look"]
    source: Place


GameMessage = Annotated[Act | Undo | Resign | TakeSeat | Continue | Look, Field(discriminator="type")]
GAME_MESSAGE: TypeAdapter[Act | Undo | Resign | TakeSeat | Continue | Look] = TypeAdapter(GameMessage)


class Analyse(AnalysisRequest):
    type: Literal["analyse"]


class Review(ReviewRequest):
    type: Literal["review"]


class Stop(Message):
    """Answer with what has been found so far."""

    type: Literal["stop"]


ThoughtMessage = Annotated[Analyse | Review | Stop, Field(discriminator="type")]
THOUGHT_MESSAGE: TypeAdapter[Analyse | Review | Stop] = TypeAdapter(ThoughtMessage)
