"""Pictures of results: the skill ladder."""

from collections.abc import Sequence
from pathlib import Path

from turnwright.agents.plots import check_picture_name, save_picture
from turnwright.arena.statistics import Ratings
from turnwright.core.budget import Budget

_DODGE = 1.02
"""Lines at the same budget stand this factor apart, so that their intervals do not overlap."""
_MARKERS = "os^Dv<>pPX"


def draw_ladder(
    ratings: Ratings,
    agents: Sequence[tuple[str, Sequence[int]]],
    budgets: Sequence[Budget],
    amounts: Sequence[float],
    title: str,
    file: Path,
) -> None:
    """Write a picture of strength over budget; agents come with the places of their rungs among the ratings."""
    check_picture_name(file)

    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5.5), layout="constrained")
    axes = figure.add_subplot(xlabel="budget a turn", ylabel="Elo, with 95 % intervals", title=title, xscale="log")
    for number, (agent, rungs) in enumerate(agents):
        shift = _DODGE ** (number - (len(agents) - 1) / 2)
        axes.errorbar(
            [shift * amount for amount in amounts],
            [ratings.elo[rung] for rung in rungs],
            yerr=[ratings.errors[rung] for rung in rungs],
            marker=_MARKERS[number % len(_MARKERS)],
            markersize=5,
            capsize=3,
            label=agent,
        )
    axes.set_xticks(list(amounts), [str(budget) for budget in budgets])
    axes.set_xticks([], minor=True)
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    save_picture(figure, file)
