"""The complexity figures of an experiment, each with what was published."""

from collections.abc import Sequence
from statistics import fmean

import turnwright
from turnwright.arena.record import GameRecord
from turnwright.papers.experiment import Experiment
from turnwright.papers.findings import counted_finding, mean_finding, mean_interval, published_numbers
from turnwright.papers.game_experiments import SourceGames
from turnwright.papers.hero_academy import complexity
from turnwright.papers.hero_academy.complexity import StepChoices, steps_of_game
from turnwright.papers.published import ExperimentError, Quantity
from turnwright.papers.result import CurveLine, Curves, Finding
from turnwright.papers.scale import Size


def measured_findings(experiment: Experiment, size: Size, games: SourceGames) -> tuple[list[Finding], list[Curves]]:
    """All quantities of a complexity experiment, and its curves."""
    match experiment.measure:
        case "hands":
            return _counted(experiment, complexity.count_hands()), []
        case "states":
            return _counted(experiment, complexity.count_states()), []
        case "branching":
            return _branching(experiment, games)
        case "length":
            return _length(experiment, games), []
        case "mutations":
            return _mutations(experiment, games), []
    raise ExperimentError(
        f"{experiment.name} measures {experiment.measure!r}; available: hands, states, branching, length, mutations"
    )


def _counted(experiment: Experiment, numbers: dict[str, int]) -> list[Finding]:
    return [counted_finding(quantity, numbers[quantity.key]) for quantity in experiment.quantities]


def _measured(quantity: Quantity, values: Sequence[float], unit: str) -> Finding:
    note = f"{len(values):,} {unit}" + (f"; published: {quantity.note}" if quantity.note else "")
    return mean_finding("", quantity.label, values, published_numbers(quantity), note=note)


def _steps(record: GameRecord) -> list[list[StepChoices]]:
    return steps_of_game(turnwright.game(record.setup.game).start(record.setup.seed), record.turns)


def _branching(experiment: Experiment, games: SourceGames) -> tuple[list[Finding], list[Curves]]:
    """Means of games, since the steps of one game are not independent; the curve is over the turns of all games."""
    means: dict[str, list[float]] = {}
    by_turn: dict[int, list[StepChoices]] = {}
    for source, records in games:
        for record in records:
            steps = [step for turn in _steps(record) for step in turn]
            for step in steps:
                by_turn.setdefault(step.turn, []).append(step)
            for name in ("legal", "candidates"):
                mean = fmean(getattr(step, name) for step in steps)
                means.setdefault(name, []).append(mean)
                means.setdefault(f"{name}.{source.player}-{source.opponent}", []).append(mean)
    branching = fmean(means["legal"])
    exact = {
        "turns_of_60": complexity.PUBLISHED_BRANCHING**complexity.ACTION_POINTS,
        "rounds_of_60": complexity.PUBLISHED_BRANCHING ** (2 * complexity.ACTION_POINTS),
        "turns": complexity.ways_of_rounds(branching, 0.5),
    }
    findings = [
        counted_finding(quantity, exact[quantity.key])
        if quantity.key in exact
        else _measured(quantity, means[quantity.key], "games")
        for quantity in experiment.quantities
    ]
    most = max(step.legal for steps in by_turn.values() for step in steps)
    findings.append(Finding(group="", label="most legal actions at a step", ours=str(most)))
    return findings, [_branching_curves(by_turn)]


def _branching_curves(by_turn: dict[int, list[StepChoices]]) -> Curves:
    lines = []
    turns = sorted(turn for turn, steps in by_turn.items() if len(steps) > 1)
    for name, label in (("legal", "legal"), ("candidates", "after pruning")):
        values = [[float(getattr(step, name)) for step in by_turn[turn]] for turn in turns]
        intervals = [mean_interval(one) or (0.0, 0.0) for one in values]
        lines.append(
            CurveLine(
                label=label,
                x=tuple(float(turn + 1) for turn in turns),
                y=tuple(map(fmean, values)),
                low=tuple(max(0.0, low) for low, _ in intervals),
                high=tuple(high for _, high in intervals),
            )
        )
    return Curves(
        title="Actions at a step, by turn of the game",
        x_label="turn",
        y_label="actions",
        lines=tuple(lines),
        percent=False,
    )


def _length(experiment: Experiment, games: SourceGames) -> list[Finding]:
    rounds = [len(record.turns) / 2 for _, records in games for record in records]
    exact = {
        "games_of_40": complexity.ways_of_rounds(complexity.PUBLISHED_BRANCHING, complexity.PUBLISHED_ROUNDS),
        "games": complexity.ways_of_rounds(complexity.PUBLISHED_BRANCHING, fmean(rounds)),
    }
    findings = [
        counted_finding(quantity, exact[quantity.key])
        if quantity.key in exact
        else _measured(quantity, rounds, "games")
        for quantity in experiment.quantities
    ]
    for source, records in games:
        label = f"{experiment.players[source.player].label} – {experiment.players[source.opponent].label}"
        lengths = [len(record.turns) / 2 for record in records]
        findings.append(mean_finding("rounds of a game", label, lengths, note=f"{len(lengths):,} games"))
    return findings


def _mutations(experiment: Experiment, games: SourceGames) -> list[Finding]:
    values: dict[str, list[float]] = {}
    for _, records in games:
        for record in records:
            # Turns in which something could be done; the first one has other action points.
            turns = [turn for turn in _steps(record)[1:] if turn]
            if turns:
                points = turnwright.game(record.setup.game).turn_length
                candidates = fmean(step.candidates for turn in turns for step in turn)
                values.setdefault(f"candidates.{points}", []).append(candidates)
                values.setdefault(f"mutations.{points}", []).append(fmean(map(complexity.mutations, turns)))
    return [_measured(quantity, values[quantity.key], "games") for quantity in experiment.quantities]
