"""The progress of a tuning: a live picture on a terminal, lines elsewhere."""

from contextlib import AbstractContextManager

from rich.markup import escape
from rich.progress import Progress, TaskID

from turnwright.arena.record import GameRecord
from turnwright.cli.live_picture import Picture, lines_or_picture, say, stored_before
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
            say(stored_before(what, total, before))

    def evaluated(self, entry: Entry) -> None:
        self._done += 1
        line = f"{evaluation_text(self._plan, entry)} ({self._done:,} of {self._total:,} {self._what})"
        if entry.forfeits:
            line += f", {entry.forfeits} of its games lost by forfeit"
        say(line)

    def recommended(self, run: int, recommendation: Recommendation) -> None:
        say(recommendation_text(self._plan, run, recommendation))

    def finished(self, record: GameRecord) -> None:
        self._done += 1
        if self._done == self._total or self._done % 100 == 0:
            say(f"{self._done:,} of {self._total:,} {self._what}")


class _Picture(Picture):
    """A bar for what is going on, and a line for what each run recommends."""

    def __init__(self, plan: Plan, bars: Progress) -> None:
        super().__init__(bars)
        self._plan = plan
        self._recommended: dict[int, TaskID] = {}

    def evaluated(self, entry: Entry) -> None:
        self.advance(evaluation_text(self._plan, entry))

    def recommended(self, run: int, recommendation: Recommendation) -> None:
        if run not in self._recommended:
            self._recommended[run] = self._bars.add_task("", total=self._plan.iterations)
        text = escape(recommendation_text(self._plan, run, recommendation))
        self._bars.update(self._recommended[run], completed=recommendation.iteration, description=text)

    def finished(self, record: GameRecord) -> None:
        self.advance()


def following(plan: Plan, *, plain: bool) -> AbstractContextManager[_Lines | _Picture]:
    """Shows the progress of a tuning."""
    return lines_or_picture(lambda: _Lines(plan), lambda bars: _Picture(plan, bars), plain=plain)


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
