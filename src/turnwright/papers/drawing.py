"""Bars and curves as SVG that stands in a page: colours are the page's, so it follows light and dark."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10

from turnwright.arena.statistics import wilson_interval
from turnwright.papers.result import CellScore, Curves, Finding, Line

WIDTH = 720
_LABELS = 270
_ROW = 26
_COLOURS = 6
"""Classes c0 … c5 of the page's style."""
_DOTS = 40
"""Lines of more points have none drawn."""
_DODGE = 4
"""Lines stand so far beside each other, so that intervals at the same place can be told apart."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A bar with its interval, and what was published with the interval of that."""

    label: str
    value: float
    low: float
    high: float
    published: tuple[float, float, float] | None = None
    """The value and its interval."""


def draw_score_bars(title: str, scores: Sequence[CellScore]) -> str:
    """Scores as bars from 0 to 100."""
    bars = []
    for score in scores:
        published = score.cell.published
        told = None
        if published is not None:
            ends = wilson_interval(published.value / 100 * published.games, published.games)
            told = (published.value, 100 * ends.low, 100 * ends.high)
        low, high = (100 * end for end in score.interval)
        bars.append(Bar(label=_bar_label(score), value=100 * (score.share or 0.0), low=low, high=high, published=told))
    return _draw_bars(title, bars, 100.0)


def draw_mean_bars(findings: Sequence[Finding]) -> list[str]:
    """Measured means as bars, one figure for all that have the same label; those alone with theirs are left out."""
    by_label: dict[str, list[Bar]] = {}
    for finding in findings:
        mean = finding.measured
        if mean is not None and finding.group:
            told = None if mean.published is None else (mean.published,) * 3
            bar = Bar(label=finding.group, value=mean.mean, low=max(0.0, mean.low), high=mean.high, published=told)
            by_label.setdefault(finding.label, []).append(bar)
    return [
        _draw_bars(label, bars, _round_up(max(max(bar.high, bar.published[0] if bar.published else 0) for bar in bars)))
        for label, bars in by_label.items()
        if len(bars) > 1
    ]


def _draw_bars(title: str, bars: Sequence[Bar], most: float) -> str:
    """Horizontal bars with their intervals; a diamond with its own interval is what was published."""
    left, right, top = _LABELS, WIDTH - 20, 18
    height = top + _ROW * len(bars) + 34

    def x(value: float) -> float:
        return left + (right - left) * value / most

    parts = []
    for step in range(5):
        place = x(most * step / 4)
        half = " half" if step == 2 and most == 100 else ""
        parts.append(f'<line class="grid{half}" x1="{place:.1f}" y1="{top - 8}" x2="{place:.1f}" y2="{height - 28}"/>')
        parts.append(f'<text x="{place:.1f}" y="{height - 12}" text-anchor="middle">{most * step / 4:,g}</text>')
    for place, bar in enumerate(bars):
        y = top + _ROW * place + _ROW / 2 - 4
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(bar.label)}</text>')
        width = x(bar.value) - left
        parts.append(f'<rect class="bar" x="{left}" y="{y - 7:.1f}" width="{width:.1f}" height="10" rx="2"/>')
        parts.append(_whisker(x(bar.low), x(bar.high), y - 2, "ours"))
        if bar.published is not None:
            value, low, high = bar.published
            parts.append(_whisker(x(low), x(high), y + 6, "published"))
            parts.append(_diamond(x(value), y + 6))
    told = "; diamonds: published" if any(bar.published for bar in bars) else ""
    return _figure(title, height, parts, f"bars: ours{told}; lines: 95 % intervals")


def _bar_label(score: CellScore) -> str:
    cell = score.cell
    text = cell.row if cell.column == "score" else f"{cell.row} · {cell.column}"
    return text if len(text) <= 42 else text[:41] + "…"


def _whisker(low: float, high: float, y: float, kind: str) -> str:
    ends = "".join(
        f'<line class="{kind}" x1="{x:.1f}" y1="{y - 3:.1f}" x2="{x:.1f}" y2="{y + 3:.1f}"/>' for x in (low, high)
    )
    return f'<line class="{kind}" x1="{low:.1f}" y1="{y:.1f}" x2="{high:.1f}" y2="{y:.1f}"/>{ends}'


def _diamond(x: float, y: float, colour: str = "") -> str:
    return f'<path class="diamond {colour}" d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z"/>'


