"""Pictures of a training: what more games bring, and whether predicted chances come true."""

from pathlib import Path

from turnwright.agents.plots import save_picture
from turnwright.core.extras import need
from turnwright.training.train import TrainingReport


def draw_training(report: TrainingReport, folder: Path) -> list[Path]:
    """Write `curve.svg` and `calibration.svg`; gives the files."""
    need("matplotlib", "a picture")
    from matplotlib.figure import Figure

    curve = Figure(figsize=(7, 4.5), layout="constrained")
    axes = curve.add_subplot(xlabel="games fitted to", ylabel="log loss on held-out games", xscale="log")
    for made in report.generations:
        axes.plot(*zip(*made.curve, strict=True), marker="o", label=f"generation {made.number}")
        axes.axhline(made.loss_before, linestyle=":", alpha=0.5)
    axes.legend(fontsize="small")
    axes.set_title("Learning curve; dotted: the evaluation before")
    calibration = Figure(figsize=(5.5, 5), layout="constrained")
    axes = calibration.add_subplot(xlabel="predicted chance to win", ylabel="share of points, held-out games")
    axes.plot([0, 1], [0, 1], color="grey", linestyle=":")
    for made in report.generations:
        predicted, observed, _ = zip(*made.calibration, strict=True)
        axes.plot(predicted, observed, marker="o", label=f"generation {made.number}")
    axes.legend(fontsize="small")
    files = [folder / "curve.svg", folder / "calibration.svg"]
    for figure, file in zip((curve, calibration), files, strict=True):
        save_picture(figure, file)
    return files
