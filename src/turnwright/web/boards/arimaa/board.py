"""Arimaa as the page shows it."""

from typing import Any, cast

from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.games.arimaa.drawing.text_board import PIECE_NAMES
from turnwright.games.arimaa.engine.setups import LETTERS
from turnwright.games.arimaa.engine.state import COUNTS, DIRECTIONS, END, PLACE, SQUARES
from turnwright.games.arimaa.notation import (
    EMPTY_SQUARE,
    TRAP_SQUARES,
    pieces_of,
    square_text,
)
from turnwright.games.arimaa.typed_state import ArimaaState
from turnwright.games.registry import game
from turnwright.web.boards.arimaa.schema import ArimaaOptions, ArimaaPosition
from turnwright.web.boards.base import Board, Effect

_MEANINGS = {
    "rabbit": "Wins the game on the last rank. It does not step backward, and moves no enemy.",
    "cat": "Pushes and pulls rabbits.",
    "dog": "Pushes and pulls cats and rabbits.",
    "horse": "Pushes and pulls dogs and all weaker pieces.",
    "camel": "Pushes and pulls all pieces except camels and elephants.",
    "elephant": "Pushes and pulls all pieces except elephants; nothing freezes it.",
}
_WAYS = {"n": 8, "e": 1, "s": -8, "w": -1}


class ArimaaBoard(Board):
    """Squares are named as in notation; `hand:R` is a kind of piece that is still to be placed."""

    name = "arimaa"
    title = "Arimaa"
    summary = "four steps per turn"
    credit = "Omar Syed"
    Options = ArimaaOptions
    Position = ArimaaPosition

    def game_with(self, options: ArimaaOptions) -> Game:
        return game(self.game, setup=options.setup)

    def catalogue(self) -> dict[str, Any]:
        return {
            "pieces": {
                PIECE_NAMES[letter]: {"letter": letter, "count": count, "meaning": _MEANINGS[PIECE_NAMES[letter]]}
                for letter, count in zip(LETTERS, COUNTS, strict=True)
            },
            "traps": [square_text(square) for square in TRAP_SQUARES],
        }

    def position(self, state: State) -> dict[str, Any]:
        shown = cast(ArimaaState, state)
        return {
            "turn": shown.turn,
            "player": shown.player,
            "over": shown.is_over,
            "setup": shown.is_setup,
            "steps": shown.steps_left,
            "push": shown.push_to or "",
            "pieces": [
                {"square": piece.square, "owner": piece.owner, "kind": piece.kind, "frozen": piece.is_frozen}
                for piece in shown.pieces
            ],
            "hands": [dict(left) for left in shown.to_place],
        }

    def places(self, state: State, action: int) -> tuple[str, str]:
        if action == END:
            return "end", ""
        if action >= PLACE:
            return f"hand:{LETTERS[(action - PLACE) // SQUARES - 1]}", square_text(action % SQUARES)
        square = action % SQUARES
        return square_text(square), square_text(square + _WAYS[DIRECTIONS[action // SQUARES]])

    def effects(self, before: State, action: int, after: State) -> list[Effect]:
        found = []
        then, now = pieces_of(before.records[0].board), pieces_of(after.records[0].board)
        if action < END:
            source, target = self.places(before, action)
            square = action % SQUARES
            found.append(Effect(kind="move", at=source, to=target, what=_name(then[square])))
            aim = square + _WAYS[DIRECTIONS[action // SQUARES]]
            then[aim], then[square] = then[square], EMPTY_SQUARE
            found += [
                Effect(kind="capture", at=square_text(place), what=_name(letter))
                for place, letter in enumerate(then)
                if letter != EMPTY_SQUARE and now[place] == EMPTY_SQUARE
            ]
        elif action >= PLACE:
            hand, target = self.places(before, action)
            found.append(Effect(kind="place", at=target, what=PIECE_NAMES[hand[-1]]))
        if after.is_over:
            found.append(Effect(kind=("draw", "wins", "loses")[after.outcome * (1 if before.player == 0 else -1)]))
        return found

    def glyphs(self) -> dict[str, str]:
        return {name: _letter(letter) for letter, name in PIECE_NAMES.items()}


def _name(letter: str) -> str:
    return PIECE_NAMES[letter.upper()]


def _letter(letter: str) -> str:
    """A piece as its letter, around (0, 0)."""
    return (
        f'<text x="0" y="11" font-size="32" font-weight="700" text-anchor="middle" fill="currentColor">{letter}</text>'
    )
