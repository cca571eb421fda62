"""Does a program keep to the protocol? A few games against random play tell, and name what it does wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import turnwright
from turnwright.agents.turn_check import ask_and_walk, walk_of
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.wire.agent import session_with, spoken_protocol
from turnwright.wire.command import Program
from turnwright.wire.json_lines import JsonSession
from turnwright.wire.process import shown
from turnwright.wire.session import Session

_GAMES: tuple[tuple[int, ViewKind, str], ...] = (
    (0, "open", "in the first seat"),
    (1, "hidden", "in the second seat, with hidden information"),
    (0, "open", "in a game whose messages have an extra field"),
)
"""Seat and view of every game, and what is tried in it."""
_FURTHER_FIELD = {"further": "later versions may add fields; ignore unknown ones"}
_FAREWELL = 3.0
"""Seconds in which a program should end after its input was closed."""


@dataclass(frozen=True, kw_only=True)
class CheckReport:
    """What came out."""

    name: str
    """What the program calls itself; empty where the protocol has no names."""
    protocol: str
    turns: int
    """Turns that it was asked for."""
    slowest: float
    """Milliseconds of its longest turn."""
    findings: tuple[str, ...]
    """What is wrong, a sentence each."""
    remarks: tuple[str, ...]
    """What is allowed, but hardly meant."""

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {
            "findings": list(self.findings),
            "remarks": list(self.remarks),
        }


def check(program: Program, game: Game, budget: Budget, turns: int) -> CheckReport:
    """Play some games with a program, each for at most this many of its turns."""
    return _Check(program, game, budget, turns).report()


class _Check:
    def __init__(self, program: Program, game: Game, budget: Budget, turns: int) -> None:
        self._program, self._game, self._budget, self._turns = program, game, budget, turns
        self._protocol = spoken_protocol(program.settings.protocol, game.name)
        self._opponent = turnwright.agent("random")
        self._asked = 0
        self._slowest = 0.0
        self._name = ""
        self._findings: dict[str, str] = {}
        self._remarks: dict[str, str] = {}

    def report(self) -> CheckReport:
        self._opponent.plan(self._game.start(0).view(), Budget(iterations=1))  # compiles, while no program waits
        for number, (seat, view, where) in enumerate(_GAMES if self._protocol == "json" else _GAMES[:2]):
            self._one_game(number, seat, view, where)
        return CheckReport(
            name=self._name,
            protocol=self._protocol,
            turns=self._asked,
            slowest=round(self._slowest, 1),
            findings=tuple(f"{where}: {what}" for what, where in self._findings.items()),
            remarks=tuple(f"{where}: {what}" for what, where in self._remarks.items()),
        )

    def _one_game(self, number: int, seat: int, view: ViewKind, where: str) -> None:
        session = session_with(self._program, self._game.name)
        if isinstance(session, JsonSession) and number == 2:
            session.further = _FURTHER_FIELD
        try:
            self._play(session, number, seat, view)
            session.end("stopped")
            if session.lasts and number == 0:  # another game in the same process, from the other seat
                self._play(session, number + 1, 1 - seat, view)
                session.end("stopped")
            self._say_goodbye(session, where)
        except TurnwrightError as error:
            self._found(str(error), where)
        finally:
            session.process.close(politely=False)
        self._name = getattr(session, "name", "") or self._name
        if dropped := getattr(session, "dropped", 0):
            first = getattr(session, "dropped_first", "")
            self._remark(f"{dropped} actions were illegal and skipped, the first in {first}", where)

    def _play(self, session: Session, number: int, seat: int, view: ViewKind) -> None:
        state = self._game.start(number)
        session.begin(state.view(seat, view), self._budget)
        asked = 0
        while not state.is_over and asked < self._turns:
            if state.player == seat:
                asked += 1
                state = self._asked_turn(session, state, view, asked)
            else:
                _, walk = ask_and_walk(self._opponent, state, Budget(iterations=1), asked)
                session.see(walk)
                state = walk.after

    def _asked_turn(self, session: Session, state: State, view: ViewKind, seed: int) -> State:
        self._asked += 1
        walk = None
        while walk is None or not walk.is_whole:
            if walk is not None:
                session.see_part(walk)
                state = walk.after
            begun = perf_counter()
            answer = session.turn(state.view(kind=view), self._budget, seed)
            self._slowest = max(self._slowest, 1000 * (perf_counter() - begun))
            walk = walk_of(answer, state, in_parts=True)
        return walk.after

    def _say_goodbye(self, session: Session, where: str) -> None:
        ended = session.process.ends(_FAREWELL)
        for line in _lines(session.process.unread()):
            if not session.is_talk(line):
                self._found(f"it wrote {shown(line)} without being asked", where)
                break
        if not ended:  # bots of the contest do it; they are killed
            self._remark(f"it did not exit within {_FAREWELL:g} s after its input was closed", where)

    def _found(self, what: str, where: str) -> None:
        """Note what is wrong, once."""
        self._findings.setdefault(what, where)

    def _remark(self, what: str, where: str) -> None:
        """Note what is allowed, but hardly meant, once."""
        self._remarks.setdefault(what, where)


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.strip())
