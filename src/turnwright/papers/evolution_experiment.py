"""Experiments in which NEAT evolves networks: the strength of the opponent by generation, in several runs."""

from dataclasses import replace
from typing import TYPE_CHECKING

from turnwright.arena.statistics import VerdictWord
from turnwright.neat.evolve import EvolutionProgress
from turnwright.neat.evolve import evolve as run_evolution
from turnwright.neat.load import plan_from
from turnwright.neat.plan import Plan
from turnwright.neat.report import EvolutionReport
from turnwright.papers.experiment import EvolutionPart, Experiment
from turnwright.papers.published import ExperimentError, Quantity
from turnwright.papers.result import CurveLine, Curves, Finding
from turnwright.papers.scale import Size, game_spec

if TYPE_CHECKING:
    from turnwright.papers.reproduce import Laboratory

_FEWEST_RUNS = 3
"""Runs below which their spread says nothing."""


def plans_of(part: EvolutionPart, size: Size) -> list[Plan]:
    """The runs of an evolution at a size: generations are scaled, and every run has its own seed."""
    plan = plan_from(part.plan)
    return [
        replace(
            plan,
            game=game_spec(plan.game, None, size.variant),
            policy=plan.policy if size.variant == "described" else "local",
            generations=max(1, round(plan.generations * size.scale)),
            seed=size.seed + run,
        )
        for run in range(part.runs)
    ]


def evolve(experiment: Experiment, size: Size, laboratory: "Laboratory") -> tuple[list[Finding], list[Curves]]:
    """Evolve as published, and report how far the runs came."""
    reports = {
        name: [_evolved(plan, laboratory) for plan in plans_of(part, size)]
        for name, part in experiment.evolutions.items()
    }
    findings = [_finding(experiment, quantity, reports) for quantity in experiment.quantities]
    return findings, [_curves(part, reports[name]) for name, part in experiment.evolutions.items()]


def _evolved(plan: Plan, laboratory: "Laboratory") -> EvolutionReport:
    arena = laboratory.arena
    if arena.backend == "processes":  # on one machine threads do the same, and need no start
        arena = replace(arena, backend="threads")
    return run_evolution(
        plan,
        arena,
        EvolutionProgress(
            begin=lambda what, total, before: laboratory.begin(what, max(1, total - before)),
            generation=lambda generation: laboratory.advance(),
            finalist=laboratory.advance,
        ),
    )


def _finding(experiment: Experiment, quantity: Quantity, reports: dict[str, list[EvolutionReport]]) -> Finding:
    """A published figure compared with those of all runs. It agrees if it lies within their range.

    A run that was cut short has the same figures as far as it goes, so that a scale takes no verdict away.
    """
    name, _, measure = quantity.key.partition(" ")
    part, runs = experiment.evolutions[name], reports[name]
    found = [_measured(report, measure) for report in runs]
    known = [value for value in found if value is not None]
    word: VerdictWord | None = None
    if quantity.published is not None and len(known) == len(found):
        if len(found) < _FEWEST_RUNS:
            word = "undecided"
        else:
            word = "agrees" if min(known) <= float(quantity.published) <= max(known) else "differs"
    return Finding(
        group=part.label,
        label=quantity.label,
        ours=", ".join("–" if value is None else f"{value:g}" for value in found),
        published=quantity.published or "",
        word=word,
        note="; ".join(filter(None, [_lengths(runs), quantity.note])),
    )


def _lengths(runs: list[EvolutionReport]) -> str:
    """How long the runs are; a store may have more of them than was asked for."""
    lengths = [f"{len(report.history):,}" for report in runs]
    return f"runs of {', '.join(lengths)} generations" if len(lengths) > 1 else f"one run of {lengths[0]} generations"


def _measured(report: EvolutionReport, measure: str) -> float | None:
    """A figure of a run: `epsilon@38` of the 38th generation, the generation that met (`met`) or beat (`beaten`) the
    opponent at ε = 1, or the neurons of a champion that beat it, inputs included; none where the run did not get
    there."""
    kind, _, place = measure.partition("@")
    history = report.history
    match kind:
        case "epsilon":
            return history[int(place) - 1].epsilon if len(history) >= int(place) else None
        case "last":
            return history[-1].epsilon
        case "met":
            return next((one.number + 1.0 for one in history if one.epsilon == 1), None)
        case "beaten":
            return float(len(history)) if report.is_beaten else None
        case "neurons":
            return (
                None
                if not report.is_beaten
                else float(report.champion.network.inputs + len(report.champion.network.nodes))
            )
    raise ExperimentError(f"an evolution has no figure {measure!r}; available: epsilon@N, last, met, beaten, neurons")


def _curves(part: EvolutionPart, runs: list[EvolutionReport]) -> Curves:
    """The opponent's ε by generation, a line for every run."""
    lines = []
    for number, report in enumerate(runs):
        x = tuple(one.number + 1.0 for one in report.history)
        y = tuple(one.epsilon for one in report.history)
        lines.append(CurveLine(label=f"run {number + 1}", x=x, y=y, low=y, high=y))
    return Curves(
        title=f"ε of the opponent: {part.label}", x_label="generation", y_label="ε", lines=tuple(lines), percent=False
    )
