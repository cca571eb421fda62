"""A program outside as an agent: it is started for a game and gone after it."""

from collections.abc import Sequence

from turnwright.agents.base import Agent
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import SpecError
from turnwright.core.state import View, Walk
from turnwright.wire.command import Program, Protocol
from turnwright.wire.json_lines import JsonSession
from turnwright.wire.process import BotProcess
from turnwright.wire.session import Session

_CONTEST_GAME = "locm"


class CommandAgent(Agent):
    """A program that talks over stdin and stdout.

    Whatever it does wrong is a `BotError`: it forfeits the game. After that, and after `close`, nothing of it runs.
    """

    name = "cmd"
    per_game = True

    def __init__(self, program: Program) -> None:
        self.program = program
        self.session: Session | None = None
        """The game in progress."""
        self._seat = 0
        self._result = "stopped"

    @property
    def spec(self) -> str:
        return self.program.spec

    def begin(self, view: View, budget: Budget | None) -> None:
        self.close()
        self._seat, self._result = view.player, "stopped"
        settings = self.program.settings
        kind = session_class(settings.protocol, view.game.name)
        self.session = kind(BotProcess(self.program.words), time=settings.time, grace=settings.grace)
        try:
            self.session.begin(view, budget)
        except TurnwrightError:
            self._kill()
            raise

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> Sequence[int]:
        if self.session is None or view.player != self._seat:
            self.begin(view, budget)
        assert self.session is not None
        try:
            return self.session.turn(view, budget, seed)
        except TurnwrightError:
            self._kill()
            raise

    def see(self, walk: Walk) -> None:
        if self.session is None:
            return
        if walk.start.player != self._seat:
            self.session.see(walk)
        if walk.after.is_over:
            sign = walk.after.outcome * (1, -1)[self._seat]
            self._result = {1: "won", -1: "lost", 0: "drawn"}[sign]

    def see_part(self, walk: Walk) -> None:
        if self.session is not None:
            self.session.see_part(walk)

    def close(self) -> None:
        """Tell the program that the game is over, and end it."""
        if self.session is not None:
            self.session.end(self._result)
            self.session.process.close()
            self.session = None

    def _kill(self) -> None:
        """End a program that broke the rules, without a word."""
        if self.session is not None:
            self.session.process.close(politely=False)
            self.session = None


def session_class(protocol: Protocol, game: str) -> type[Session]:
    """How to talk with a program of that protocol in a game of that name."""
    if protocol == "json" or (protocol == "game" and game != _CONTEST_GAME):
        return JsonSession
    if game != _CONTEST_GAME:
        raise SpecError(f"the contest's protocol is only for {_CONTEST_GAME}, not for {game}; leave out protocol=locm")
    from turnwright.wire.contest import ContestSession  # a game is loaded on first use

    return ContestSession
