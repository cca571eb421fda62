"""The progress of an evolution: a live picture on a terminal, lines elsewhere."""

from contextlib import AbstractContextManager

from rich.progress import Progress

from turnwright.cli.live_picture import Picture, lines_or_picture, say, stored_before
from turnwright.neat.journal import Generation
from turnwright.neat.plan import Plan


class _Lines:
    """A line for every generation."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def begin(self, what: str, total: int, before: int) -> None:
        say(stored_before(what, total, before) if before else f"{total:,} {what}")

    def generation(self, generation: Generation) -> None:
        say(generation_text(self._plan, generation))

    def finalist(self) -> None:
        """A finalist takes a moment; there is nothing to say."""


class _Picture(Picture):
    """A bar with the state of the last generation."""

    def __init__(self, plan: Plan, bars: Progress) -> None:
        super().__init__(bars)
        self._plan = plan

    def generation(self, generation: Generation) -> None:
        self.advance(generation_text(self._plan, generation))

    def finalist(self) -> None:
        self.advance()


def following(plan: Plan, *, plain: bool) -> AbstractContextManager[_Lines | _Picture]:
    """Shows the progress of an evolution."""
    return lines_or_picture(lambda: _Lines(plan), lambda bars: _Picture(plan, bars), plain=plain)


def generation_text(plan: Plan, one: Generation) -> str:
    """A generation in a few words."""
    return (
        f"generation {one.number:,}: ε {one.epsilon:.2f}, best {one.best:g} of {plan.games} "
        f"({one.nodes} nodes, {one.links} links), mean {one.mean:.1f}, {one.species} species"
    )
