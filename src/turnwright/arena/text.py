"""Results as text for people: the score of a match, a cross table, a skill ladder, and a strength curve."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from turnwright.arena.scores import CrossTable, Score
from turnwright.arena.statistics import Interval, wilson_interval

WIDE = 160
"""Columns where nothing says how wide a page is: enough for every table."""
_REASONS = 5
"""Reasons for forfeits that are shown; an agent that plays illegal turns has another one in every game."""
_OVERRUN = 5.0
"""Milliseconds over the time budget that are worth a warning."""


def match_text(score: Score, where: str, answer: str | None = None) -> str:
    """The score of a match, under the game and view that it was played with, and the answer to its question."""
    first, second = score.players
    rows = [("games", f"{score.games:,}: {score.wins:,} won, {score.draws:,} drawn, {score.losses:,} lost")]
    if score.games:
        rows.append(("score", _share(score.share, score.interval)))
    paired = score.paired
    if paired.share is not None:
        counts = " ".join(str(count) for count in paired.counts)
        rows.append(("in pairs", _share(paired.share, paired.interval)))
        rows.append(("", f"pairs with 0, ½, 1, 1½, 2 points: {counts}"))
        rows.append(("Elo", str(score.elo)))
        rows.append(("Wilcoxon", f"p = {score.signed_rank.p:.2g}"))
    if score.endings:
        rows.append(("endings", ", ".join(f"{ending} {games:,}" for ending, games in score.endings)))
    width = max(len(label) for label, _ in rows)
    lines = [where, f"{first} against {second}", *(f"{label:<{width}}  {said}".rstrip() for label, said in rows)]
    lines += forfeit_lines([score])
    if answer is not None:
        lines.append(answer)
    return "\n".join([*lines, *overrun_lines(score.overrun_ms)])


def _share(share: float | None, interval: Interval) -> str:
    low, high = interval
    return f"{100 * (share or 0):.1f} %, 95 % interval {100 * low:.1f} to {100 * high:.1f}"


def cross_table_text(table: CrossTable, title: str, width: int = WIDE) -> str:
    """Points in per cent, row against column, and ratings; forfeits and overruns below."""
    places = table.ranking()
    drawn = Table(title=escape(title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_lines=True)
    drawn.add_column("")
    drawn.add_column("agent", overflow="fold", min_width=13)
    for heading in (*map(str, range(1, len(places) + 1)), "all", "Elo"):
        drawn.add_column(heading, justify="center", no_wrap=True)
    for rank, place in enumerate(places, 1):
        row, played = table.points[place], table.games[place]
        cells = [_cell(row[other], int(played[other])) for other in places]
        elo = f"{table.ratings.elo[place]:+.0f}\n±{table.ratings.errors[place]:.0f}"
        drawn.add_row(str(rank), escape(str(table.players[place])), *cells, _cell(row.sum(), int(played.sum())), elo)
    return "\n".join([*_lines_of(drawn, width), *_remarks(table)])


@dataclass(frozen=True)
class LadderRow:
    """An agent of a ladder, for a table."""

    agent: str
    rungs: list[int]
    """Its places among the ratings, the lowest budget first."""
    steps: list[Score]
    """How every budget but the last did against the next one."""


def ladder_text(table: CrossTable, rows: Sequence[LadderRow], budgets: Sequence[str], title: str, width: int) -> str:
    """Ratings by agent and budget, and how every budget did against the one before; forfeits and overruns below."""
    drawn = Table(title=escape(title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_lines=True)
    drawn.add_column("agent", overflow="fold", min_width=13)
    for budget in budgets:
        drawn.add_column(budget, justify="center", no_wrap=True)
    for row in rows:
        cells = []
        for number, rung in enumerate(row.rungs):
            elo = f"{table.ratings.elo[rung]:+.0f} ±{table.ratings.errors[rung]:.0f}"
            cells.append(elo if number == 0 else f"{elo}\n{_step_up(row.steps[number - 1])}")
        drawn.add_row(escape(row.agent), *cells)
    return "\n".join([*_lines_of(drawn, width), *_remarks(table)])


def curve_text(lines: Sequence[tuple[str, Sequence[Score]]], budgets: Sequence[str], title: str, width: int) -> str:
    """Scores by agent and budget, with their intervals and games; forfeits and overruns below."""
    drawn = Table(title=escape(title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_lines=True)
    drawn.add_column("agent", overflow="fold", min_width=13)
    for budget in budgets:
        drawn.add_column(budget, justify="center", no_wrap=True)
    for agent, scores in lines:
        drawn.add_row(escape(agent), *(_point_of_curve(score) for score in scores))
    everything = [score for _, scores in lines for score in scores]
    overrun = max((score.overrun_ms for score in everything if score.overrun_ms is not None), default=None)
    return "\n".join([*_lines_of(drawn, width), *forfeit_lines(everything), *overrun_lines(overrun)])


def _point_of_curve(score: Score) -> str:
    low, high = score.paired.interval
    return f"{100 * (score.paired.share or 0):.0f} ({100 * low:.0f}–{100 * high:.0f})\n{score.games:,} games"


def _step_up(score: Score) -> str:
    """The score of a higher budget, from the score of the lower one against it."""
    if score.paired.share is None:
        return ""
    low, high = score.paired.interval
    return f"{100 * (1 - score.paired.share):.0f} ({100 * (1 - high):.0f}–{100 * (1 - low):.0f})"


def _lines_of(drawn: Table, width: int) -> list[str]:
    page = StringIO()
    Console(file=page, width=width, color_system=None, highlight=False, emoji=False).print(drawn)
    return [line.rstrip() for line in page.getvalue().rstrip().splitlines()]


def _remarks(table: CrossTable) -> list[str]:
    """What has to be said below a table."""
    statement = [table.ratings.statement] if table.ratings.statement else []
    forfeits = forfeit_lines([score for _, _, score in table.scores])
    return [*statement, *forfeits, *overrun_lines(table.overrun_ms)]


def forfeit_lines(scores: Sequence[Score]) -> list[str]:
    """Who forfeited how often and why, the commonest reasons first; of many reasons only some."""
    reasons: Counter[tuple[str, str]] = Counter()
    for score in scores:
        for player, reason, games in score.forfeits:
            reasons[score.players[player].agent, reason] += games
    lines = []
    for (agent, reason), games in reasons.most_common(_REASONS):
        said = "a game" if games == 1 else f"{games:,} games"
        lines.append(f"{agent} forfeited {said}: {reason}")
    if len(reasons) > _REASONS:
        others = sum(reasons.values()) - sum(games for _, games in reasons.most_common(_REASONS))
        lines.append(f"{others:,} more games were forfeited; 'turnwright results --json' has every reason")
    return lines


def overrun_lines(overrun_ms: float | None) -> Iterable[str]:
    """Whether time budgets were kept; if not, results are doubtful."""
    if overrun_ms is None:
        return ()
    doubt = "; the machine was overloaded, or an agent does not check its time" if overrun_ms > _OVERRUN else ""
    return (f"the longest turn took {max(0.0, overrun_ms):.1f} ms more than its budget{doubt}",)


def _cell(points: float, games: int) -> str:
    if games == 0:
        return ""
    low, high = wilson_interval(points, games)
    return f"{100 * points / games:.0f}\n{100 * low:.0f}–{100 * high:.0f}"
