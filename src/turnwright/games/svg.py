"""Text in SVG pictures."""

from html import escape


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
