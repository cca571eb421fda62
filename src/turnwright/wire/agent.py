"""A program outside as an agent: it is started for a game and gone after it, or waits for the next game if it can."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from turnwright.agents.base import Agent, Turn
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.referee import Referee
from turnwright.core.source_digest import closure
from turnwright.core.spec import Command, Spec, SpecError
from turnwright.core.state import View, Walk
from turnwright.games.contests import CONTESTS, OWN_PROTOCOLS
from turnwright.wire.command import Program
from turnwright.wire.json_lines import JsonSession
from turnwright.wire.process import BotProcess
from turnwright.wire.referee_session import RefereeSession
from turnwright.wire.session import Session

_FAREWELL = 0.5
"""Seconds in which a program must take in that a game is over."""
_MOST_WAITING = 4


class CommandAgent(Agent):
    """A program that talks over stdin and stdout.

    Whatever it does wrong is a `BotError`: it forfeits the game, and nothing of it runs after that, nor after `close`,
    unless it has said that it plays several games.
    """

    name = "cmd"
    per_game = True

    def __init__(self, program: Program) -> None:
        self.program = program
        self.session: Session | None = None
        """The game in progress."""
        self._seat = 0
        self._result = "stopped"
        self._last: Walk | None = None

    @property
    def spec(self) -> str:
        return self.program.spec

    @classmethod
    def from_spec(cls, spec: Spec) -> "CommandAgent":
        assert isinstance(spec, Command)
        return cls(Program.of(spec))

    @property
    def files(self) -> list[Path]:
        return [*self.program.files, *_referee_files()]

    def begin(self, view: View, budget: Budget | None) -> None:
        self.close()
        self._seat, self._result, self._last = view.player, "stopped", None
        while (waiting := idle_sessions.take(self.program, view.game.name)) is not None:
            self.session = waiting
            try:
                self.session.begin(view, budget)
                return
            except TurnwrightError:  # it is gone since its last game, which is nobody's loss
                self._kill()
        self.session = session_with(self.program, view.game.name)
        try:
            self.session.begin(view, budget)
        except TurnwrightError:
            self._kill()
            raise

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> Turn | Sequence[int]:
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
        self._last = walk
        if walk.start.player != self._seat:
            self.session.see(walk)
        if walk.after.is_over:
            sign = walk.after.outcome * (1, -1)[self._seat]
            self._result = {1: "won", -1: "lost", 0: "drawn"}[sign]

    def see_part(self, walk: Walk) -> None:
        if self.session is not None:
            self.session.see_part(walk)

    def close(self) -> None:
        """Tell the program that the game is over, and end it, unless it waits for the next game."""
        if self.session is not None:
            session, self.session = self.session, None
            session.end(self._result, self._last)
            if session.lasts:
                idle_sessions.keep(self.program, session)
            else:
                session.process.close()

    def processor_seconds(self) -> float:
        """That of the program and of what it has started."""
        return 0.0 if self.session is None else self.session.process.processor_seconds()

    def _kill(self) -> None:
        """End a program that broke the rules, without a word."""
        if self.session is not None:
            self.session.process.close(politely=False)
            self.session = None


class IdleSessions:
    """Programs that have said that they play several games, and wait for the next one."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, Session]] = []

    def keep(self, program: Program, session: Session) -> None:
        """Let a program wait; the one that waits longest goes if there are too many."""
        session.process.flush(_FAREWELL)
        self._waiting.append((program.spec, session))
        while len(self._waiting) > _MOST_WAITING:
            self._waiting.pop(0)[1].process.close()

    def take(self, program: Program, game: str) -> Session | None:
        """A session that waits with this very program, if it speaks the protocol of the game."""
        if spoken_protocol(program.settings.protocol, game) != "json":
            return None
        for place, (spec, session) in enumerate(self._waiting):
            if spec == program.spec:
                del self._waiting[place]
                return session
        return None

    def end(self) -> None:
        """End all programs that wait."""
        while self._waiting:
            self._waiting.pop()[1].process.close()


idle_sessions = IdleSessions()
"""Of this process; they end with it."""


@cache
def _referee_files() -> list[Path]:
    """The files of the games' own protocols: they are loaded by name, so nothing here imports them."""
    found = []
    for package in CONTESTS.values():
        spec = find_spec(f"{package}.referee")
        assert spec is not None
        assert spec.origin is not None
        place = Path(spec.origin).resolve()
        found += [file for file in closure(place) if file.parent == place.parent]
    return found


def session_with(program: Program, game: str) -> Session:
    """A session with a program that is started for it, in the protocol that it speaks in a game of that name."""
    settings = program.settings
    protocol = spoken_protocol(settings.protocol, game)
    process = BotProcess(program.words)
    if protocol == "json":
        return JsonSession(process, time=settings.time, grace=settings.grace)
    if protocol == "aei":
        from turnwright.wire.aei_session import AeiSession  # a game is loaded on first use

        return AeiSession(process, time=settings.time, grace=settings.grace)
    referee: Referee = import_module(f"{CONTESTS[protocol]}.referee").REFEREE()
    return RefereeSession(process, referee, time=settings.time, grace=settings.grace)


def spoken_protocol(protocol: str, game: str) -> str:
    """What is spoken in a game: the game's own protocol, or `json`."""
    if protocol == "json" or (protocol == "game" and game not in OWN_PROTOCOLS):
        return "json"
    own = OWN_PROTOCOLS.get(game, "")
    if protocol not in ("game", own):
        known = next(name for name, spoken in OWN_PROTOCOLS.items() if spoken == protocol)
        raise SpecError(f"the protocol {protocol} is only for {known}, not for {game}; leave out protocol={protocol}")
    return own
