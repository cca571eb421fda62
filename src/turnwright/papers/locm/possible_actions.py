"""How many actions are possible in a turn: the range, and the peaks of the histogram."""

from collections import Counter
from collections.abc import Mapping

from turnwright.papers.experiment import Experiment
from turnwright.papers.game_experiments import SourceGames
from turnwright.papers.result import CurveLine, Curves, Finding
from turnwright.papers.scale import Size
from turnwright.papers.turn_starts import turn_starts

_WINDOW = 3
"""A peak is the highest place within this distance."""


def measured_findings(experiment: Experiment, size: Size, games: SourceGames) -> tuple[list[Finding], list[Curves]]:
    """How many actions are possible at the starts of turns: the range, and where the histogram has its peaks."""
    counts = Counter(
        len(state.possible_actions())
        for _, records in games
        for record in records
        for state in turn_starts(record.setup.game, record.setup.seed, record.turns)
    )
    turns = counts.total()
    measured = {
        "range": f"{min(counts)} to {max(counts)}",
        "peaks": " and ".join(str(place) for place in peaks(counts)),
        "most": f"{100 * sum(counts[size] for size in counts if size <= 35) / turns:.1f}",
    }
    findings = [
        Finding(
            group="",
            label=quantity.label,
            ours=measured[quantity.key],
            published=quantity.published or "",
            note="; ".join(filter(None, [f"{turns:,} turns", quantity.note])),
        )
        for quantity in experiment.quantities
    ]
    sizes = range(min(counts), max(counts) + 1)
    shares = tuple(100 * counts[size] / turns for size in sizes)
    line = CurveLine(label="turns", x=tuple(map(float, sizes)), y=shares, low=shares, high=shares)
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
