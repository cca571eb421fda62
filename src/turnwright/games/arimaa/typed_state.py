"""States of Arimaa with names for everything in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from turnwright.core.state import State
from turnwright.games.arimaa.engine.state import COUNTS, PLACEMENTS, STEPS
from turnwright.games.arimaa.notation import (
    EMPTY_SQUARE,
    FIRST_TURN,
    PIECES,
    parse_square,
    pieces_of,
    square_text,
    turn_number,
)

if TYPE_CHECKING:
    from turnwright.games.arimaa.game import Arimaa

Kind = Literal["rabbit", "cat", "dog", "horse", "camel", "elephant"]
KIND_NAMES: tuple[Kind, ...] = ("rabbit", "cat", "dog", "horse", "camel", "elephant")
"""From the weakest to the strongest."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board."""

    square: str
    owner: int
    """Its player: 0 is Gold, 1 is Silver."""
    kind: Kind
    is_frozen: bool
    """Whether it is next to a stronger enemy and next to no friend."""

    @property
    def strength(self) -> int:
        """1 for a rabbit, 6 for the elephant."""
        return KIND_NAMES.index(self.kind) + 1


class ArimaaState(State):
    """A position of Arimaa.

    >>> import turnwright
    >>> state = turnwright.game("arimaa", setup="book").start(seed=1)
    >>> state.turn, state.steps_left, len(state.pieces)
    ('2g', 4, 32)
    >>> state.piece_at("a8")
    Piece(square='a8', owner=1, kind='rabbit', is_frozen=False)
    """

    __slots__ = ()
    game: "Arimaa"
    contents = ("turn", "is_setup", "steps_left", "pieces", "to_place", "push_to")
    """What documents for other tools have of a state."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, rank by rank from a1 on."""
        letters = pieces_of(self.records[0]["board"])
        return tuple(
            Piece(square_text(square), int(letter.islower()), _kind(letter), _is_frozen(letters, square))
            for square, letter in enumerate(letters)
            if letter != EMPTY_SQUARE
        )

    def piece_at(self, square: str) -> Piece | None:
        """The piece on a square, if there is one."""
        parse_square(square)  # refuses what is no square
        return next((piece for piece in self.pieces if piece.square == square), None)

    @property
    def turn(self) -> str:
        """The number of the turn with the side to move, such as 2g."""
        return turn_number(self)

    @property
    def is_setup(self) -> bool:
        """Whether pieces are being placed."""
        return bool(self.records[0]["turn"] < FIRST_TURN)

    @property
    def steps_left(self) -> int:
        """Steps, or pieces to place, that are left in the turn."""
        return (PLACEMENTS if self.is_setup else STEPS) - int(self.records[0]["steps"])

    @property
    def push_to(self) -> str | None:
        """The square that a push must be completed to; None where no push has begun."""
        record = self.records[0]
        return square_text(int(record["spot"])) if record["pushing"] else None

    @property
    def to_place(self) -> tuple[Mapping[Kind, int], Mapping[Kind, int]]:
        """By player, the pieces still to be placed in its setup."""
        if not self.is_setup:
            return MappingProxyType({}), MappingProxyType({})
        letters = pieces_of(self.records[0]["board"])
        first, second = (_missing(letters, side) for side in (0, 1))
        return first, second


def _kind(letter: str) -> Kind:
    return KIND_NAMES[_strength(letter) - 1]


def _strength(letter: str) -> int:
    return PIECES.index(letter.upper())


def _missing(letters: list[str], side: int) -> Mapping[Kind, int]:
    shown = PIECES[1 + 6 * side : 7 + 6 * side]
    left = {kind: count - letters.count(letter) for kind, letter, count in zip(KIND_NAMES, shown, COUNTS, strict=True)}
    return MappingProxyType({kind: count for kind, count in left.items() if count})


def _beside(square: int) -> list[int]:
    file, rank = square % 8, square // 8
    around = ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1))
    return [8 * y + x for x, y in around if 0 <= x < 8 and 0 <= y < 8]


def _is_frozen(letters: list[str], square: int) -> bool:
    own = letters[square]
    near = [letters[place] for place in _beside(square) if letters[place] != EMPTY_SQUARE]
    if any(letter.islower() == own.islower() for letter in near):
        return False
    return any(_strength(letter) > _strength(own) for letter in near)
