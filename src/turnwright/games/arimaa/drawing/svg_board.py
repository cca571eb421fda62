"""A position of Arimaa as an SVG picture.

It stands alone: no fonts, images or scripts from elsewhere, and its own opaque ground. Colour is never the only sign:
Gold's pieces are round and Silver's square, all bear their letter, and traps have a sign. Screen readers find the
position in words.
"""

from html import escape

from turnwright.core.state import State
from turnwright.games.arimaa.drawing.text_board import describe, headline
from turnwright.games.arimaa.notation import EMPTY_SQUARE, TRAP_SQUARES, pieces_of
from turnwright.games.svg import svg_text

_CELL = 56
_LEFT, _TOP, _EDGE = 34, 48, 14
_SIZE = 8 * _CELL
_WIDTH, _HEIGHT = _LEFT + _SIZE + _EDGE, _TOP + _SIZE + 34
_GROUND, _INK, _QUIET, _LINE = "#f7f4ec", "#26231c", "#5d574a", "#a69c85"
_PLAIN, _TRAP = ("#ebe5d6", "#e2dbc9"), "#e3b7a5"
_OWNERS = (("#e2b13c", "#6d4d05", "#26231c"), ("#66717c", "#2b3238", "#ffffff"))
"""Ground, edge and letter of a side's pieces."""


def draw_svg(state: State) -> str:
    """The state as a self-contained SVG document."""
    letters = pieces_of(state.records[0].board)
    title = f"Arimaa, {headline(state)}"
    pieces = [(square, letter) for square, letter in enumerate(letters) if letter != EMPTY_SQUARE]
    words = "; ".join(describe(letter, square) for square, letter in pieces)
    news = headline(state)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
            f'height="{_HEIGHT}" role="img" aria-label="{escape(f"{title}: {words}")}" '
            f'font-family="system-ui, Helvetica, Arial, sans-serif" fill="{_INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="10" fill="{_GROUND}" stroke="{_LINE}"/>',
            svg_text(_LEFT, 30, news[0].upper() + news[1:], size=16, weight="bold"),
            *(_square(square) for square in range(64)),
            *(
                svg_text(_LEFT / 2, _TOP + (7.6 - i) * _CELL, str(i + 1), size=14, anchor="middle", fill=_QUIET)
                for i in range(8)
            ),
            *(
                svg_text(
                    _LEFT + (i + 0.5) * _CELL, _TOP + _SIZE + 20, "abcdefgh"[i], size=14, anchor="middle", fill=_QUIET
                )
                for i in range(8)
            ),
            *(_piece(square, letter) for square, letter in pieces),
            "</svg>\n",
        ]
    )


def centre_of(square: int) -> tuple[float, float]:
    """The middle of a square in the picture."""
    x, y = _corner(square)
    return x + _CELL / 2, y + _CELL / 2


def _corner(square: int) -> tuple[int, int]:
    return _LEFT + square % 8 * _CELL, _TOP + (7 - square // 8) * _CELL


def _square(square: int) -> str:
    x, y = _corner(square)
    is_trap = square in TRAP_SQUARES
    fill = _TRAP if is_trap else _PLAIN[(square % 8 + square // 8) % 2]
    drawn = f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="{_LINE}"/>'
    if not is_trap:
        return drawn
    cross = f"M{x + 16} {y + 16}l24 24m0 -24l-24 24"
    return f'{drawn}<path d="{cross}" stroke="{_QUIET}" stroke-width="2"><title>trap</title></path>'


def _piece(square: int, letter: str) -> str:
    x, y = _corner(square)
    owner = int(letter.islower())
    ground, edge, ink = _OWNERS[owner]
    middle = _CELL // 2
    if owner:
        shape = f'<rect x="{x + 8}" y="{y + 8}" width="{_CELL - 16}" height="{_CELL - 16}" rx="4"'
    else:
        shape = f'<circle cx="{x + middle}" cy="{y + middle}" r="{middle - 7}"'
    text = svg_text(x + middle, y + middle + 8, letter.upper(), size=22, anchor="middle", weight="bold", fill=ink)
    return (
        f"<g><title>{escape(describe(letter, square))}</title>"
        f'{shape} fill="{ground}" stroke="{edge}" stroke-width="2"/>{text}</g>'
    )
