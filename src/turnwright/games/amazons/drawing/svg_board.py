"""A position of Amazons as an SVG picture that stands alone.

White's amazons are round and Black's square, with a crown each; closed squares are dark and crossed out. Screen readers
find the position in words.
"""

from html import escape

from turnwright.core.state import State
from turnwright.games.amazons.drawing.text_board import SIDE_NAMES, headline
from turnwright.games.amazons.notation import FREE, rows_of
from turnwright.games.svg import svg_text

_CELL = 50
_LEFT, _TOP, _EDGE = 34, 48, 14
_GROUND, _INK, _QUIET, _LINE = "#f7f4ec", "#26231c", "#5d574a", "#a69c85"
_PLAIN = ("#ebe5d6", "#e2dbc9")
_OWNERS = (("#ffffff", "#26231c", "#26231c"), ("#3c4650", "#12171b", "#ffffff"))
"""Ground, edge and crown of a side's amazons."""


def draw_svg(state: State) -> str:
    """The state as a self-contained SVG document."""
    rows = rows_of(state)
    side = len(rows)
    width, height = _LEFT + side * _CELL + _EDGE, _TOP + side * _CELL + 34
    title = f"Amazons, {headline(state)}"
    news = headline(state)
    signs = [(x, y, sign) for y, row in enumerate(rows) for x, sign in enumerate(row)]
    words = "; ".join(_words(x, side - y, sign) for x, y, sign in signs if sign != FREE)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-label="{escape(f"{title}: {words}")}" '
            f'font-family="system-ui, Helvetica, Arial, sans-serif" fill="{_INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{_GROUND}" stroke="{_LINE}"/>',
            svg_text(_LEFT, 30, news[0].upper() + news[1:], size=16, weight="bold"),
            *(_square(x, y, sign) for x, y, sign in signs),
            *(_label(_LEFT / 2, _TOP + (y + 0.6) * _CELL, str(side - y)) for y in range(side)),
            *(_label(_LEFT + (x + 0.5) * _CELL, height - 14, "abcdefghij"[x]) for x in range(side)),
            "</svg>\n",
        ]
    )


def centre_of(side: int, square: str) -> tuple[float, float]:
    """The middle of a square in the picture of a board."""
    x, row = "abcdefghij".index(square[0]), int(square[1:])
    return _LEFT + (x + 0.5) * _CELL, _TOP + (side - row + 0.5) * _CELL


def _words(x: int, row: int, sign: str) -> str:
    what = "closed" if sign == "x" else f"{SIDE_NAMES['WB'.index(sign)]} amazon"
    return f"{what} {'abcdefghij'[x]}{row}"


def _label(x: float, y: float, text: str) -> str:
    return svg_text(x, y, text, size=14, anchor="middle", fill=_QUIET)


def _square(x: int, y: int, sign: str) -> str:
    left, top = _LEFT + x * _CELL, _TOP + y * _CELL
    fill = _QUIET if sign == "x" else _PLAIN[(x + y) % 2]
    square = f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="{_LINE}"/>'
    if sign == FREE:
        return square
    if sign == "x":
        return f'{square}<path d="M{left + 15} {top + 15}l20 20m0 -20l-20 20" stroke="{_GROUND}" stroke-width="3"/>'
    owner = "WB".index(sign)
    ground, edge, ink = _OWNERS[owner]
    if owner:
        shape = f'<rect x="{left + 7}" y="{top + 7}" width="{_CELL - 14}" height="{_CELL - 14}" rx="4"'
    else:
        shape = f'<circle cx="{left + _CELL // 2}" cy="{top + _CELL // 2}" r="{_CELL // 2 - 6}"'
    crown = f"M{left + 15} {top + 34}l-3 -16l7 6l6 -10l6 10l7 -6l-3 16z"
    return f'{square}{shape} fill="{ground}" stroke="{edge}" stroke-width="2"/><path d="{crown}" fill="{ink}"/>'
