"""A cross table for people."""

from collections import Counter
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from turnwright.arena.scores import CrossTable, Score
from turnwright.arena.statistics import wilson_interval
from turnwright.cli.console import out

_REASONS = 5
"""Reasons for forfeits that are shown; an agent that plays illegal turns has another one in every game."""


def show_cross_table(table: CrossTable, title: str) -> None:
    """Print points in per cent, row against column, and ratings; forfeits below."""
    places = table.ranking()
    drawn = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_lines=True)
    drawn.add_column("")
    drawn.add_column("agent", overflow="fold", min_width=13)
    for heading in (*map(str, range(1, len(places) + 1)), "all", "Elo"):
        drawn.add_column(heading, justify="center", no_wrap=True)
    for rank, place in enumerate(places, 1):
        row, played = table.points[place], table.games[place]
        cells = [_cell(row[other], int(played[other])) for other in places]
        error = table.ratings.errors[place]
        elo = f"{table.ratings.elo[place]:+.0f}\n±{error:.0f}"
        drawn.add_row(str(rank), escape(str(table.players[place])), *cells, _cell(row.sum(), int(played.sum())), elo)
    out.print(drawn)
    if table.ratings.statement:
        out.print(table.ratings.statement, markup=False, soft_wrap=True)
    show_forfeits([score for _, _, score in table.scores])


def show_forfeits(scores: Sequence[Score]) -> None:
    """Print who forfeited how often and why, the commonest reasons first; of many reasons only some."""
    reasons: Counter[tuple[str, str]] = Counter()
    for score in scores:
        for player, reason, games in score.forfeits:
            reasons[score.players[player].agent, reason] += games
    for (agent, reason), games in reasons.most_common(_REASONS):
        said = "a game" if games == 1 else f"{games:,} games"
        out.print(f"{agent} forfeited {said}: {reason}", markup=False, soft_wrap=True)
    if len(reasons) > _REASONS:
        others = sum(reasons.values()) - sum(games for _, games in reasons.most_common(_REASONS))
        out.print(f"{others:,} more games were forfeited; 'turnwright results --json' has every reason", soft_wrap=True)


def _cell(points: float, games: int) -> str:
    if games == 0:
        return ""
    low, high = wilson_interval(points, games)
    return f"{100 * points / games:.0f}\n{100 * low:.0f}–{100 * high:.0f}"
