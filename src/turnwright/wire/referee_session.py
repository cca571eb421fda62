"""A game with a program that speaks the game's own protocol, as its referee would lead it."""

from collections.abc import Sequence

from turnwright.core.budget import Budget
from turnwright.core.referee import ProtocolError, Referee
from turnwright.core.state import View, Walk
from turnwright.wire.process import BotError, BotProcess, shown
from turnwright.wire.session import Session


class RefereeSession(Session):
    """Budgets do not matter here: the protocol has its own limits."""

    def __init__(self, process: BotProcess, referee: Referee, *, time: float, grace: float) -> None:
        super().__init__(process, time=time, grace=grace)
        self._referee = referee

    @property
    def dropped(self) -> int:
        """Actions that were not legal, and so were not played."""
        return self._referee.dropped

    @property
    def dropped_first(self) -> str:
        """The first line that had such an action."""
        return shown(self._referee.dropped_first)

    def begin(self, view: View, budget: Budget | None) -> None:
        """There is no greeting; but what answers take is compiled, while the program's clock does not run."""
        world = view.world()
        world.walk([action for action in world.legal_actions() if world.is_legal(action)][:1])

    def turn(self, view: View, budget: Budget | None, seed: int) -> Sequence[int]:
        message = self._referee.message(view)
        self._check_silence()
        self.process.send(message)
        line = self._answer(self._time * self._referee.milliseconds(view))
        try:
            return self._referee.actions(view, seed, line)
        except ProtocolError as error:
            raise BotError(f"{self.process.name}: {error}") from error

    def see(self, walk: Walk) -> None:
        self._referee.see(walk)

    def end(self, result: str, last: Walk | None = None) -> None:
        """There is no farewell: the program's input is closed."""