def draw_curves(curves: Curves) -> str:
    """Lines with intervals; diamonds are what was published."""
    left, right, top, bottom = 56, WIDTH - 20, 34, 314
    legend = 18 * ceil(len(curves.lines) / 2)
    height = bottom + 48 + legend
    xs = [x for line in curves.lines for x in line.x]
    x_low, x_high = min(xs), max(xs)
    y_low, y_high = (
        (0.0, 100.0) if curves.percent else (0.0, _round_up(max(v for line in curves.lines for v in line.high)))
    )

    if any(value < 0 for line in curves.lines for value in line.low):
        y_high = _round_up(max(abs(value) for line in curves.lines for value in (*line.low, *line.high)))
        y_low = -y_high

    def x(value: float) -> float:
        a, b, c = (log10(v) for v in (x_low, x_high, value)) if curves.logarithmic else (x_low, x_high, value)
        share = (c - a) / (b - a) if b > a else 0.5
        return left + 12 + (right - left - 24) * share

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - y_low) / (y_high - y_low)

    parts = []
    for step in range(5):
        value = y_low + (y_high - y_low) * step / 4
        half = " half" if curves.percent and step == 2 else ""
        parts.append(f'<line class="grid{half}" x1="{left}" y1="{y(value):.1f}" x2="{right}" y2="{y(value):.1f}"/>')
        parts.append(f'<text x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    for place, text in _ticks(curves, sorted(set(xs))):
        parts.append(f'<text x="{x(place):.1f}" y="{bottom + 18}" text-anchor="middle">{escape(text)}</text>')
    parts.append(
        f'<text x="{(left + right) / 2}" y="{bottom + 38}" text-anchor="middle">{escape(curves.x_label)}</text>'
    )
    parts.append(f'<text x="{left - 44}" y="{top - 18}">{escape(curves.y_label)}</text>')
    for number, line in enumerate(curves.lines):
        colour = f"c{number % _COLOURS}"
        shift = _DODGE * (number - (len(curves.lines) - 1) / 2) if len(line.x) <= _DOTS else 0.0
        places = [x(value) + shift for value in line.x]
        parts.extend(_curve(line, colour, places, y, curves.scattered))
        legend_x, legend_y = left + (number % 2) * 320, bottom + 58 + 18 * (number // 2)
        if curves.scattered:
            parts.append(f'<circle class="dot {colour}" cx="{legend_x + 12}" cy="{legend_y - 4}" r="4"/>')
        else:
            parts.append(f'<path class="curve {colour}" d="M{legend_x} {legend_y - 4}h24"/>')
        parts.append(f'<text x="{legend_x + 30}" y="{legend_y}">{escape(line.label)}</text>')
    has_published = any(value is not None for line in curves.lines for value in line.published)
    has_intervals = any(line.low != line.high for line in curves.lines)
    caption = "lines: 95 % intervals" if has_intervals else "without intervals"
    caption += "; diamonds: published" if has_published else ""
    return _figure(curves.title, height, parts, caption)


def _curve(line: Line, colour: str, places: Sequence[float], y: Callable[[float], float], scattered: bool) -> list[str]:
    points = " ".join(f"{x:.1f},{y(value):.1f}" for x, value in zip(places, line.y, strict=True))
    parts = [] if scattered else [f'<polyline class="curve {colour}" points="{points}"/>']
    for x, value, low, high in zip(places, line.y, line.low, line.high, strict=True):
        parts.append(f'<line class="error {colour}" x1="{x:.1f}" y1="{y(low):.1f}" x2="{x:.1f}" y2="{y(high):.1f}"/>')
        if scattered or len(places) <= _DOTS:
            parts.append(f'<circle class="dot {colour}" cx="{x:.1f}" cy="{y(value):.1f}" r="3"/>')
    for x, published in zip(places, line.published, strict=False):
        if published is not None:
            parts.append(_diamond(x, y(published), colour))
    return parts


def _ticks(curves: Curves, places: Sequence[float]) -> list[tuple[float, str]]:
    if curves.tick_labels:
        return [(float(i), label) for i, label in enumerate(curves.tick_labels)]
    every = max(1, ceil(len(places) / 16))
    return [(place, f"{place:g}") for place in places[::every]]


def _round_up(value: float) -> float:
    power = 10.0 ** int(log10(value)) if value >= 1 else 1.0
    return power * ceil(value / power)


def _figure(title: str, height: int, parts: Sequence[str], caption: str) -> str:
    drawing = "\n".join(parts)
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}">\n{drawing}\n'
        f"</svg><figcaption>{escape(title)} ({escape(caption)})</figcaption></figure>"
    )
