"""Pictures of results: the skill ladder, and strength curves."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from turnwright.agents.plots import check_picture_name, save_picture
from turnwright.arena.scores import Score
from turnwright.arena.statistics import Ratings
from turnwright.core.budget import Budget
from turnwright.core.extras import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DODGE = 1.02
"""Lines at the same budget stand this factor apart, so that their intervals do not overlap."""
_MARKERS = "os^Dv<>pPX"
_MOST_INSIDE = 6
"""With more lines than this, their names stand beside the picture, where they hide none of them."""


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

    need("matplotlib", "a picture")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5.5), layout="constrained")
    axes = figure.add_subplot(xlabel="budget per turn", ylabel="Elo, with 95 % intervals", title=title, xscale="log")
    for number, (agent, rungs) in enumerate(agents):
        errors = [ratings.errors[rung] for rung in rungs]
        _draw_line(axes, number, len(agents), amounts, [ratings.elo[rung] for rung in rungs], [errors, errors], agent)
    _label_budgets(axes, budgets, amounts)
    save_picture(figure, file)


def draw_strength(
    lines: Sequence[tuple[str, Sequence[Score]]],
    budgets: Sequence[Budget],
    amounts: Sequence[float],
    title: str,
    file: Path,
) -> None:
    """Write a picture of scores in percent over budget, with the intervals of the pairs."""
    check_picture_name(file)

    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot(
        xlabel="budget a turn", ylabel="score in %, with 95 % intervals", title=title, xscale="log", ylim=(0, 100)
    )
    axes.axhline(50, color="grey", linewidth=1, linestyle="--")
    for number, (agent, scores) in enumerate(lines):
        shares = [100 * (score.paired.share or 0.0) for score in scores]
        below = [share - 100 * score.paired.interval.low for share, score in zip(shares, scores, strict=True)]
        above = [100 * score.paired.interval.high - share for share, score in zip(shares, scores, strict=True)]
        _draw_line(axes, number, len(lines), amounts, shares, [below, above], agent)
    _label_budgets(axes, budgets, amounts)
    save_picture(figure, file)


def _draw_line(
    axes: "Axes",
    number: int,
    lines: int,
    amounts: Sequence[float],
    values: Sequence[float],
    errors: Sequence[Sequence[float]],
    agent: str,
) -> None:
    shift = _DODGE ** (number - (lines - 1) / 2)
    axes.errorbar(
        [shift * amount for amount in amounts],
        values,
        yerr=errors,
        marker=_MARKERS[number % len(_MARKERS)],
        markersize=5,
        capsize=3,
        label=agent,
    )


def _label_budgets(axes: "Axes", budgets: Sequence[Budget], amounts: Sequence[float]) -> None:
    axes.set_xticks(list(amounts), [str(budget) for budget in budgets])
    axes.set_xticks([], minor=True)
    axes.grid(alpha=0.3)
    if len(axes.containers) <= _MOST_INSIDE:
        axes.legend(fontsize="small")
    else:
        axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0))
