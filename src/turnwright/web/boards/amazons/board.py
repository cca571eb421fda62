"""Amazons as the page shows it."""

from dataclasses import asdict
from typing import Any, cast

from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.games.amazons.engine.state import END, SHOT, SQUARES
from turnwright.games.amazons.notation import square_text
from turnwright.games.amazons.typed_state import AmazonsState
from turnwright.games.registry import game
from turnwright.web.boards.amazons.schema import AmazonsOptions, AmazonsPosition
from turnwright.web.boards.base import Board, Effect


class AmazonsBoard(Board):
    """Squares are named as in notation; a shot is begun with the amazon that has moved."""

    name = "amazons"
    title = "Amazons"
    summary = "move and shoot"
    credit = "Walter Zamkauskas"
    Options = AmazonsOptions
    Position = AmazonsPosition

    def game_with(self, options: AmazonsOptions) -> Game:
        return game(self.game, side=options.side)

    def catalogue(self) -> dict[str, Any]:
        return {"sides": [6, 8, 10]}

    def position(self, state: State) -> dict[str, Any]:
        shown = cast(AmazonsState, state)
        return {
            "turn": shown.turn,
            "player": shown.player,
            "over": shown.is_over,
            "side": shown.side,
            "moved": shown.moved or "",
            "amazons": [asdict(amazon) for amazon in shown.amazons],
            "closed": list(shown.closed),
        }

    def places(self, state: State, action: int) -> tuple[str, str]:
        if action == END:
            return "end", ""
        if action >= SHOT:
            return square_text(int(state.records[0].moved)), square_text(action - SHOT)
        return square_text(action // SQUARES), square_text(action % SQUARES)

    def effects(self, before: State, action: int, after: State) -> list[Effect]:
        source, target = self.places(before, action)
        if action >= SHOT:
            found = [Effect(kind="close", at=target)]
        else:
            found = [Effect(kind="move", at=source, to=target, what="amazon")]
        if after.is_over:
            found.append(Effect(kind=("draw", "wins", "loses")[after.outcome * (1 if before.player == 0 else -1)]))
        return found

    def glyphs(self) -> dict[str, str]:
        crown = "M-20 14L-24 -12L-11 -2L0 -20L11 -2L24 -12L20 14Z"
        return {"amazon": f'<path d="{crown}" fill="currentColor"/>'}
