"""What the arena wants of a program in a game, whatever language it speaks."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from turnwright.agents.base import Turn
from turnwright.core.budget import Budget
from turnwright.core.state import State, View, Walk
from turnwright.wire.process import BotError, BotProcess, ProcessorLimit, measures_processor_time, shown

START_SECONDS = 30.0
"""What a program may take to start and to get ready for a game."""
ANSWER_SECONDS = 100.0
"""What it may take for a turn if nothing else limits it; less than the arena's patience with anybody."""


class Session(ABC):
    """A game with a program, from its start to its end."""

    def __init__(self, process: BotProcess, *, time: float, grace: float) -> None:
        self.process = process
        self._time = time
        self._grace = grace

    @abstractmethod
    def begin(self, view: View, budget: Budget | None) -> None:
        """The game begins, seen from the program's seat."""

    @abstractmethod
    def turn(self, view: View, budget: Budget | None, seed: int) -> Turn | Sequence[int]:
        """The program's turn, and what it says about it."""

    @abstractmethod
    def see(self, walk: Walk) -> None:
        """The opponent has played."""

    def see_part(self, walk: Walk) -> None:  # noqa: B027 (not every protocol has parts)
        """The beginning of the program's own turn was played; the rest is asked for next."""

    @abstractmethod
    def end(self, result: str, last: Walk | None = None) -> None:
        """The game is over: won, lost, drawn or stopped; with the last turn that was played."""

    @property
    def lasts(self) -> bool:
        """Whether the program plays another game after this one."""
        return False

    def is_talk(self, line: str) -> bool:
        """Whether the protocol lets a program write a line without being asked."""
        return False

    def _answer(self, limit: float, *, left: float | None = None, processor: ProcessorLimit | None = None) -> str:
        """The program's next line, due within a limit in milliseconds or what is left of it, and the grace."""
        milliseconds = limit if left is None else max(0.0, left)
        return self.process.line((milliseconds + self._grace) / 1000, told=f"{limit:g} ms", processor=processor)

    def _processor_limit(self, budget: Budget | None) -> ProcessorLimit | None:
        """The limit of a turn that begins now, if its budget has one."""
        if budget is None or budget.cpu_milliseconds is None:
            return None
        if not measures_processor_time():
            raise BotError(f"{budget} cannot be measured: processor time of programs is known on Linux only")
        allowed = (budget.cpu_milliseconds + self._grace) / 1000
        return ProcessorLimit(end=self.process.processor_seconds() + allowed, told=f"{budget.cpu_milliseconds:g} ms")

    def _check_silence(self) -> None:
        """Refuse what a program has written before it was asked: it would pass for the answer."""
        if early := self.process.unread():
            raise BotError(f"{self.process.name} wrote {shown(early.splitlines()[0])} without being asked")


def shown_state(view: View) -> State:
    """What a view shows as a state, unknown things left unknown; it can be written, not played."""
    return State(view.game, view.records)
