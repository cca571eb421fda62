"""Positions as they go out, and what can be done in them."""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from turnwright.web.boards import boards
from turnwright.web.schemas.base import Answer, FromBoards, Outcome, Side


def _position_adapter() -> TypeAdapter[Any]:
    return TypeAdapter(reduce(or_, (board.Position for board in boards().values())))


AnyPosition = Annotated[Any, FromBoards(_position_adapter)]
"""A position of any game that the page can show."""


class LegalAction(Answer):
    """An action that can be played now."""

    action: str
    source: str = Field(alias="from", description="The piece or card that it begins with.")
    to: str = Field(description="Its target; empty if it needs none.")


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


class Positioned(Answer):
    """Something with a position."""

    position: AnyPosition = Field(description="As the game's board describes it.")
    notation: str


class ShownState(Positioned):
    """A position with all that can be asked of it."""

    board: str
    game: str = Field(description="Spec of the game.")
    player: Side
    over: bool
    outcome: Outcome
    reason: str = Field(
        description="How it ended, in the game's words; empty before the end, or if the game has no names for it."
    )
    end: str = Field(description="The action that ends a turn.")
    may_end: bool = Field(description="Whether the turn may be ended now.")
    evaluation: float = Field(description="For the first player.")
    judged_by: str = Field(description="The evaluation of the game; empty if there is only one.")
    judgements: dict[str, float] = Field(description="For the first player, by each of the game's evaluations.")
    legal: list[LegalAction]


class Step(Positioned):
    """An action of a turn, and the position after it."""

    action: str
    source: str = Field(alias="from")
    to: str
    effects: list[ShownEffect]
