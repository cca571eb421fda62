"""The figures of a report, drawn by matplotlib as SVG inside the page.

Colours are those of the page's style sheet: they are drawn in the colours of its light theme and then named as its
variables, so that figures follow light and dark as the text does. The same result gives the same text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources
from io import StringIO
from math import ceil, log10
from typing import TYPE_CHECKING, Any

from turnwright.arena.statistics import wilson_interval
from turnwright.core.extras import need
from turnwright.papers.result import CellScore, CurveLine, Curves, Finding

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH = 10.0
"""Inches, of 72 units each."""
_LINE_COLOURS = 6
"""Colours c0 to c5 of the style sheet."""
_DOTS = 40
"""Lines of more points than this have no dots."""
_DODGE = 4.0
"""Units between lines at the same place, so that their intervals do not overlap."""
_LONGEST_LABEL = 42
_STYLE: Any = {
    "font.size": 13.0,
    "font.sans-serif": ["DejaVu Sans"],
    "svg.fonttype": "none",
    "svg.hashsalt": "turnwright",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
}


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A bar with its interval, and what was published with the interval of that."""

    label: str
    value: float
    low: float
    high: float
    published: tuple[float, float, float] | None = None
    """The value and its interval."""


@cache
def style_sheet() -> str:
    """The style of a report's page."""
    return resources.files("turnwright.papers").joinpath("report.css").read_text(encoding="utf-8")


@cache
def _palette() -> dict[str, str]:
    """The colours of the light theme by their names."""
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", style_sheet().partition("@media")[0]))


def draw_score_bars(title: str, scores: Sequence[CellScore]) -> str:
    """Scores as bars from 0 to 100."""
    bars = []
    for score in scores:
        published = score.cell.published
        beside = None
        if published is not None:
            ends = wilson_interval(published.value / 100 * published.games, published.games)
            beside = (published.value, 100 * ends.low, 100 * ends.high)
        low, high = (100 * end for end in score.interval)
        value = 100 * (score.share or 0.0)
        bars.append(Bar(label=_bar_label(score), value=value, low=low, high=high, published=beside))
    return _draw_bars(title, bars, 100.0)


def draw_mean_bars(findings: Sequence[Finding]) -> list[str]:
    """Measured means as bars: one figure for all that share a label, none for a label with a single mean."""
    by_label: dict[str, list[Bar]] = {}
    for finding in findings:
        mean = finding.measured
        if mean is not None and finding.group:
            beside = None if mean.published is None else (mean.published,) * 3
            bar = Bar(label=finding.group, value=mean.mean, low=max(0.0, mean.low), high=mean.high, published=beside)
            by_label.setdefault(finding.label, []).append(bar)
    return [
        _draw_bars(label, bars, _round_up(max(max(bar.high, bar.published[0] if bar.published else 0) for bar in bars)))
        for label, bars in by_label.items()
        if len(bars) > 1
    ]


def _draw_bars(title: str, bars: Sequence[Bar], most: float) -> str:
    """Horizontal bars with their intervals; a diamond with its own interval is what was published."""
    palette = _palette()
    figure, axes = _new_figure(0.36 * len(bars) + 0.6)
    places = range(len(bars))
    axes.barh(places, [bar.value for bar in bars], height=0.4, color=palette["bar"])
    _add_intervals(axes, [(bar.value, place, bar.low, bar.high) for place, bar in enumerate(bars)], palette["ink"])
    published = [(place + 0.34, *bar.published) for place, bar in enumerate(bars) if bar.published is not None]
    _add_intervals(axes, [(value, place, low, high) for place, value, low, high in published], palette["c1"])
    _add_diamonds(axes, [value for _, value, _, _ in published], [place for place, *_ in published], palette["c1"])
    axes.set(xlim=(0, most), ylim=(len(bars) - 0.3, -0.6), xticks=[most * step / 4 for step in range(5)])
    axes.set_yticks(list(places), [bar.label for bar in bars])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=palette["line"])
    if most == 100:
        axes.axvline(50, color=palette["soft"], linestyle="--", linewidth=1, zorder=1)
    caption = "bars: ours" + ("; diamonds: published" if published else "") + "; lines: 95 % intervals"
    return _figure_element(figure, title, caption)


def _bar_label(score: CellScore) -> str:
    cell = score.cell
    text = cell.row if cell.column == "score" else f"{cell.row} · {cell.column}"
    return text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"


def draw_curves(curves: Curves) -> str:
    """Lines with intervals; diamonds are what was published."""
    palette = _palette()
    figure, axes = _new_figure(4.4 + 0.28 * ceil(len(curves.lines) / 2))
    if curves.logarithmic:
        axes.set_xscale("log")
    for number, line in enumerate(curves.lines):
        shift = _DODGE * (number - (len(curves.lines) - 1) / 2) if len(line.x) <= _DOTS else 0.0
        _add_line(axes, line, number, shift, is_scattered=curves.scattered)
    low, high = _value_range(curves)
    axes.set_ylim(low, high)
    axes.set_yticks([low + (high - low) * step / 4 for step in range(5)])
    if curves.percent:
        axes.axhline(50, color=palette["soft"], linestyle="--", linewidth=1, zorder=1)
    places = sorted({x for line in curves.lines for x in line.x})
    axes.set_xlim(*_place_range(places, is_logarithmic=curves.logarithmic))
    ticks = _ticks(curves, places)
    axes.minorticks_off()
    axes.set_xticks([place for place, _ in ticks], [text for _, text in ticks])
    axes.set_xlabel(curves.x_label)
    axes.set_ylabel(curves.y_label)
    axes.grid(axis="y", color=palette["line"])
    figure.legend(loc="outside lower left", ncols=2, frameon=False, labelcolor=palette["ink"])
    has_published = any(value is not None for line in curves.lines for value in line.published)
    has_intervals = any(line.low != line.high for line in curves.lines)
    caption = "lines: 95 % intervals" if has_intervals else "without intervals"
    caption += "; diamonds: published" if has_published else ""
    return _figure_element(figure, curves.title, caption)


