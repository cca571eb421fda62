"""A state of Hero Academy as a picture in plain text, and what any picture of it has to say."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwright.core.state import State
from turnwright.games.hero_academy.engine.cards import CARDS, GEAR, KINDS
from turnwright.games.hero_academy.engine.maps import Map
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT
from turnwright.games.hero_academy.notation import CARD_LETTERS, GEAR_LETTERS, PIECE_LETTERS
from turnwright.games.hero_academy.squares import square_name
from turnwright.games.hero_academy.state_codec import Piece, take_apart
from turnwright.games.hero_academy.typed_state import CARD_NAMES as _CARD_NAMES
from turnwright.games.hero_academy.typed_state import ITEM_NAMES, KIND_NAMES

if TYPE_CHECKING:
    from turnwright.games.hero_academy.game import HeroAcademy

PIECE_NAMES: tuple[str, ...] = (*KIND_NAMES, "crystal")
"""By kind."""
CARD_NAMES: tuple[str, ...] = _CARD_NAMES
GEAR_NAMES: tuple[str, ...] = ITEM_NAMES
SQUARE_NAMES = {"A": "assault", "S": "defense", "P": "power", "d": "deploy 1", "D": "deploy 2"}
"""By the map's symbol; squares that the map marks otherwise are plain."""
assert (len(PIECE_NAMES), len(CARD_NAMES), len(GEAR_NAMES)) == (len(KINDS), len(CARDS), len(GEAR))

_CELL = 8


# Words for what is there


def headline(game: "HeroAcademy", state: State) -> str:
    """Turn, player to move and action points, or how the game has ended."""
    record = state.records[0]
    turn = f"turn {record.turn} of {game.settings.limit}"
    if state.is_over:
        ending = {1: "player 1 has won", -1: "player 2 has won", 0: "the game is drawn"}[state.outcome]
        return f"{turn}, {ending}"
    points = "1 action point" if record.ap == 1 else f"{record.ap} action points"
    return f"{turn}, player {record.player + 1} to move, {points} left"


def describe(game: "HeroAcademy", piece: Piece) -> str:
    """A piece in words."""
    place = square_name(game.settings.board, piece.square)
    health = f"{piece.hp} of {max_hp(game, piece)} hit points" if piece.hp else "knocked out"
    items = "".join(f", {GEAR_NAMES[item]}" for item in gear_of(piece))
    return f"player {piece.owner + 1}'s {PIECE_NAMES[piece.kind]} on {place}, {health}{items}"


def max_hp(game: "HeroAcademy", piece: Piece) -> int:
    """Hit points of the piece in full health, its gear included."""
    return int(game.params[0].max_hp[piece.kind | piece.gear << GEAR_SHIFT])


def gear_of(piece: Piece) -> list[int]:
    """The items that a piece carries, as indices into `GEAR`."""
    return [item for item in range(len(GEAR)) if piece.gear >> item & 1]


def column_name(board: Map, x: int) -> str:
    """The letter of a column."""
    return square_name(board, x * board.height).removesuffix("1")


# The picture


def draw_text(game: "HeroAcademy", state: State) -> str:
    """The state in ASCII, within 100 columns on the maps of the papers.

    Upper case is player 1, lower case player 2; a knocked-out unit is in brackets and marked KO.
    """
    parts, board = take_apart(state), game.settings.board
    pieces = {piece.square: piece for piece in parts.pieces}
    edge = "    +" + ("-" * _CELL + "+") * board.width
    columns = " ".join(column_name(board, x).center(_CELL) for x in range(board.width))
    lines = [headline(game, state), "", "     " + columns.rstrip(), edge]
    for y, row in enumerate(board.rows):
        standing = [pieces.get(x * board.height + y) for x in range(board.width)]
        upper = (_who(piece) for piece in standing)
        lower = (_how(piece, symbol) for piece, symbol in zip(standing, row, strict=True))
        lines.append(f" {y + 1:2} |" + "".join(f"{text:{_CELL}}|" for text in upper))
        lines += ["    |" + "".join(f"{text:{_CELL}}|" for text in lower), edge]
    for side, case in enumerate(("upper case", "lower case")):
        unknown = f" and {parts.unknown[side]} unknown" if parts.unknown[side] else ""
        lines += ["", f"player {side + 1} ({case})  hand: {_cards(parts.hands[side])}{unknown}"]
        lines.append(f"                       deck: {_cards(parts.decks[side])}")
    return "\n".join([*lines, "", *_LEGEND])


def _who(piece: Piece | None) -> str:
    """Letter and gear."""
    if piece is None:
        return ""
    letter = PIECE_LETTERS[piece.kind]
    letter = letter.lower() if piece.owner else letter
    return f"{letter if piece.hp else f'({letter})'} {''.join(GEAR_LETTERS[item] for item in gear_of(piece))}"


def _how(piece: Piece | None, symbol: str) -> str:
    """Hit points and the kind of square."""
    health = "" if piece is None else str(piece.hp or "KO")
    return f"{health:5}" + (f"[{symbol}]" if symbol in SQUARE_NAMES else "")


def _cards(counts: Sequence[int]) -> str:
    words = [
        letter + (str(count) if count > 1 else "") for letter, count in zip(CARD_LETTERS, counts, strict=True) if count
    ]
    return f"{' '.join(words)} ({sum(counts)})" if words else "empty"


_MEANINGS = [f"{letter} {name}" for letter, name in zip(CARD_LETTERS, CARD_NAMES, strict=True)]
_LEGEND = (
    "units    " + "  ".join([*_MEANINGS[:5], f"{PIECE_LETTERS[-1]} crystal", "(K) KO knocked out"]),
    "cards    " + "  ".join([*_MEANINGS[5:], "and units"]),
    f"gear     {' '.join(GEAR_LETTERS)} after a unit's letter: it carries that item",
    "squares  " + "  ".join(f"[{symbol}] {name}" for symbol, name in SQUARE_NAMES.items()),
)
