"""The log-log picture of how costs grow."""

from pathlib import Path

from turnwright.agents.plots import check_picture_name, save_picture
from turnwright.bench.scaling import COSTS, ScalingReport
from turnwright.core.extras import need

_AXES = {"action_points": "action points a turn", "units": "own units on the board"}


def draw_scaling(report: ScalingReport, file: Path) -> None:
    """Write a picture with one panel a curve; exponents follow the names of costs."""
    check_picture_name(file)

    need("matplotlib", "a picture")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.5 * len(report.curves), 5), layout="constrained")
    panels = figure.subplots(1, len(report.curves), sharey=True, squeeze=False)[0]
    for panel, curve in zip(panels, report.curves, strict=True):
        for cost, ns in curve.ns.items():
            label = f"{COSTS[cost]} (exponent {curve.exponent(cost):.2f})"
            panel.loglog(curve.sizes, [one / report.tick_ns for one in ns], marker="o", markersize=4, label=label)
        panel.set_xlabel(_AXES[curve.over])
        panel.set_xticks(curve.sizes, [str(size) for size in curve.sizes])
        panel.set_xticks([], minor=True)
        panel.grid(alpha=0.3, which="both")
        panel.legend(fontsize="small")
    panels[0].set_ylabel("ticks")
    figure.suptitle(f"{report.game.spec}: turns, and iterations of searches")
    save_picture(figure, file)
