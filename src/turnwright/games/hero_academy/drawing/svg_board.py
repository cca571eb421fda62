"""A state of Hero Academy as an SVG picture.

It stands alone: no fonts, images or scripts from elsewhere, and its own opaque ground, so that it can be read
on any page. Colour is never the only sign: owners differ in the shape of their pieces, special squares bear
signs, hit points are written. Screen readers find the position in words.
"""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from turnwright.core.state import State
from turnwright.games.hero_academy.drawing.glyphs import CRYSTAL_GLYPH, SQUARE_GLYPHS, TOKENS, UNIT_GLYPHS
from turnwright.games.hero_academy.drawing.text_board import (
    CARD_NAMES,
    GEAR_NAMES,
    PIECE_NAMES,
    SQUARE_NAMES,
    column_name,
    describe,
    gear_of,
    headline,
    max_hp,
)
from turnwright.games.hero_academy.engine.maps import Map
from turnwright.games.hero_academy.state_codec import Parts, Piece, take_apart
from turnwright.games.svg import svg_text, text_width

if TYPE_CHECKING:
    from turnwright.games.hero_academy.game import HeroAcademy

_CELL = 96
_LEFT, _TOP, _RIGHT = 34, 72, 14
_MIN_WIDTH = 600

_GROUND, _INK, _QUIET, _LINE = "#f7f4ec", "#26231c", "#5d574a", "#a69c85"
_PLAIN = ("#ebe5d6", "#e2dbc9")
_SQUARES = {"A": "#f0c4b2", "S": "#c6d8ea", "P": "#f1df96", "d": "#cfe0cf", "D": "#e2d2e6"}
_OWNERS = (("#1d5c9e", "#0e335b"), ("#b0401f", "#64200d"))  # ground and edge of a player's pieces
_HEALTHY, _HURT = "#2e8b57", "#c0392b"


def draw_svg(game: "HeroAcademy", state: State) -> str:
    """The state as a self-contained SVG document."""
    parts, board = take_apart(state), game.settings.board
    width = max(_LEFT + board.width * _CELL + _RIGHT, _MIN_WIDTH)
    first, below = _player_panel(parts, 0, _TOP + board.height * _CELL + 16, width)
    second, below = _player_panel(parts, 1, below, width)
    legend, height = _legend(below, width)
    news = headline(game, state)
    title = f"Hero Academy, {news}"
    words = "; ".join(describe(game, piece) for piece in parts.pieces)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" role="img" aria-label="{escape(f"{title}: {words}")}" '
            f'font-family="system-ui, Helvetica, Arial, sans-serif" fill="{_INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{_GROUND}" stroke="{_LINE}"/>',
            svg_text(_LEFT, 30, news.capitalize(), size=16, weight="bold"),
            _board(board, {piece.square for piece in parts.pieces}),
            *(_piece(game, piece) for piece in parts.pieces),
            first,
            second,
            legend,
            "</svg>\n",
        ]
    )


def centre_of(board: Map, square: int) -> tuple[float, float]:
    """The middle of a square in the picture of a map."""
    x, y = divmod(square, board.height)
    return _LEFT + (x + 0.5) * _CELL, _TOP + (y + 0.5) * _CELL


# The board


def _board(board: Map, occupied: set[int]) -> str:
    parts = []
    for y, row in enumerate(board.rows):
        middle = _TOP + y * _CELL + _CELL / 2
        parts.append(svg_text(_LEFT / 2, middle + 5, str(y + 1), size=14, anchor="middle", fill=_QUIET))
        parts += [_square(x, y, symbol, x * board.height + y in occupied) for x, symbol in enumerate(row)]
    for x in range(board.width):
        middle = _LEFT + x * _CELL + _CELL / 2
        parts.append(svg_text(middle, _TOP - 10, column_name(board, x), size=14, anchor="middle", fill=_QUIET))
    return "\n".join(parts)


def _square(x: int, y: int, symbol: str, occupied: bool) -> str:
    left, top = _LEFT + x * _CELL, _TOP + y * _CELL
    fill = _SQUARES.get(symbol, _PLAIN[(x + y) % 2])
    square = f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="{_LINE}"'
    if symbol not in SQUARE_GLYPHS:
        return square + "/>"
    sign = SQUARE_GLYPHS[symbol].format(ink=_QUIET)
    if occupied:
        place = f'transform="translate({left + 12} {top + 12}) scale(.42)"'
    else:
        place = f'transform="translate({left + _CELL // 2} {top + _CELL // 2}) scale(1.2)" opacity=".7"'
    return f"{square}><title>{SQUARE_NAMES[symbol]}</title></rect><g {place}>{sign}</g>"


def _token(owner: int, kind: int) -> str:
    """A piece without its numbers, around (0, 0)."""
    ground, edge = _OWNERS[owner]
    if kind < len(UNIT_GLYPHS):
        return (TOKENS[owner] + UNIT_GLYPHS[kind]).format(ground=ground, edge=edge, ink="#fff")
    number = svg_text(0, 10, str(owner + 1), size=20, anchor="middle", weight="bold", fill="#fff")
    return CRYSTAL_GLYPH.format(ground=ground, edge=edge) + number


