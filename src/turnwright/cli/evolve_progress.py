"""The progress of an evolution: a live picture on a terminal, lines elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from turnwright.cli.console import err
from turnwright.neat.journal import Generation
from turnwright.neat.plan import Plan


class _Lines:
    """A line for every generation."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def begin(self, what: str, total: int, before: int) -> None:
        self._say(f"{before:,} of {total:,} {what} are in the store already" if before else f"{total:,} {what}")

    def generation(self, generation: Generation) -> None:
        self._say(generation_text(self._plan, generation))

    def finalist(self) -> None:
        """A finalist takes a moment; there is nothing to say."""

    def _say(self, line: str) -> None:
        print(line, file=err.file, flush=True)


class _Picture:
    """A bar with the state of the last generation."""

    def __init__(self, plan: Plan, bars: Progress) -> None:
        self._plan = plan
        self._bars = bars
        self._task = TaskID(-1)

    def begin(self, what: str, total: int, before: int) -> None:
        if before:
            self._bars.console.print(f"{before:,} of {total:,} {what} are in the store already", soft_wrap=True)
        self._task = self._bars.add_task(what, total=total, completed=before)

    def generation(self, generation: Generation) -> None:
        self._bars.update(self._task, advance=1, description=escape(generation_text(self._plan, generation)))

    def finalist(self) -> None:
        self._bars.update(self._task, advance=1)


@contextmanager
def following(plan: Plan, *, plain: bool) -> Iterator[_Lines | _Picture]:
    """Shows the progress of an evolution."""
    if plain or not err.is_terminal:
        yield _Lines(plan)
        return
    columns = (BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, transient=True) as bars:
        yield _Picture(plan, bars)


def generation_text(plan: Plan, one: Generation) -> str:
    """A generation in a few words."""
    return (
        f"generation {one.number:,}: ε {one.epsilon:.2f}, best {one.best:g} of {plan.games} "
        f"({one.nodes} nodes, {one.links} links), mean {one.mean:.1f}, {one.species} species"
    )
