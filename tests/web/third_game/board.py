"""Pairs, the game of the examples, as a third game of the web app: all that its author writes in Python."""

from pathlib import Path
from typing import Any

from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.games.registry import game
from turnwright.web.boards.base import Board, Effect
from turnwright.web.schemas.base import Answer, Message, Side

HERE = Path(__file__).resolve().parent


class PairsOptions(Message):
    """Nothing can be chosen."""


class PairsPosition(Answer):
    """Where the stones lie."""

    player: Side
    over: bool
    rows: list[str]


class PairsBoard(Board):
    """Places are squares."""

    name = "pairs"
    title = "Pairs"
    summary = "two stones per turn"
    game = f"{HERE.parents[2] / 'examples' / 'pairs.py'}:Pairs"
    scripts = HERE / "page"
    Options = PairsOptions
    Position = PairsPosition

    def game_with(self, options: PairsOptions) -> Game:
        return game(self.game)

    def catalogue(self) -> dict[str, Any]:
        return {"size": 5}

    def position(self, state: State) -> dict[str, Any]:
        rows = state.text.split()[-1].split("/")
        return {"player": state.player, "over": state.is_over, "rows": rows}

    def places(self, state: State, action: int) -> tuple[str, str]:
        return state.action_text(action), ""

    def effects(self, before: State, action: int, after: State) -> list[Effect]:
        return [] if action == before.end_action else [Effect(kind="place", at=before.action_text(action))]
