"""What may come in, by HTTP and by WebSocket. Unknown fields, other types and long texts are refused."""

from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import Discriminator, Field, Tag, TypeAdapter, create_model

from turnwright.web.boards import board_names, boards
from turnwright.web.boards.base import Board
from turnwright.web.schemas.base import FromBoards, Hands, Message

MOST_ACTIONS = 64
"""Actions in one request; no turn is so long."""
MOST_TURNS = 40
"""Turns that are told in words at once."""

AgentSpec = Annotated[str, Field(min_length=1, max_length=200, examples=["oep:diversity=tabu", "human"])]
BudgetText = Annotated[str, Field(min_length=1, max_length=40, examples=["1s", "20kev"])]
ActionText = Annotated[str, Field(min_length=1, max_length=40, examples=["K@a1", "a1-b2", "end"])]
StateText = Annotated[str, Field(min_length=1, max_length=4000)]
Place = Annotated[str, Field(min_length=1, max_length=60, examples=["a1", "card:K"])]
FirstTurn = Annotated[int, Query(ge=1, le=30_000, description=f"The first turn; up to {MOST_TURNS} are told.")]
SeedNumber = Annotated[int, Field(ge=0, lt=2**53)]


# Games


class SeatChoice(Message):
    """Who plays on one side."""

    agent: AgentSpec = Field(default="human", description="An agent's spec, or human.")
    budget: BudgetText | None = Field(default=None, description="The agent's budget for a turn.")


class _NewGame(Message):
    """What is chosen for a game of any kind."""

    game: str
    options: Any
    hands: Hands

    seed: SeedNumber | None = Field(default=None, description="Seed of the deal; by default it is secret.")
    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=2)] = Field(
        default_factory=lambda: [SeatChoice(), SeatChoice(agent="greedy_action")],
        description="The player who moves first comes first.",
    )
    links: bool = Field(
        default=False, description="Whether every person's seat has a key of its own; the game's name is for watching."
    )


def _new_game(board: Board, *, is_default: bool) -> type[_NewGame]:
    """A game of a board to be begun. Without a name it is one of the default game."""
    made: type[_NewGame] = create_model(
        f"New{''.join(word.capitalize() for word in board.name.split('_'))}Game",
        __base__=_NewGame,
        __doc__=f"A new game of {board.title}.",
        game=(Literal[board.name], board.name if is_default else ...),  # type: ignore[arg-type]
        options=(board.Options, Field(default_factory=board.Options)),
        hands=(Hands, Field(default=board.hands, description="Whether players see each other's cards.")),
    )
    return made


def _game_named(message: Any) -> str:
    """Which game a message asks for; a game that there is not is refused as one of the default game."""
    name = message.get("game") if isinstance(message, dict) else None
    return name if isinstance(name, str) and name in board_names() else board_names()[0]


def _new_game_adapter() -> TypeAdapter[Any]:
    return _adapter_of(tuple(boards().values()))


@lru_cache(maxsize=4)
def _adapter_of(known: tuple[Board, ...]) -> TypeAdapter[Any]:
    kinds = [Annotated[_new_game(board, is_default=board is known[0]), Tag(board.name)] for board in known]
    of_all: Any = Annotated[reduce(or_, kinds), Discriminator(_game_named)] if len(kinds) > 1 else kinds[0]
    return TypeAdapter(of_all)


NewGame = Annotated[_NewGame, FromBoards(_new_game_adapter)]
"""A game to be begun; without a name, the default one."""


SeatSecret = Annotated[str, Field(min_length=1, max_length=40)]


class Claim(Message):
    """Somebody uses an invitation."""

    invitation: SeatSecret


class Actions(Message):
    """Actions of the person to move: all are played, or none."""

    actions: Annotated[list[ActionText], Field(min_length=1, max_length=MOST_ACTIONS)]
    count: int | None = Field(
        default=None,
        ge=0,
        description="How many actions had been played when these were chosen; the request fails if that has changed.",
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
    lines: int = Field(
        default=1,
        ge=1,
        le=5,
        description="So many different turns: from searches with different seeds, and more of them where they agree.",
    )


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


class Sit(Message):
    """Whoever follows has the key of a seat."""

    type: Literal["sit"]
    key: SeatSecret


class Continue(Message):
    """Let the agent to move play its turn."""

    type: Literal["continue"]


class Look(Message):
    """What could be done with a piece or card?"""

    type: Literal["look"]
    source: Place


GameMessage = Annotated[Act | Undo | Resign | TakeSeat | Sit | Continue | Look, Field(discriminator="type")]
GAME_MESSAGE: TypeAdapter[Act | Undo | Resign | TakeSeat | Sit | Continue | Look] = TypeAdapter(GameMessage)


class Analyse(AnalysisRequest):
    type: Literal["analyse"]


class Review(ReviewRequest):
    type: Literal["review"]


class Stop(Message):
    """Answer with what has been found so far."""

    type: Literal["stop"]


ThoughtMessage = Annotated[Analyse | Review | Stop, Field(discriminator="type")]
THOUGHT_MESSAGE: TypeAdapter[Analyse | Review | Stop] = TypeAdapter(ThoughtMessage)
