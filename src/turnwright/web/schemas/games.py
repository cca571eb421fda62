"""Games in progress as they go out."""

from typing import Literal

from pydantic import Field

from turnwright.web.schemas.base import Answer, Hands, Outcome, Side, Two
from turnwright.web.schemas.positions import AnyPosition, LegalAction, Positioned, ShownEffect


class ShownSeat(Answer):
    """Who plays on one side."""

    agent: str = Field(description="An agent's spec, or human.")
    budget: str | None


class LoggedTurn(Answer):
    """A turn that is over."""

    number: int
    seat: Side
    actions: list[str]
    value: float | None = Field(default=None, description="The agent's value of it; left out while hands are hidden.")
    figures: dict[str, float] = Field(default_factory=dict, description="Of the agent's search; as `value`.")


class ShownGame(Positioned):
    """A game in progress, or just over, as the people in it may see it."""

    type: Literal["game"]
    name: str = Field(description="Names the game in addresses.")
    board: str
    game: str = Field(description="Spec of the game.")
    judged_by: str = Field(description="The evaluation that the game is judged by.")
    view: Hands
    seats: list[ShownSeat] = Two
    has_keys: bool = Field(description="Whether people's seats have keys, so that the game can be shared by links.")
    sitter: Side | None = Field(description="The seat whose key was shown.")
    waiting: list[bool] = Field(
        min_length=2, max_length=2, description="Seats whose invitation nobody has used yet, the first player's first."
    )
    viewer: Literal["everything", "nobody", 0, 1] = Field(description="Whose eyes this is for.")
    player: Side = Field(description="Who is to move.")
    turn: int
    count: int = Field(description="Actions played so far; see `count` of an action.")
    over: bool
    outcome: Outcome
    ending: str = Field(description="How it ended: played, resigned, or why an agent lost.")
    reason: str = Field(description="How a game that was played to its end ended, in the game's words.")
    end: str = Field(description="The action that ends a turn.")
    may_end: bool = Field(description="Whether the person to move may end the turn now.")
    thinking: bool
    stored: int | None = Field(description="Its number among the stored games.")
    rematch: str | None = Field(description="With keys, once it is over: the name of its rematch, if one was begun.")
    actions: list[str] = Field(description="Of the turn in progress.")
    undoable: int = Field(description="Actions that can be taken back.")
    legal: list[LegalAction] = Field(description="Without the end of the turn; see `may_end`.")
    log: list[LoggedTurn]


class BegunGame(ShownGame):
    """A game that has just begun."""

    invitations: list[str | None] = Field(
        default=[None, None],
        min_length=2,
        max_length=2,
        description="With `links`: what opens each person's seat, once. Nobody else is ever told.",
    )


class Claimed(Answer):
    """A seat that was taken."""

    seat: Side
    key: str = Field(description="Opens the seat from now on.")


class ToldAction(Answer):
    """An action as it can be told in words."""

    action: str
    source: str = Field(alias="from")
    to: str
    effects: list[ShownEffect]
    actor: str = Field(description="Who or what acts; empty where that goes without saying, or must not be known.")


class ToldTurn(Answer):
    """A turn that is over, as it can be told in words."""

    number: int
    seat: Side
    actions: list[ToldAction]


class SeenStep(Answer):
    """An action of a turn, and the position after it, as far as the viewer may know it."""

    action: str
    source: str = Field(alias="from")
    to: str
    effects: list[ShownEffect]
    position: AnyPosition


class SeenTurn(Answer):
    """A turn that is over, step by step."""

    type: Literal["turn"]
    log: LoggedTurn
    steps: list[SeenStep]
