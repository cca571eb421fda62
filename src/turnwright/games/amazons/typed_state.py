"""States of Amazons with names for everything in them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from turnwright.core.state import State
from turnwright.games.amazons.engine.state import CLOSED, NOWHERE
from turnwright.games.amazons.notation import square_text

if TYPE_CHECKING:
    from turnwright.games.amazons.game import Amazons


@dataclass(frozen=True, slots=True)
class Amazon:
    """An amazon on the board."""

    square: str
    """Its square, as notation has it."""
    owner: int
    """Its player: 0 is White, 1 is Black."""


class AmazonsState(State):
    """A position of Amazons.

    >>> import turnwright
    >>> state = turnwright.game("amazons", side=6).start(seed=1)
    >>> [amazon.square for amazon in state.amazons if amazon.owner == 0]
    ['b1', 'e1', 'a2', 'f2']
    >>> state.play("b1-b3", "*b4").closed
    ('b4',)
    """

    __slots__ = ()
    game: "Amazons"
    contents = ("turn", "side", "amazons", "closed", "moved")
    """What documents for other tools have of a state."""

    @property
    def amazons(self) -> tuple[Amazon, ...]:
        """All amazons, White's first, each side's row by row from the bottom."""
        return tuple(Amazon(square, owner) for owner in (0, 1) for square in self._squares(owner))

    @property
    def closed(self) -> tuple[str, ...]:
        """The squares that are closed, row by row from the bottom."""
        return self._squares(CLOSED)

    @property
    def moved(self) -> str | None:
        """Where the amazon stands that has moved in this turn and is to shoot; None before the move."""
        square = int(self.records[0]["moved"])
        return None if square == NOWHERE else square_text(square)

    @property
    def side(self) -> int:
        """Squares along a side of the board."""
        return self.game.side

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; both players' turns count."""
        return int(self.records[0]["turn"]) + 1

    def _squares(self, kind: int) -> tuple[str, ...]:
        low, high = self.records[0]["sets"][kind].tolist()
        word = low | high << 64
        return tuple(square_text(square) for square in range(word.bit_length()) if word >> square & 1)