def _add_line(axes: "Axes", line: CurveLine, number: int, shift: float, *, is_scattered: bool) -> None:
    """A curve, moved sideways by some units of the figure."""
    need("matplotlib", "a picture")
    from matplotlib.transforms import ScaledTranslation

    colour = _palette()[f"c{number % _LINE_COLOURS}"]
    figure: Any = axes.figure
    moved = axes.transData + ScaledTranslation(shift / 72, 0, figure.dpi_scale_trans)
    axes.vlines(line.x, line.low, line.high, color=colour, linewidth=1.2, alpha=0.7, transform=moved, clip_on=False)
    has_dots = is_scattered or len(line.x) <= _DOTS
    axes.plot(
        line.x,
        line.y,
        color=colour,
        linewidth=2,
        linestyle="none" if is_scattered else "-",
        marker="o" if has_dots else "",
        markersize=6,
        label=line.label,
        transform=moved,
        clip_on=False,
        gid=f"curve-{number}",
    )
    known = [(x, value) for x, value in zip(line.x, line.published, strict=False) if value is not None]
    _add_diamonds(axes, [x for x, _ in known], [value for _, value in known], colour, transform=moved)


def _add_intervals(axes: "Axes", bars: Sequence[tuple[float, float, float, float]], colour: str) -> None:
    """Horizontal error bars: value, place, and the ends of the interval."""
    if bars:
        values, places, lows, highs = zip(*bars, strict=True)
        below = [max(0.0, value - low) for value, low in zip(values, lows, strict=True)]
        above = [max(0.0, high - value) for value, high in zip(values, highs, strict=True)]
        axes.errorbar(
            values, places, xerr=[below, above], fmt="none", ecolor=colour, elinewidth=1.5, capsize=3, clip_on=False
        )


def _add_diamonds(axes: "Axes", x: Sequence[float], y: Sequence[float], colour: str, **more: Any) -> None:
    page = _palette()["page"]
    axes.plot(
        x,
        y,
        "D",
        markersize=6,
        mfc=page,
        markeredgecolor=colour,
        markeredgewidth=1.8,
        clip_on=False,
        **more,
    )


def _value_range(curves: Curves) -> tuple[float, float]:
    """The ends of the y axis: 0 to 100, or round numbers that hold every interval."""
    values = [value for line in curves.lines for value in (*line.low, *line.high)]
    if min(values, default=0.0) < 0:
        end = _round_up(max(map(abs, values)))
        return -end, end
    return 0.0, 100.0 if curves.percent else _round_up(max(values, default=1.0))


def _place_range(places: Sequence[float], *, is_logarithmic: bool) -> tuple[float, float]:
    """The ends of the x axis, with some room beside the first and the last place."""
    first, last = (places[0], places[-1]) if places else (0.0, 1.0)
    if is_logarithmic:
        room = (last / first) ** 0.03 if last > first else 2.0
        return first / room, last * room
    room = 0.03 * (last - first) or 0.5
    return first - room, last + room


def _ticks(curves: Curves, places: Sequence[float]) -> list[tuple[float, str]]:
    if curves.tick_labels:
        return [(float(place), label) for place, label in enumerate(curves.tick_labels)]
    every = max(1, ceil(len(places) / 16))
    return [(place, f"{place:g}") for place in places[::every]]


def _round_up(value: float) -> float:
    power = 10.0 ** int(log10(value)) if value >= 1 else 1.0
    return power * ceil(value / power) or 1.0


def _new_figure(height: float) -> tuple["Figure", "Axes"]:
    """A figure with one set of axes in the colours of the page."""
    need("matplotlib", "a picture")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    palette = _palette()
    colours: Any = {
        **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor"), palette["ink"]),
        **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), palette["line"]),
        "axes.axisbelow": True,
    }
    with rc_context({**_STYLE, **colours}):
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
    return figure, axes


def _figure_element(figure: "Figure", title: str, caption: str) -> str:
    """A figure as an element of the page, with a caption; nothing in it depends on the clock."""
    need("matplotlib", "a picture")
    from matplotlib import rc_context

    text = StringIO()
    with rc_context(_STYLE):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    drawing = text.getvalue()
    drawing = drawing[drawing.index("<svg") :].rstrip()
    drawing = re.sub(r"<metadata>.*?</metadata>\s*|<style .*?</style>\s*", "", drawing, flags=re.DOTALL)
    for name, colour in _palette().items():
        drawing = drawing.replace(colour, f"var(--{name})")
    drawing = re.sub(r' width="[^"]*" height="[^"]*"', "", drawing, count=1)  # the page says how large it is
    drawing = drawing.replace("<svg", f'<svg role="img" aria-label="{escape(title, quote=True)}"', 1)
    return f"<figure>{drawing}<figcaption>{escape(title)} ({escape(caption)})</figcaption></figure>"
