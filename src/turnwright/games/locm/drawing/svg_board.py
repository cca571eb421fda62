"""A state of Legends of Code and Magic as an SVG picture.

It stands alone: no fonts, images or scripts from elsewhere, and its own opaque ground, so that it can be read on any
page. Colour is never the only sign: kinds of cards and keywords have signs, players their names and places, the
second player at the top. Screen readers find the position in words.
"""

from html import escape

from turnwright.core.state import State
from turnwright.games.locm.drawing.glyphs import GEM, HEART, KEYWORD_GLYPHS, KIND_GLYPHS, RUNE, SHIELD, SWORD
from turnwright.games.locm.drawing.text_board import (
    LANE_NAMES,
    SEATS,
    describe,
    effects,
    headline,
    name_of,
    numbers,
    picked,
)
from turnwright.games.locm.engine.cards import CREATURE, KEYWORD_NAMES, KEYWORDS, KIND_NAMES, UNKNOWN, card
from turnwright.games.locm.engine.state import BATTLE, FIRST_RUNE, LANE_SIZE, LANES, RUNE_STEP
from turnwright.games.locm.state_codec import Creature, Parts, Side, take_apart
from turnwright.games.svg import svg_text, text_width

_CARD_WIDTH, _CARD_HEIGHT, _GAP = 112, 128, 8
_LANE_WIDTH = LANE_SIZE * (_CARD_WIDTH + _GAP) + _GAP
_MARGIN = 20
_WIDTH = 2 * _MARGIN + LANES * _LANE_WIDTH + 16
_HAND_WIDTH = (_WIDTH - 2 * _MARGIN - 7 * _GAP) / 8
_SLANTED = 12
"""Corners of the second player's cards are cut, those of the first player's round."""

_GROUND, _INK, _QUIET, _LINE = "#f7f4ec", "#26231c", "#5d574a", "#a69c85"
_LANES = ("#ebe5d6", "#e2dbc9")
_KINDS = ("#f3e3bd", "#cfe3c3", "#f0c4b2", "#c6d8ea")
_OWNERS = ("#1d5c9e", "#b0401f")
_MANA, _HEALTH, _ATTACK, _DEFENSE = "#3567a8", "#b0342b", "#8a5a14", "#4d5a66"


def draw_svg(state: State) -> str:
    """The state as a self-contained SVG document."""
    parts = take_apart(state)
    body, height, words = _battle(parts) if parts.phase == BATTLE else _draft(parts)
    news = headline(parts)
    title = f"Legends of Code and Magic, {news}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:g} {height:g}" width="{_WIDTH:g}" '
            f'height="{height:g}" role="img" aria-label="{escape(f"{title}: {words}")}" '
            f'font-family="system-ui, Helvetica, Arial, sans-serif" fill="{_INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{_WIDTH:g}" height="{height:g}" rx="10" fill="{_GROUND}" stroke="{_LINE}"/>',
            svg_text(_MARGIN, 30, news.capitalize(), size=16, weight="bold"),
            *body,
            "</svg>\n",
        ]
    )


def _battle(parts: Parts) -> tuple[list[str], float, str]:
    hand_height = _CARD_HEIGHT * 0.78
    top = 44.0
    body = [_panel(parts, 1, top), *_hand(parts, 1, top + 34)]
    board = top + 34 + hand_height + 14
    for lane in range(LANES):
        body.append(_lane(parts, lane, board))
    below = board + 2 * _CARD_HEIGHT + 3 * _GAP + 24 + 14
    body += [_panel(parts, 0, below), *_hand(parts, 0, below + 34)]
    legend, height = _legend(below + 34 + hand_height + 10)
    words = [f"{SEATS[seat]}: {numbers(side)}" for seat, side in enumerate(parts.sides)]
    for seat, side in enumerate(parts.sides):
        words += [f"{SEATS[seat]}'s {describe(parts, creature)}" for creature in side.board]
    return [*body, legend], height, "; ".join(words)


