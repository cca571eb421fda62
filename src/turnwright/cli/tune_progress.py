"""The progress of a tuning: a live picture on a terminal, lines elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from turnwright.arena.record import GameRecord
from turnwright.cli.console import err
from turnwright.tuning.journal import Entry
from turnwright.tuning.plan import Plan
from turnwright.tuning.report import Recommendation


class _Lines:
    """A line for every set and every recommendation."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._what, self._total, self._done = "", 0, 0

    def begin(self, what: str, total: int, before: int) -> None:
        self._what, self._total, self._done = what, total, before
        if before:
            self._say(f"{before:,} of {total:,} {what} are in the store already")

    def evaluated(self, entry: Entry) -> None:
        self._done += 1
        line = f"{evaluation_text(self._plan, entry)} ({self._done:,} of {self._total:,} {self._what})"
        if entry.forfeits:
            line += f", {entry.forfeits} of its games lost by forfeit"
        self._say(line)

    def recommended(self, run: int, recommendation: Recommendation) -> None:
        self._say(recommendation_text(self._plan, run, recommendation))

    def finished(self, record: GameRecord) -> None:
        self._done += 1
        if self._done == self._total or self._done % 100 == 0:
            self._say(f"{self._done:,} of {self._total:,} {self._what}")

    def _say(self, line: str) -> None:
        print(line, file=err.file, flush=True)


class _Picture:
    """A bar for what is going on, and a line for what each run recommends."""

    def __init__(self, plan: Plan, bars: Progress) -> None:
        self._plan = plan
        self._bars = bars
        self._task = TaskID(-1)
        self._recommended: dict[int, TaskID] = {}

    def begin(self, what: str, total: int, before: int) -> None:
        if before:
            self._bars.console.print(f"{before:,} of {total:,} {what} are in the store already", soft_wrap=True)
        self._task = self._bars.add_task(what, total=total, completed=before)

    def evaluated(self, entry: Entry) -> None:
        self._bars.update(self._task, advance=1, description=escape(evaluation_text(self._plan, entry)))

    def recommended(self, run: int, recommendation: Recommendation) -> None:
        if run not in self._recommended:
            self._recommended[run] = self._bars.add_task("", total=self._plan.iterations)
        text = escape(recommendation_text(self._plan, run, recommendation))
        self._bars.update(self._recommended[run], completed=recommendation.iteration, description=text)

    def finished(self, record: GameRecord) -> None:
        self._bars.update(self._task, advance=1)


@contextmanager
def following(plan: Plan, *, plain: bool) -> Iterator[_Lines | _Picture]:
    """Shows the progress of a tuning."""
    if plain or not err.is_terminal:
        yield _Lines(plan)
        return
    columns = (BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, transient=True) as bars:
        yield _Picture(plan, bars)


def evaluation_text(plan: Plan, entry: Entry) -> str:
    """An evaluation in a few words."""
    score = f"{entry.fitness * plan.games:g} of {plan.games}"
    return f"run {entry.run + 1}, iteration {entry.iteration + 1:,}: {plan.space.text(entry.point)} scores {score}"


def recommendation_text(plan: Plan, run: int, found: Recommendation) -> str:
    """A recommendation in a few words."""
    return (
        f"run {run + 1} recommends {plan.space.text(found.point)} after {found.iteration:,} iterations, "
        f"expecting {100 * found.estimate:.1f} %"
    )
