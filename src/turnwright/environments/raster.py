"""Our SVG drawings as arrays of colours, painted by matplotlib.

It knows what our drawings are made of: rectangles, circles, ellipses, paths, text, groups with transformations and
opacity. Whatever else an SVG file may have is left out.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.image import imsave
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

_DPI = 100
_ARGUMENT = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
_INHERITED = (
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "font-size", "text-anchor", "font-weight",
)  # fmt: skip
_CAPS = {"butt": "butt", "round": "round", "square": "projecting"}


def rasterise(svg: str) -> np.ndarray:
    """A drawing as height × width × 3 bytes."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = (float(part) for part in root.attrib["viewBox"].split())
    figure = Figure(figsize=(round(width) / _DPI, round(height) / _DPI), dpi=_DPI, facecolor="white")
    canvas: Any = FigureCanvasAgg(figure)
    onto = Affine2D().translate(-left, -top - height).scale(1, -1)
    for element, style, opacity, placed in _drawn(root, {}, 1.0, Affine2D()):
        _paint(figure, element, style, opacity, placed + onto)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()


def as_png(svg: str) -> bytes:
    """A drawing as a PNG file."""
    file = BytesIO()
    imsave(file, rasterise(svg), format="png")
    return file.getvalue()


def _drawn(
    element: ElementTree.Element, style: dict[str, str], opacity: float, placed: Any
) -> Iterator[tuple[ElementTree.Element, dict[str, str], float, Any]]:
    """All shapes in the order of painting, each with its style, opacity and place."""
    style = {**style, **{name: element.attrib[name] for name in _INHERITED if name in element.attrib}}
    opacity *= float(element.attrib.get("opacity", 1))
    placed = _transform(element.attrib.get("transform", "")) + placed
    yield element, style, opacity, placed
    for child in element:
        yield from _drawn(child, style, opacity, placed)


def _transform(text: str) -> Affine2D:
    whole = Affine2D()
    for name, given in reversed(_TRANSFORM.findall(text)):
        numbers = [float(number) for number in _ARGUMENT.findall(given)]
        if name == "translate":
            whole.translate(numbers[0], numbers[1] if len(numbers) > 1 else 0.0)
        elif name == "scale":
            whole.scale(numbers[0], numbers[-1])
        elif name == "rotate":
            whole.rotate_deg(numbers[0])
    return whole


def _paint(figure: Figure, element: ElementTree.Element, style: dict[str, str], opacity: float, placed: Any) -> None:
    kind = element.tag.rpartition("}")[2]
    path = _text(element, style) if kind == "text" else _shape(kind, element.attrib)
    if path is None:
        return
    fill, stroke = style.get("fill", "#000"), style.get("stroke", "none")
    scale = float(np.sqrt(abs(np.linalg.det(placed.get_matrix()[:2, :2]))))
    figure.add_artist(
        PathPatch(
            placed.transform_path(path),
            facecolor=_colour(fill, opacity),
            edgecolor=_colour("none" if kind == "text" else stroke, opacity),
            linewidth=float(style.get("stroke-width", 1)) * scale * 72 / _DPI,
            capstyle=_CAPS.get(style.get("stroke-linecap", "butt"), "butt"),
            joinstyle=style.get("stroke-linejoin", "miter"),
            transform=None,
        )
    )


def _colour(name: str, opacity: float) -> tuple[float, float, float, float]:
    if name == "none":
        return 0.0, 0.0, 0.0, 0.0
    red, green, blue, alpha = to_rgba("#000" if name == "currentColor" else name)
    return red, green, blue, alpha * opacity


# Shapes


def _shape(kind: str, given: dict[str, str]) -> Path | None:
    def number(name: str) -> float:
        return float(given.get(name, 0))

    if kind == "rect":
        return _rectangle(number("x"), number("y"), number("width"), number("height"), number("rx"))
    if kind == "circle":
        return _ellipse(number("cx"), number("cy"), number("r"), number("r"))
    if kind == "ellipse":
        return _ellipse(number("cx"), number("cy"), number("rx"), number("ry"))
    return _path(given["d"]) if kind == "path" else None


def _rectangle(x: float, y: float, width: float, height: float, radius: float) -> Path:
    r = min(radius, width / 2, height / 2)
    right, bottom = x + width, y + height
    return _path(
        f"M{x + r} {y}H{right - r}Q{right} {y} {right} {y + r}V{bottom - r}Q{right} {bottom} {right - r} {bottom}"
        f"H{x + r}Q{x} {bottom} {x} {bottom - r}V{y + r}Q{x} {y} {x + r} {y}Z"
    )


def _ellipse(x: float, y: float, rx: float, ry: float) -> Path:
    return Path.unit_circle().transformed(Affine2D().scale(rx, ry).translate(x, y))


