"""Pictures of searches: how the best value grew."""

from pathlib import Path
from typing import TYPE_CHECKING

from turnwright.agents.base import Report
from turnwright.core.errors import TurnwrightError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg")


class PictureError(TurnwrightError):
    """A picture that cannot be made."""


def check_picture_name(file: Path) -> None:
    """Refuse a file whose ending names no kind of picture; worth asking before a long search."""
    if file.suffix.lower() not in FORMATS:
        raise PictureError(f"{str(file)!r} must end in {' or '.join(FORMATS)}")


def draw_curves(report: Report, file: Path, title: str) -> None:
    """Write the best value over evaluations; parts that ran beside each other are lines of their own."""
    check_picture_name(file)
    lines = [(f"part {number}", part) for number, part in enumerate(report.parts, 1)] or [("", report)]
    lines = [(label, part) for label, part in lines if part.curve]
    if not lines:
        raise PictureError("the search reports no values over time, so there is nothing to draw")

    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot(xlabel="evaluations", ylabel="best value", title=title)
    for label, part in lines:
        evaluations = [point[0] for point in part.curve]
        values = [point[2] for point in part.curve]
        # The last value held until the end of the search.
        axes.step(
            [*evaluations, max(part.evaluations, evaluations[-1])],
            [*values, values[-1]],
            where="post",
            marker=".",
            label=label,
        )
    axes.grid(alpha=0.3)
    if len(lines) > 1:
        axes.legend()
    save_picture(figure, file)


def save_picture(figure: "Figure", file: Path) -> None:
    """Write a figure to a file; the same figure gives the same file."""
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "turnwright"}):
        metadata = {"Date": None} if file.suffix.lower() == ".svg" else None
        try:
            figure.savefig(file, metadata=metadata)
        except OSError as error:
            raise PictureError(f"the picture cannot be written to {str(file)!r}: {error.strerror}") from error
