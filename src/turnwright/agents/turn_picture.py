"""A turn as arrows on the board where it begins.

A game takes part by `action_path(action, state)`: the places of an action in its picture, from where to where.
"""

from html import escape
from math import hypot

from turnwright.core.state import Walk
from turnwright.games.svg import svg_text

_INK, _EDGE = "#7a1fa2", "#ffffff"
_SHORT = 16
"""How far an arrow stays away from the middle of its squares."""
_HEAD = 11


Place = tuple[float, float]


def turn_svg(walk: Walk) -> str | None:
    """The picture of the first position with a numbered arrow or ring for every action; None if there is no picture.

    Actions without a place on the board, and all actions of games without one, are only in the line below.
    """
    picture = walk.start._repr_svg_()
    if picture is None:
        return None
    path_of = getattr(walk.start.game, "action_path", None)
    marks: list[str] = []
    seen: dict[Place, int] = {}
    if path_of is not None:
        for number, (action, state) in enumerate(zip(walk.actions, walk.positions, strict=False), 1):
            places = path_of(action, state)
            if places:
                marks.append(_mark(places[0], places[-1], number, seen))
    body, _, _ = picture.rpartition("</svg>")
    return f'{body}<g aria-label="{escape(walk.text)}">{"".join(marks)}</g></svg>\n'


def _mark(
    start: tuple[float, float], end: tuple[float, float], number: int, seen: dict[tuple[float, float], int]
) -> str:
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length < 1:
        shape = f'<circle cx="{end[0]:g}" cy="{end[1]:g}" r="20" fill="none" stroke="{_INK}" stroke-width="4"/>'
        x, y = end[0] + 16, end[1] - 16
    else:
        shape = _arrow(start, end, length)
        side = 14 if length < 80 else 0  # beside a short arrow, which it would cover
        x = start[0] + 0.45 * (end[0] - start[0]) - side * (end[1] - start[1]) / length
        y = start[1] + 0.45 * (end[1] - start[1]) + side * (end[0] - start[0]) / length
    place = (round(x, -1), round(y, -1))
    x += 22 * seen.get(place, 0)  # several actions in the same place stand side by side
    seen[place] = seen.get(place, 0) + 1
    badge = f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{_INK}" stroke="{_EDGE}" stroke-width="1.5"/>'
    return shape + badge + svg_text(x, y + 4.5, str(number), size=13, anchor="middle", weight="bold", fill=_EDGE)


def _arrow(start: Place, end: Place, length: float) -> str:
    along_x, along_y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    short = min(_SHORT, length / 4)
    x, y = start[0] + short * along_x, start[1] + short * along_y
    tip_x, tip_y = end[0] - short * along_x, end[1] - short * along_y
    neck_x, neck_y = tip_x - _HEAD * along_x, tip_y - _HEAD * along_y
    left = f"{neck_x - 7 * along_y:g} {neck_y + 7 * along_x:g}"
    right = f"{neck_x + 7 * along_y:g} {neck_y - 7 * along_x:g}"
    line = f"M{x:g} {y:g}L{neck_x:g} {neck_y:g}"
    return (
        f'<path d="{line}" fill="none" stroke="{_EDGE}" stroke-width="8" stroke-linecap="round"/>'
        f'<path d="{line}" fill="none" stroke="{_INK}" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="M{tip_x:g} {tip_y:g}L{left}L{right}Z" fill="{_INK}" stroke="{_EDGE}" stroke-width="1"/>'
    )