@lru_cache(maxsize=4096)
def _path(text: str) -> Path:
    """A path from SVG's own notation."""
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    x = y = start_x = start_y = 0.0
    for letter, given in _COMMAND.findall(text):
        numbers = [float(number) for number in _ARGUMENT.findall(given)]
        base_x, base_y = (x, y) if letter.islower() else (0.0, 0.0)
        match letter.upper():
            case "Z":
                points.append((start_x, start_y))
                codes.append(Path.CLOSEPOLY)
                x, y = start_x, start_y
            case "M" | "L":
                for i in range(0, len(numbers), 2):
                    if letter.islower():
                        base_x, base_y = x, y
                    x, y = base_x + numbers[i], base_y + numbers[i + 1]
                    is_move = letter in "Mm" and i == 0
                    if is_move:
                        start_x, start_y = x, y
                    points.append((x, y))
                    codes.append(Path.MOVETO if is_move else Path.LINETO)
            case "H" | "V":
                for number in numbers:
                    x, y = (base_x + number, y) if letter in "Hh" else (x, base_y + number)
                    points.append((x, y))
                    codes.append(Path.LINETO)
            case "Q" | "C":
                size = 4 if letter in "Qq" else 6
                code = Path.CURVE3 if size == 4 else Path.CURVE4
                for i in range(0, len(numbers), size):
                    if letter.islower():
                        base_x, base_y = x, y
                    part = numbers[i : i + size]
                    points += [(base_x + part[j], base_y + part[j + 1]) for j in range(0, size, 2)]
                    codes += [code] * (size // 2)
                    x, y = points[-1]
            case "A":
                for i in range(0, len(numbers), 7):
                    end = base_x + numbers[i + 5], base_y + numbers[i + 6]
                    for curve in _arc((x, y), end, numbers[i], numbers[i + 1], numbers[i + 4] > 0):
                        points += curve
                        codes += [Path.CURVE4] * 3
                    x, y = end
    return Path(points, codes)


def _arc(
    start: tuple[float, float], end: tuple[float, float], rx: float, ry: float, clockwise: bool
) -> list[list[tuple[float, float]]]:
    """Half an ellipse or less as two cubic curves."""
    chord = np.hypot((end[0] - start[0]) / rx, (end[1] - start[1]) / ry) / 2
    if chord > 1:
        rx, ry, chord = rx * chord, ry * chord, 1.0
    middle = np.array([(start[0] + end[0]) / 2 / rx, (start[1] + end[1]) / 2 / ry])
    along = np.array([(end[0] - start[0]) / rx, (end[1] - start[1]) / ry]) / (2 * chord)
    side = np.array([-along[1], along[0]]) * (1 if clockwise else -1)
    centre = middle + side * np.sqrt(max(0.0, 1 - chord * chord))
    first = np.arctan2(start[1] / ry - centre[1], start[0] / rx - centre[0])
    last = np.arctan2(end[1] / ry - centre[1], end[0] / rx - centre[0])
    sweep = (last - first) % (2 * np.pi) if clockwise else -((first - last) % (2 * np.pi))
    curves = []
    handle = 4 / 3 * np.tan(sweep / 8)
    for part in range(2):
        a, b = first + sweep * part / 2, first + sweep * (part + 1) / 2
        curve = [
            (np.cos(a) - handle * np.sin(a), np.sin(a) + handle * np.cos(a)),
            (np.cos(b) + handle * np.sin(b), np.sin(b) - handle * np.cos(b)),
            (np.cos(b), np.sin(b)),
        ]
        curves.append([(float((centre[0] + u) * rx), float((centre[1] + v) * ry)) for u, v in curve])
    return curves


# Text


def _text(element: ElementTree.Element, style: dict[str, str]) -> Path:
    """A line of text as the outline of its letters."""
    size = float(style.get("font-size", 16))
    path, width = _letters(element.text or "", style.get("font-weight", "normal") in ("bold", "700"))
    share = {"middle": 0.5, "end": 1.0}.get(style.get("text-anchor", "start"), 0.0)
    x, y = float(element.attrib.get("x", 0)), float(element.attrib.get("y", 0))
    return path.transformed(Affine2D().translate(-share * width, 0).scale(size / _UNIT, -size / _UNIT).translate(x, y))


_UNIT = 100.0
_NARROW = 0.88
"""DejaVu is wider than the fonts that the drawings leave room for."""


@lru_cache(maxsize=4096)
def _letters(text: str, is_bold: bool) -> tuple[Path, float]:
    """The outline of a text of the size `_UNIT`, and how wide it is."""
    if not text.strip():
        return Path(np.zeros((1, 2))), 0.0
    font = FontProperties(family="DejaVu Sans", weight="bold" if is_bold else "normal")
    written = TextPath((0, 0), text, size=_UNIT, prop=font)
    narrow = Path(np.asarray(written.vertices) * [_NARROW, 1], written.codes)
    return narrow, float(narrow.get_extents().x1)
