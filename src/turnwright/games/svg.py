"""Text in SVG pictures, and pictures one above the other."""

import re
from collections.abc import Sequence
from html import escape

_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def svg_text(
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    anchor: str = "start",
    weight: str = "normal",
    fill: str = "",
) -> str:
    """A line of text whose foot is at (x, y)."""
    style = f'font-size="{size:g}" text-anchor="{anchor}" font-weight="{weight}"'
    colour = f' fill="{fill}"' if fill else ""
    return f'<text x="{x:g}" y="{y:g}" {style}{colour}>{escape(text)}</text>'


def text_width(text: str, size: float) -> float:
    """A safe estimate of how wide a text is."""
    return len(text) * size * 0.58


def stacked(pictures: Sequence[str]) -> str:
    """Several pictures of ours as one, the first at the top."""
    sizes = [tuple(map(float, found.groups())) for found in map(_SIZE.search, pictures) if found is not None]
    width, height = max(size[0] for size in sizes), sum(size[1] for size in sizes) + 12 * (len(sizes) - 1)
    parts, top = [], 0.0
    for picture, (_, tall) in zip(pictures, sizes, strict=True):
        parts.append(picture.replace("<svg ", f'<svg y="{top:g}" ', 1))
        top += tall + 12
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return "\n".join([head, *parts, "</svg>\n"])