def _piece(game: "HeroAcademy", piece: Piece) -> str:
    x, y = divmod(piece.square, game.settings.board.height)
    token = _token(piece.owner, piece.kind)
    if piece.hp:
        body = f'<g transform="translate(46 40)">{token}</g>' + _health(piece.hp, max_hp(game, piece))
    else:
        body = (
            f'<g transform="translate(46 40)" opacity=".45">{token}</g>'
            f'<path d="M18 68L72 14" stroke="{_INK}" stroke-width="4" stroke-linecap="round"/>'
            f'<rect x="22" y="71" width="48" height="21" rx="4" fill="{_INK}"/>'
            + svg_text(46, 87, "KO", size=16, anchor="middle", weight="bold", fill="#fff")
        )
    marks = "".join(_gear(item, 84, 13 + 18 * i) for i, item in enumerate(gear_of(piece)))
    title = f"<title>{escape(describe(game, piece))}</title>"
    return f'<g transform="translate({_LEFT + x * _CELL} {_TOP + y * _CELL})">{title}{body}{marks}</g>'


def _health(hp: int, most: int) -> str:
    share = hp / most
    colour = _HEALTHY if share > 1 / 3 else _HURT
    return (
        f'<rect x="14" y="74" width="64" height="7" rx="2" fill="#fff" stroke="{_INK}"/>'
        f'<rect x="14.5" y="74.5" width="{max(2.0, 63 * share):.1f}" height="6" rx="1.5" fill="{colour}"/>'
        + svg_text(46, 92.5, str(hp), size=11.5, anchor="middle", weight="bold")
    )


def _gear(item: int, x: float, y: float) -> str:
    return f'<rect x="{x - 8:g}" y="{y - 8:g}" width="16" height="16" rx="3" fill="#fff" stroke="{_INK}"/>' + svg_text(
        x, y + 4.3, GEAR_NAMES[item][0].upper(), size=12, anchor="middle", weight="bold"
    )


# Hands, decks and the legend


def _player_panel(parts: Parts, side: int, top: float, width: float) -> tuple[str, float]:
    """A player's hand and deck, and where the picture goes on."""
    shape = TOKENS[side].format(ground=_OWNERS[side][0], edge=_OWNERS[side][1])
    drawn = [
        f'<g transform="translate({_LEFT + 8} {top + 11:g}) scale(.36)">{shape}</g>',
        svg_text(_LEFT + 26, top + 16, f"Player {side + 1}", size=15, weight="bold"),
    ]
    if parts.player == side and not parts.over:
        drawn.append(f'<path d="M{_LEFT - 20} {top + 3:g}l12 8l-12 8Z"/>')
        drawn.append(svg_text(_LEFT + 26, top + 34, "to move", size=13))
    unknown = [f"{parts.unknown[side]} unknown"] if parts.unknown[side] else []
    left, y = _LEFT + 160, top
    for label, texts in (
        ("hand", _counted(parts.hands[side]) + unknown),
        ("deck", _counted(parts.decks[side])),
    ):
        drawn.append(svg_text(left - 8, y + 16, label, size=13, anchor="end", fill=_QUIET))
        row, y = _chips(texts or ["empty"], left, y, width, framed=label == "hand" and bool(texts))
        drawn.append(row)
    return "\n".join(drawn), y + 8


def _counted(counts: Sequence[int]) -> list[str]:
    """Names of cards, with their number where it is not one."""
    names = zip(CARD_NAMES, counts, strict=True)
    return [name if count == 1 else f"{name} × {count}" for name, count in names if count]


def _chips(texts: list[str], x0: float, top: float, width: float, *, framed: bool) -> tuple[str, float]:
    """Words in a row, wrapped at the edge of the picture; framed ones look like cards."""
    parts, x, y = [], x0, top
    for text in texts:
        room = text_width(text, 12) + 14
        if x + room > width - _RIGHT and x > x0:
            x, y = x0, y + 24
        if framed:
            parts.append(
                f'<rect x="{x:g}" y="{y + 1:g}" width="{room:g}" height="21" rx="4" fill="#fff" stroke="{_LINE}"/>'
            )
        parts.append(svg_text(x + room / 2, y + 16, text, size=12, anchor="middle"))
        x += room + 6
    return "".join(parts), y + 26


def _legend(top: float, width: float) -> tuple[str, float]:
    """What the signs mean."""
    entries = [(f'<g transform="scale(.36)">{_token(0, kind)}</g>', PIECE_NAMES[kind]) for kind in range(5)]
    entries += [
        (f'<g transform="scale(.42)">{glyph.format(ink=_QUIET)}</g>', SQUARE_NAMES[symbol])
        for symbol, glyph in SQUARE_GLYPHS.items()
    ]
    entries += [(f'<g transform="scale(.9)">{_gear(item, 0, 0)}</g>', name) for item, name in enumerate(GEAR_NAMES)]
    parts = [f'<path d="M{_LEFT} {top}H{width - _RIGHT}" stroke="{_LINE}"/>']
    x, y = float(_LEFT), top + 22
    for sign, name in entries:
        room = 28 + text_width(name, 12)
        if x + room > width - _RIGHT:
            x, y = float(_LEFT), y + 26
        parts.append(f'<g transform="translate({x + 10:g} {y:g})">{sign}</g>')
        parts.append(svg_text(x + 24, y + 4.5, name, size=12, fill=_QUIET))
        x += room + 14
    return "\n".join(parts), y + 22
