"""A tuning's findings as tables for people."""

from math import isnan

from rich.markup import escape
from rich.table import Table

import turnwright
from turnwright.arena.scores import Score
from turnwright.cli.console import out
from turnwright.core.spec import write_value
from turnwright.tuning.report import TuningReport
from turnwright.tuning.space import Point

_MOST_ROWS = 12
"""Rows of a trajectory; JSON has all."""


def show_report(report: TuningReport) -> None:
    """All that was found, the best point last."""
    plan = report.plan
    out.print(
        escape(
            f"{report.optimiser}: {plan.agent} against {plan.opponent} in {plan.game}, "
            f"view {turnwright.game(next(plan.covering()).game).view_text(plan.view)}; "
            f"{plan.space.size:,} points, {len(report.evaluations):,} sets of {plan.games} games"
        ),
        soft_wrap=True,
    )
    if not report.runs:
        out.print("nothing has been evaluated so far")
        return
    for title, table in (
        ("recommendations of the runs:", _recommendations(report)),
        (f"recommendations over time ({', '.join(report.plan.space.names)}):", _trajectories(report)),
        ("mean fitness in % by value, in all runs, ± twice the standard error:", _landscape(report)),
    ):
        out.print(title, markup=False, soft_wrap=True)
        out.print(table)
    if report.forfeits:
        out.print(f"{report.forfeits:,} of {report.games:,} games were lost by forfeit", soft_wrap=True)
    if report.best is not None:
        _show_best(report, report.best)


def _recommendations(report: TuningReport) -> Table:
    space = report.plan.space
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("run", "iterations", *space.names, "expected", "play-off"):
        table.add_column(escape(heading), justify="right")
    for run in report.runs:
        last = run.trajectory[-1]
        final = report.final(last.point)
        table.add_row(
            str(run.number + 1),
            f"{len(run.entries):,}",
            *_values(report, last.point),
            f"{100 * last.estimate:.1f} %",
            "–" if final is None else _score_text(final.score),
        )
    return table


def _trajectories(report: TuningReport) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("iteration", justify="right")
    for run in report.runs:
        table.add_column(f"run {run.number + 1}")
    found = {(run.number, at.iteration): at.point for run in report.runs for at in run.trajectory}
    iterations = sorted({iteration for _, iteration in found})
    step = -(-len(iterations) // _MOST_ROWS)
    for iteration in iterations[::-1][::step][::-1]:  # the last one always
        points = (found.get((run.number, iteration)) for run in report.runs)
        cells = ["" if point is None else escape(", ".join(_values(report, point))) for point in points]
        table.add_row(f"{iteration:,}", *cells)
    return table


def _landscape(report: TuningReport) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("", "value", "fitness", "sets", "runs that recommend it"):
        table.add_column(heading, justify="right" if heading else "left")
    spread = report.spread()
    for number, dimension in enumerate(report.plan.space.dimensions):
        found = report.marginal(number)
        for place, value in enumerate(dimension.values):
            mean, error = float(found.means[place]), float(found.errors[place])
            text = "–" if isnan(mean) else f"{100 * mean:.1f}" + ("" if isnan(error) else f" ± {200 * error:.1f}")
            recommended = spread[dimension.name].get(write_value(value), 0)
            table.add_row(
                escape(dimension.name) if place == 0 else "",
                escape(write_value(value)),
                text,
                f"{int(found.counts[place]):,}",
                str(recommended or ""),
            )
    return table


def _show_best(report: TuningReport, point: Point) -> None:
    pairing, final = report.plan.pairing(point), report.final(point)
    score = "" if final is None else f"; in the play-off {_score_text(final.score)} of {final.score.games:,} games"
    out.print(f"best: {report.plan.space.text(point)}{score}", markup=False, soft_wrap=True)
    out.print(f"play it as {pairing.players[0]} in {pairing.game}", markup=False, soft_wrap=True)


def _values(report: TuningReport, point: Point) -> list[str]:
    return [write_value(value) for value in report.plan.space.values(point).values()]


def _score_text(score: Score) -> str:
    if score.share is None:
        return "–"
    low, high = score.interval if score.paired.share is None else score.paired.interval
    return f"{100 * score.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