def _draft(parts: Parts) -> tuple[list[str], float, str]:
    shown = parts.triplets[parts.turn // 2]
    body = []
    for place, number in enumerate(shown):
        x, y = _MARGIN + place * (_CARD_WIDTH * 1.5 + 24), 56
        card_picture = _card(number, "", parts.player, _CARD_WIDTH, _CARD_HEIGHT)
        body.append(f'<g transform="translate({x:g} {y}) scale(1.5)">{card_picture}</g>')
        body.append(svg_text(x + 84, y + _CARD_HEIGHT * 1.5 + 20, f"PICK {place}", size=14, anchor="middle"))
    below = 56 + _CARD_HEIGHT * 1.5 + 50
    for seat in (0, 1):
        text = f"{SEATS[seat].capitalize()} has picked {len(parts.picks[seat])}: {picked(parts, seat) or 'nothing'}"
        body.append(svg_text(_MARGIN, below + 22 * seat, text, size=13))
    legend, height = _legend(below + 44)
    return [*body, legend], height, ", ".join(name_of(number) for number in shown)


# Players


def _panel(parts: Parts, seat: int, top: float) -> str:
    side = parts.sides[seat]
    x = float(_MARGIN)
    drawn = [f'<g transform="translate(0 {top:g})">']
    if parts.player == seat and parts.winner < 0:
        drawn.append(f'<path d="M{x - 14} 7l10 7l-10 7Z"/>')
    name = SEATS[seat].capitalize() + (" to move" if parts.player == seat and parts.winner < 0 else "")
    drawn.append(svg_text(x, 19, name, size=15, weight="bold", fill=_OWNERS[seat]))
    x += 160
    for glyph, colour, text in (
        (HEART, _HEALTH, str(side.health)),
        (GEM, _MANA, f"{side.mana} of {side.max_mana}{' with bonus' if side.bonus else ''}"),
    ):
        drawn.append(f'<g transform="translate({x + 8:g} 14)">{glyph.format(ink=colour)}</g>')
        drawn.append(svg_text(x + 23, 19, text, size=14, weight="bold"))
        x += 44 + text_width(text, 14)
    drawn.append(svg_text(x, 19, "runes", size=12, fill=_QUIET))
    x += 44
    for rune in range(FIRST_RUNE, 0, -RUNE_STEP):
        ink = _QUIET if rune <= side.rune else _GROUND
        drawn.append(f'<g transform="translate({x:g} 14)">{RUNE.format(ink=ink, edge=_QUIET)}</g>')
        x += 16
    cards = f"hand {len(side.hand)} · deck {len(side.deck)} · next draw {side.next_draw}"
    drawn.append(svg_text(x + 10, 19, cards, size=13))
    return "".join(drawn) + f"<title>{escape(f'{SEATS[seat]}: {numbers(side)}')}</title></g>"


def _hand(parts: Parts, seat: int, top: float) -> list[str]:
    side: Side = parts.sides[seat]
    drawn = []
    for place, instance in enumerate(side.hand):
        x = _MARGIN + place * (_HAND_WIDTH + _GAP)
        scale = _HAND_WIDTH / _CARD_WIDTH
        picture = _card(parts.cards[instance], str(instance), seat, _CARD_WIDTH, _CARD_HEIGHT)
        drawn.append(f'<g transform="translate({x:g} {top:g}) scale({scale:.3f})">{picture}</g>')
    if not drawn:
        drawn.append(svg_text(_MARGIN, top + 20, "no cards in hand", size=13, fill=_QUIET))
    return drawn


# Cards


def _lane(parts: Parts, lane: int, top: float) -> str:
    left = _MARGIN + lane * (_LANE_WIDTH + 16)
    height = 2 * _CARD_HEIGHT + 3 * _GAP + 24
    drawn = [
        f'<rect x="{left}" y="{top:g}" width="{_LANE_WIDTH}" height="{height}" rx="8" fill="{_LANES[lane]}" '
        f'stroke="{_LINE}"/>',
        svg_text(
            left + _LANE_WIDTH / 2, top + _CARD_HEIGHT + 29, LANE_NAMES[lane], size=13, anchor="middle", fill=_QUIET
        ),
        f'<path d="M{left} {top + _CARD_HEIGHT + 24:g}h{_LANE_WIDTH / 2 - 44:g}m88 0h{_LANE_WIDTH / 2 - 44:g}" '
        f'stroke="{_LINE}"/>',
    ]
    for seat in (1, 0):
        y = top + _GAP if seat else top + _CARD_HEIGHT + 24 + 2 * _GAP
        creatures = [creature for creature in parts.sides[seat].board if creature.lane == lane]
        for place, creature in enumerate(creatures):
            x = left + _GAP + place * (_CARD_WIDTH + _GAP)
            picture = _creature(parts, seat, creature)
            drawn.append(f'<g transform="translate({x} {y:g})">{picture}</g>')
    return "\n".join(drawn)


def _frame(seat: int, fill: str, width: float, height: float, stroke_width: float) -> str:
    style = f'fill="{fill}" stroke="{_OWNERS[seat]}" stroke-width="{stroke_width}"'
    if seat == 0:
        return f'<rect width="{width:g}" height="{height:g}" rx="9" {style}/>'
    s = _SLANTED
    path = f"M{s} 0H{width - s:g}L{width:g} {s}V{height - s:g}L{width - s:g} {height:g}H{s}L0 {height - s:g}V{s}Z"
    return f'<path d="{path}" {style}/>'


def _creature(parts: Parts, seat: int, creature: Creature) -> str:
    c = card(parts.cards[creature.id])
    tag = "ready" if creature.can_attack else "has attacked" if creature.has_attacked else ""
    body = _face(c.number, str(creature.id), creature.attack, creature.defense, creature.keywords, tag)
    frame = _frame(seat, _KINDS[CREATURE], _CARD_WIDTH, _CARD_HEIGHT, 4 if creature.can_attack else 2)
    return f"<title>{escape(describe(parts, creature))}</title>{frame}{body}"


def _card(number: int, label: str, seat: int, width: float, height: float) -> str:
    if number == UNKNOWN:
        back = _frame(seat, "#d9d2c0", width, height, 2)
        mark = svg_text(width / 2, height / 2 + 14, "?", size=40, anchor="middle", weight="bold", fill=_QUIET)
        return f"<title>unknown card</title>{back}{mark}" + svg_text(10, 18, label, size=12, fill=_QUIET)
    c = card(number)
    frame = _frame(seat, _KINDS[c.kind], width, height, 2)
    body = _face(number, label, c.attack, c.defense, c.keywords, effects(c))
    return f"<title>{escape(f'{c.name}, {KIND_NAMES[c.kind]}, cost {c.cost}')}</title>{frame}{body}"


def _face(number: int, label: str, attack: int, defense: int, keywords: int, tag: str) -> str:
    """What a card shows: cost, id, name, kind, keywords, a word, attack and defense."""
    c = card(number)
    middle = _CARD_WIDTH / 2
    sign = "d" if c.kind == CREATURE else "+d"
    drawn = [
        f'<g transform="translate(18 18) scale(1.25)">{GEM.format(ink=_MANA)}</g>',
        svg_text(18, 23, str(c.cost), size=14, anchor="middle", weight="bold", fill="#fff"),
        f'<g transform="translate({middle:g} 20)" opacity=".75">{KIND_GLYPHS[c.kind].format(ink=_INK)}</g>',
        svg_text(_CARD_WIDTH - 10, 22, label, size=12, anchor="end", fill=_QUIET),
        svg_text(middle, 48, c.name, size=min(11.5, 100 / (0.66 * len(c.name))), anchor="middle", weight="bold"),
    ]
    present = [i for i in range(len(KEYWORDS)) if keywords >> i & 1]
    for place, i in enumerate(present):
        x = middle + 18 * (place - (len(present) - 1) / 2)
        glyph = KEYWORD_GLYPHS[i].format(ink=_INK, ground=_KINDS[c.kind])
        drawn.append(f'<g transform="translate({x:g} 64) scale(.8)"><title>{KEYWORD_NAMES[i]}</title>{glyph}</g>')
    drawn.append(svg_text(middle, 89, tag, size=11, anchor="middle", fill=_QUIET))
    for x, glyph, colour, value in ((18, SWORD, _ATTACK, attack), (_CARD_WIDTH - 46, SHIELD, _DEFENSE, defense)):
        if value or c.kind == CREATURE:
            drawn.append(f'<g transform="translate({x:g} 109)" opacity=".85">{glyph.format(ink=colour)}</g>')
            drawn.append(svg_text(x + 12, 115, f"{value:{sign}}", size=16, weight="bold"))
    return "".join(drawn)


def _legend(top: float) -> tuple[str, float]:
    """What the signs mean."""
    entries = [(glyph.format(ink=_QUIET), name) for glyph, name in zip(KIND_GLYPHS, KIND_NAMES, strict=True)]
    entries += [
        (glyph.format(ink=_QUIET, ground=_GROUND), name)
        for glyph, name in zip(KEYWORD_GLYPHS, KEYWORD_NAMES, strict=True)
    ]
    parts = [f'<path d="M{_MARGIN} {top:g}H{_WIDTH - _MARGIN:g}" stroke="{_LINE}"/>']
    x, y = float(_MARGIN), top + 22
    for sign, name in entries:
        room = 26 + text_width(name, 12)
        if x + room > _WIDTH - _MARGIN:
            x, y = float(_MARGIN), y + 26
        parts.append(f'<g transform="translate({x + 9:g} {y:g}) scale(.8)">{sign}</g>')
        parts.append(svg_text(x + 22, y + 4.5, name, size=12, fill=_QUIET))
        x += room + 8
    return "\n".join(parts), y + 22
