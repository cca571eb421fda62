"""Any game as a picture and a list of actions: for games without their own board."""

import re
from typing import Any

from pydantic import Field

from turnwright.core.game import Game, NotationError
from turnwright.core.spec import parse_spec
from turnwright.core.state import State
from turnwright.games.registry import game, own_game_names
from turnwright.web.boards.base import PAGE, Board, Effect
from turnwright.web.schemas.base import Answer, Message, Side


class NoOptions(Message):
    """Nothing can be chosen."""


class DrawnPosition(Answer):
    """A position as a picture."""

    player: Side
    over: bool
    svg: str = Field(description="The picture; empty if the game draws only text.")
    text: str = Field(description="The picture as text; empty if there is a better one.")


class DrawnBoard(Board):
    """A game from a file. Places are actions in notation: clicking one plays it."""

    Options = NoOptions
    Position = DrawnPosition
    scripts = PAGE / "js" / "games" / "drawn"

    def __init__(self, spec: str) -> None:
        """`spec`: of the game, with the settings that it is to be played with."""
        self._game = game(spec)
        self.title = parse_spec(spec).label.rpartition(":")[2]
        name = re.sub(r"\W+", "_", self.title, flags=re.ASCII).lower()
        self.name = f"{name}_drawn" if name in own_game_names() else name
        self.hands = "hidden" if self._hides else "open"

    @property
    def game(self) -> str:
        return self._game.name

    @property
    def _hides(self) -> bool:
        """Whether players of the game may not know everything."""
        return self._game.rules.conceal is not None

    def game_with(self, options: NoOptions) -> Game:
        return self._game

    def catalogue(self) -> dict[str, Any]:
        return {}

    def position(self, state: State) -> dict[str, Any]:
        try:
            svg, text = state.svg(), ""
        except NotationError:  # there is no such drawing
            svg, text = "", state.draw()
        return {"player": state.player, "over": state.is_over, "svg": svg, "text": text}

    def places(self, state: State, action: int) -> tuple[str, str]:
        return state.action_text(action), ""

    def effects(self, before: State, action: int, after: State) -> list[Effect]:
        if not after.is_over:
            return []
        return [Effect(kind=("draw", "wins", "loses")[after.outcome * (1 if before.player == 0 else -1)])]

    def as_others_see(self, text: str, start: State) -> str:
        return "?" if self._hides else text  # what an action tells only the game itself knows
