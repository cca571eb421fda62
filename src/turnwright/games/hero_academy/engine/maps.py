"""The boards: three maps from the papers, and any map from text.

A map is a list of rows. `0` plain, `A` assault, `S` defense, `P` power, `d` and `D` deploy squares of the
first and the second player, `c` and `C` plain squares on which their crystals stand at the start.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from turnwright.core.errors import TurnwrightError

MAPS = {
    "a": ("d000S000D", "00c000C00", "00P000P00", "0c00000C0", "d000A000D"),
    "a-small": ("d00S00D", "00c0C00", "0c0P0C0", "d00A00D"),
    "a-tiny": ("d0S0P", "c0A0C", "P0S0D"),
}
SQUARES = "0ASPdDcC"
MAX_SQUARES = 64


class MapError(TurnwrightError):
    """A text that is not a playable map."""


@dataclass(frozen=True)
class Map:
    """A board. Squares are numbered column by column: square = x * height + y."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def squares(self, symbol: str) -> list[int]:
        """The numbers of the squares of one type, ascending."""
        return [x * self.height + y for x in range(self.width) for y in range(self.height) if self.rows[y][x] == symbol]


def parse_map(text: str | Sequence[str]) -> Map:
    """A map from its name, from rows, or from text with rows separated by `/` or line ends."""
    if isinstance(text, str):
        if text in MAPS:
            return Map(MAPS[text])
        rows = tuple(row.strip() for row in text.replace("/", "\n").strip().splitlines())
        if len(rows) == 1 and not set(rows[0]) <= set(SQUARES):
            raise MapError(f"there is no map {text!r}; the maps are {', '.join(MAPS)}, or give rows separated by '/'")
    else:
        rows = tuple(text)
    if not rows or not rows[0]:
        raise MapError("a map needs at least one row with at least one square")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise MapError(f"row {number} of the map has {len(row)} squares, row 1 has {len(rows[0])}")
        for symbol in row:
            if symbol not in SQUARES:
                raise MapError(f"row {number} of the map has {symbol!r}; squares are {' '.join(SQUARES)}")
    squares = len(rows) * len(rows[0])
    if squares > MAX_SQUARES:
        raise MapError(f"the map has {squares} squares; at most {MAX_SQUARES} are possible")
    everything = "".join(rows)
    for symbol, what in (("c", "crystal of player 1"), ("C", "crystal of player 2")):
        if symbol not in everything:
            raise MapError(f"the map has no {what} ({symbol!r}); the game would be over before it began")
    for symbol, what in (("d", "deploy square of player 1"), ("D", "deploy square of player 2")):
        if symbol not in everything:
            raise MapError(f"the map has no {what} ({symbol!r}); that side could never bring in a unit")
    return Map(rows)
