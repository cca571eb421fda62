"""Pictures of searches: how the best value grew."""

from collections.abc import Sequence
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from turnwright.agents.base import Agent, Report, Turn
from turnwright.agents.turn_check import ask
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.extras import need
from turnwright.core.state import State
from turnwright.core.views import ViewKind

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg")
_LEAST, _MOST_POINTS = 8, 12
"""Evaluations of the shortest search on the way, and how many there are at most."""


class PictureError(TurnwrightError):
    """A picture that cannot be made."""


def check_picture_name(file: Path) -> None:
    """Refuse a file whose ending names no kind of picture, or any if nothing can draw; asked before a long search."""
    need("matplotlib", "a picture")
    if file.suffix.lower() not in FORMATS:
        raise PictureError(f"{str(file)!r} must end in {' or '.join(FORMATS)}")


def draw_curves(report: Report, file: Path, title: str, played: Sequence[tuple[int, float]] = ()) -> None:
    """Write the best value over evaluations; parts that ran beside each other are lines of their own.

    `played` has the values of the turns that the search would have played, from `turns_on_the_way`.
    """
    check_picture_name(file)
    lines = _lines(report)
    if not lines:
        raise PictureError("the search reports no values over time, so there is nothing to plot")
    save_picture(_curves(lines, title, played), file)


def turns_on_the_way(agent: Agent, state: State, turn: Turn, seed: int, view: ViewKind) -> list[tuple[int, float]]:
    """What the turns are worth that a search would have played after fewer evaluations, and the one that it has played.

    Each point is a search of its own with the same seed, half as long as the next: together as long as the last.
    """
    points = [(turn.report.evaluations, _worth(state, turn))]
    budget = turn.report.evaluations // 2
    while budget >= _LEAST and len(points) < _MOST_POINTS:
        earlier = ask(agent, state, Budget(evaluations=budget), seed, view=view)
        points.append((budget, _worth(state, earlier)))
        budget //= 2
    return points[::-1]


def _worth(state: State, turn: Turn) -> float:
    """The evaluation of where a turn leads, from 0 to 1, for who plays it."""
    return state.walk(turn.actions).after.normalised(state.player)


def curves_svg(report: Report) -> str | None:
    """The same picture as SVG; nothing if the search reports no values over time."""
    lines = _lines(report)
    if not lines or find_spec("matplotlib") is None:  # a notebook then shows the report as text
        return None
    picture = StringIO()
    _save(_curves(lines, "", ()), picture, "svg")
    return picture.getvalue()


def _lines(report: Report) -> list[tuple[str, Report]]:
    lines = [(f"part {number}", part) for number, part in enumerate(report.parts, 1)] or [("", report)]
    return [(label, part) for label, part in lines if part.curve]


def _curves(lines: list[tuple[str, Report]], title: str, played: Sequence[tuple[int, float]]) -> "Figure":
    """Evaluations have a logarithmic axis: most happens at the beginning."""
    need("matplotlib", "a picture")
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    falls = any(part.has_falling_curve for _, part in lines)
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot(
        xlabel="evaluations (logarithmic)",
        ylabel="what it expects of its turn: a mean" if falls else "value of the best turn",
        title=title,
    )
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    for label, part in lines:
        evaluations = [max(1, point[0]) for point in part.curve]
        values = [point[2] for point in part.curve]
        # The last value held until the end of the search.
        axes.step(
            [*evaluations, max(part.evaluations, evaluations[-1])],
            [*values, values[-1]],
            where="post",
            marker=".",
            label=label,
        )
    if played:
        beside = axes.twinx()
        beside.set_ylabel("value of the turn it would play, 0 to 1")
        counts, worths = zip(*played, strict=True)
        beside.plot(counts, worths, color="tab:orange", marker="o", linestyle="--", label="the turn it would play")
        beside.legend(loc="lower right")
    axes.grid(alpha=0.3)
    if len(lines) > 1:
        axes.legend()
    return figure


def save_picture(figure: "Figure", file: Path) -> None:
    """Write a figure to a file; the same figure gives the same file."""
    try:
        _save(figure, file, file.suffix.lower().removeprefix("."))
    except OSError as error:
        raise PictureError(f"the picture cannot be written to {str(file)!r}: {error.strerror}") from error


def _save(figure: "Figure", place: Path | StringIO, kind: str) -> None:
    need("matplotlib", "a picture")
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "turnwright"}):
        figure.savefig(place, format=kind, metadata={"Date": None} if kind == "svg" else None)
