"""The complexity figures of an experiment, each with what was published."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

import turnwright
from turnwright.arena.record import GameRecord
from turnwright.papers import complexity
from turnwright.papers.complexity import Step, steps_of_game, turn_starts
from turnwright.papers.experiment import Experiment, Source
from turnwright.papers.findings import counted_finding, mean_finding, mean_interval, published_numbers
from turnwright.papers.published import ExperimentError, Quantity
from turnwright.papers.result import Curves, Finding, Line

Games = list[tuple[Source, list[GameRecord]]]
"""The played games of every source of an experiment."""

_WINDOW = 3


def complexity_findings(experiment: Experiment, games: Games) -> tuple[list[Finding], list[Curves]]:
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
        case "possible":
            return _possible(experiment, games)
    raise ExperimentError(
        f"{experiment.name} is to measure {experiment.measure!r}; available: hands, states, branching, length, "
        "mutations, possible"
    )


def _counted(experiment: Experiment, numbers: dict[str, int]) -> list[Finding]:
    return [counted_finding(quantity, numbers[quantity.key]) for quantity in experiment.quantities]


def _measured(quantity: Quantity, values: Sequence[float], unit: str) -> Finding:
    note = f"{len(values):,} {unit}" + (f"; published: {quantity.note}" if quantity.note else "")
    return mean_finding("", quantity.label, values, published_numbers(quantity), note=note)


def _steps(record: GameRecord) -> list[list[Step]]:
    return steps_of_game(turnwright.game(record.setup.game).start(record.setup.seed), record.turns)


def _branching(experiment: Experiment, games: Games) -> tuple[list[Finding], list[Curves]]:
    """Means of games, since the steps of one game are not independent; the curve is over the turns of all games."""
    means: dict[str, list[float]] = {}
    by_turn: dict[int, list[Step]] = {}
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


def _branching_curves(by_turn: dict[int, list[Step]]) -> Curves:
    lines = []
    turns = sorted(turn for turn, steps in by_turn.items() if len(steps) > 1)
    for name, label in (("legal", "legal"), ("candidates", "after pruning")):
        values = [[float(getattr(step, name)) for step in by_turn[turn]] for turn in turns]
        intervals = [mean_interval(one) or (0.0, 0.0) for one in values]
        lines.append(
            Line(
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


def _length(experiment: Experiment, games: Games) -> list[Finding]:
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


def _mutations(experiment: Experiment, games: Games) -> list[Finding]:
    values: dict[str, list[float]] = {}
    for source, records in games:
        for record in records:
            # Turns in which something could be done; the first one has other action points.
            turns = [turn for turn in _steps(record)[1:] if turn]
            if turns:
                points = source.action_points
                candidates = fmean(step.candidates for turn in turns for step in turn)
                values.setdefault(f"candidates.{points}", []).append(candidates)
                values.setdefault(f"mutations.{points}", []).append(fmean(map(complexity.mutations, turns)))
    return [_measured(quantity, values[quantity.key], "games") for quantity in experiment.quantities]


def _possible(experiment: Experiment, games: Games) -> tuple[list[Finding], list[Curves]]:
    """How many actions are possible at the starts of turns: the range, and where the histogram has its peaks."""
    counts = Counter(
        len(state.possible_actions())
        for _, records in games
        for record in records
        for state in turn_starts(record.setup.game, record.setup.seed, record.turns)
    )
    turns = counts.total()
    told = {
        "range": f"{min(counts)} to {max(counts)}",
        "peaks": " and ".join(str(place) for place in peaks(counts)),
        "most": f"{100 * sum(counts[size] for size in counts if size <= 35) / turns:.1f}",
    }
    findings = [
        Finding(
            group="",
            label=quantity.label,
            ours=told[quantity.key],
            published=quantity.published or "",
            note="; ".join(filter(None, [f"{turns:,} turns", quantity.note])),
        )
        for quantity in experiment.quantities
    ]
    sizes = range(min(counts), max(counts) + 1)
    shares = tuple(100 * counts[size] / turns for size in sizes)
    line = Line(label="turns", x=tuple(map(float, sizes)), y=shares, low=shares, high=shares)
    curves = Curves(
        title="Possible actions of a turn", x_label="actions", y_label="turns, %", lines=(line,), percent=False
    )
    return findings, [curves]


def peaks(counts: Mapping[int, int]) -> list[int]:
    """Where a histogram, smoothed over neighbours, is highest within three places to either side.

    >>> peaks({1: 2, 2: 5, 3: 9, 4: 5, 5: 2, 6: 1, 7: 1, 8: 4, 9: 7, 10: 4, 11: 1})
    [3, 9]
    """
    near = range(-_WINDOW, _WINDOW + 1)
    smooth = {
        size: counts.get(size - 1, 0) + 2 * counts.get(size, 0) + counts.get(size + 1, 0)
        for size in range(min(counts) - _WINDOW, max(counts) + _WINDOW + 1)
    }
    top = max(smooth.values())
    return [
        size
        for size in range(min(counts), max(counts) + 1)
        if 20 * smooth[size] >= top and all(smooth[size] >= smooth.get(size + step, 0) for step in near)
    ]
