"""Experiments in which NTBEA tunes a player: the tuning, how its recommendations settle, and a match on other deals."""

from dataclasses import replace
from typing import TYPE_CHECKING

import turnwright
from turnwright.arena.pairing import Pairing
from turnwright.arena.scores import score_of
from turnwright.core.spec import write_value
from turnwright.papers.experiment import Experiment
from turnwright.papers.result import CurveLine, Curves, Finding
from turnwright.papers.scale import Size, budget_for, game_spec
from turnwright.tuning.load import plan_from
from turnwright.tuning.plan import Plan
from turnwright.tuning.report import RunReport, TuningReport
from turnwright.tuning.space import Point
from turnwright.tuning.tune import TuningProgress
from turnwright.tuning.tune import tune as run_tuning

if TYPE_CHECKING:
    from turnwright.papers.reproduce import Laboratory

_OPTIMISER = "ntbea"


def plan_of(experiment: Experiment, size: Size) -> Plan:
    """The tuning at a size: iterations, logs, play-off and budgets are scaled; the games of a set are given or stay."""
    plan = plan_from(experiment.tuning)
    return replace(
        plan,
        game=game_spec(plan.game, None, size.variant, experiment.reference_game),
        iterations=max(2, round(plan.iterations * size.scale)),
        log_every=max(1, round(plan.log_every * size.scale)),
        play_off=2 * round(plan.play_off_games * size.scale / 2),
        games=plan.games if size.games is None else size.games,
        budget=budget_for(plan.agent, experiment.seconds, None, size),
        seed=size.seed,
    )


def held_out(experiment: Experiment, plan: Plan, point: Point, size: Size) -> Pairing:
    """The match of a recommended player on deals that the tuning has not seen."""
    other_deals = turnwright.game(plan.game, **experiment.held_out).spec
    return replace(plan.pairing(point, games=size.games_for(experiment.games), seed=size.seed), game=other_deals)


def tune(experiment: Experiment, size: Size, laboratory: "Laboratory") -> tuple[list[Finding], list[Curves]]:
    """Tune as published, play what was recommended, and report both."""
    plan = plan_of(experiment, size)
    report = run_tuning(
        plan,
        _OPTIMISER,
        laboratory.arena,
        TuningProgress(
            begin=lambda what, total, before: laboratory.begin(what, max(1, total - before)),
            evaluated=lambda entry: laboratory.advance(),
            finished=lambda record: laboratory.advance(),
        ),
    )
    points = list(dict.fromkeys(run.trajectory[-1].point for run in report.runs)) if experiment.held_out else []
    matches = {point: held_out(experiment, plan, point, size) for point in points}
    laboratory.play(list(matches.values()), experiment.name)
    findings = [*_recommended(experiment, report), *_settled(experiment, report), *_spread(report)]
    for point, pairing in matches.items():
        score = score_of(pairing, laboratory.arena)
        low, high = score.interval
        findings.append(
            Finding(
                group=_weights(plan, point),
                label=f"score against {plan.opponent} on other decks, %",
                ours=f"{100 * (score.share or 0):.1f}",
                interval=f"{100 * low:.1f} – {100 * high:.1f}",
                note=f"{score.games:,} games",
            )
        )
    return findings, [_trajectory(plan, run) for run in report.runs]


def _weights(plan: Plan, point: Point) -> str:
    return f"[{','.join(write_value(value) for value in plan.space.values(point).values())}]"


def _recommended(experiment: Experiment, report: TuningReport) -> list[Finding]:
    published = next((one.published or "" for one in experiment.quantities if one.key == "weights"), "")
    return [
        Finding(
            group=f"run {run.number + 1}",
            label="recommended weights",
            ours=_weights(report.plan, run.trajectory[-1].point),
            published=published,
            note=f"expected score {100 * run.trajectory[-1].estimate:.1f} %, {len(run.entries):,} sets",
        )
        for run in report.runs
    ]


def settled_at(run: RunReport) -> int:
    """The iteration of the first recommendation in the log that no later one changed."""
    last = run.trajectory[-1]
    settled = last.iteration
    for found in reversed(run.trajectory):
        if found.point != last.point:
            break
        settled = found.iteration
    return settled


def _settled(experiment: Experiment, report: TuningReport) -> list[Finding]:
    published = next((one.published or "" for one in experiment.quantities if one.key == "iterations"), "")
    return [
        Finding(
            group=f"run {run.number + 1}",
            label="iterations until the recommendation no longer changes",
            ours=f"{settled_at(run):,}",
            published=published,
            note=f"of {len(run.entries):,}",
        )
        for run in report.runs
    ]


def _spread(report: TuningReport) -> list[Finding]:
    """How far the runs agree, weight by weight."""
    if len(report.runs) < 2:
        return []
    return [
        Finding(
            group="all runs",
            label=f"recommended weight of {name}",
            ours=", ".join(f"{value} ({runs}×)" for value, runs in counts.items()),
        )
        for name, counts in report.spread().items()
    ]


def _trajectory(plan: Plan, run: RunReport) -> Curves:
    """The recommended weights along a run, as the paper's Figure 3 has them."""
    x = tuple(float(found.iteration) for found in run.trajectory)
    lines = []
    for number, dimension in enumerate(plan.space.dimensions):
        y = tuple(float(dimension.values[found.point[number]]) for found in run.trajectory)
        lines.append(CurveLine(label=dimension.name, x=x, y=y, low=y, high=y))
    return Curves(
        title=f"Weights recommended by run {run.number + 1}",
        x_label="iteration",
        y_label="weight",
        lines=tuple(lines),
        percent=False,
    )
