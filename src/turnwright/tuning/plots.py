"""Pictures of a tuning: what the runs recommended on their way, and the landscape of values that they saw."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from turnwright.agents.plots import PictureError, save_picture
from turnwright.core.extras import need
from turnwright.core.spec import write_value
from turnwright.tuning.landscape import Marginal
from turnwright.tuning.report import TuningReport
from turnwright.tuning.space import Dimension

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ENDINGS = (".svg", ".png")
_MOST_TICKS = 12


def draw_tuning(report: TuningReport, folder: Path) -> list[Path]:
    """Write `trajectory` and `landscape`, each as SVG and as PNG; gives the files."""
    if not report.runs:
        raise PictureError("nothing has been evaluated, so there is nothing to draw")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PictureError(f"the folder {str(folder)!r} cannot be created: {error.strerror}") from error
    figures = {"trajectory": draw_trajectory(report), "landscape": draw_landscape(report)}
    files = [(figure, folder / f"{name}{ending}") for name, figure in figures.items() for ending in _ENDINGS]
    for figure, file in files:
        save_picture(figure, file)
    return [file for _, file in files]


def draw_trajectory(report: TuningReport) -> "Figure":
    """One panel a dimension: the value that each run recommended, over iterations."""
    need("matplotlib", "a picture")
    from matplotlib.figure import Figure

    dimensions = report.plan.space.dimensions
    figure = Figure(figsize=(8, 1 + 1.5 * len(dimensions)), layout="constrained")
    panels = figure.subplots(len(dimensions), 1, sharex=True, squeeze=False)[:, 0]
    for number, (panel, dimension) in enumerate(zip(panels, dimensions, strict=True)):
        for place, run in enumerate(report.runs):
            iterations = [found.iteration for found in run.trajectory]
            # Runs that agree stand a little beside each other.
            shift = 0.08 * (place - (len(report.runs) - 1) / 2)
            places = [found.point[number] + shift for found in run.trajectory]
            panel.step(iterations, places, where="post", marker=".", label=f"run {run.number + 1}")
        panel.set_ylim(-0.6, len(dimension.values) - 0.4)
        panel.set_ylabel(dimension.name)
        _tick(panel.yaxis, dimension)
        panel.grid(alpha=0.3)
    panels[-1].set_xlabel("iterations")
    if len(report.runs) > 1:
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right upper", fontsize="small")
    figure.suptitle(f"Recommended by {report.optimiser}", fontsize="medium")
    return figure


def draw_landscape(report: TuningReport) -> "Figure":
    """Means of the fitness: by the values of every dimension with twice the standard error on the diagonal, by those of
    every pair of dimensions below it. Darker parts were never evaluated; crosses mark the best point."""
    need("matplotlib", "a picture")
    from matplotlib.figure import Figure

    dimensions = report.plan.space.dimensions
    count = len(dimensions)
    pairs = {(row, column): report.marginal(row, column).means for row in range(count) for column in range(row)}
    singles = [report.marginal(number) for number in range(count)]
    seen = np.concatenate([means.ravel() for means in (*pairs.values(), *(single.means for single in singles))])
    low, high = float(np.nanmin(seen)), float(np.nanmax(seen))
    limits = _limits(singles)
    figure = Figure(figsize=(1.5 + 2.2 * count, 1 + 2.2 * count), layout="constrained")
    panels = figure.subplots(count, count, squeeze=False)
    picture: Any = None
    for row in range(count):
        for column in range(count):
            panel = panels[row, column]
            if column > row:
                panel.axis("off")
            elif column == row:
                _draw_marginal(panel, singles[row], report, limits)
            else:
                panel.set_facecolor("0.4")
                picture = panel.imshow(
                    pairs[row, column], origin="lower", aspect="auto", cmap="viridis", vmin=low, vmax=high
                )
                if report.best is not None:
                    panel.plot(report.best[column], report.best[row], "x", color="white", markersize=9)
                _tick(panel.yaxis, dimensions[row])
            if column <= row:
                _tick(panel.xaxis, dimensions[column])
        panels[row, 0].set_ylabel(dimensions[row].name if row else "fitness")
    for column, dimension in enumerate(dimensions):
        panels[-1, column].set_xlabel(dimension.name)
    if picture is not None:
        figure.colorbar(picture, ax=panels, label="mean fitness", shrink=0.6)
    figure.suptitle(f"{len(report.evaluations):,} evaluations by {report.optimiser}", fontsize="medium")
    return figure


def _draw_marginal(panel: Any, found: Marginal, report: TuningReport, limits: tuple[float, float]) -> None:
    (number,), means = found.dimensions, found.means
    panel.errorbar(range(len(means)), means, 2 * np.nan_to_num(found.errors), marker="o", markersize=4, capsize=3)
    if report.best is not None:
        panel.axvline(report.best[number], color="0.5", linestyle=":")
    panel.set_xlim(-0.5, len(means) - 0.5)
    panel.set_ylim(limits)
    panel.grid(alpha=0.3)


def _limits(singles: list[Marginal]) -> tuple[float, float]:
    """Limits that hold all error bars: with the same ones everywhere, effects compare."""
    errors = [2 * np.nan_to_num(single.errors) for single in singles]
    low = min(float(np.nanmin(single.means - error)) for single, error in zip(singles, errors, strict=True))
    high = max(float(np.nanmax(single.means + error)) for single, error in zip(singles, errors, strict=True))
    room = 0.05 * (high - low) or 0.05
    return low - room, high + room


def _tick(axis: Any, dimension: Dimension) -> None:
    """The values of a dimension along an axis, or some of them."""
    step = -(-len(dimension.values) // _MOST_TICKS)
    places = range(0, len(dimension.values), step)
    axis.set_ticks(places, [write_value(dimension.values[place]) for place in places])
