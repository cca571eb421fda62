"""A game of Arimaa with a program that speaks the Arimaa Engine Interface (AEI), led from the controller's end."""

from collections.abc import Sequence
from time import monotonic

from turnwright.core.budget import Budget
from turnwright.core.game import NotationError
from turnwright.core.state import View, Walk
from turnwright.games.arimaa.notation import board_text, official_turn, read_turn
from turnwright.wire.process import BotError, ProcessorLimit, shown
from turnwright.wire.session import ANSWER_SECONDS, START_SECONDS, Session, shown_state

_TALK = ("info", "log", "id", "protocol-version")
"""Lines that an engine may write at any time."""


class AeiSession(Session):
    """The engine receives every turn, including its own, and keeps the position itself."""

    name = ""
    """What the program calls itself."""

    def begin(self, view: View, budget: Budget | None) -> None:
        state = shown_state(view)
        state.walk(state.legal_actions()[:1])  # compiles what answers take, while the program's clock does not run
        self._ask("aei", "aeiok", START_SECONDS)
        seconds = _told_seconds(budget)
        for option, value in (("tcmove", seconds), ("tcreserve", 0), ("tcturntime", seconds)):
            self._send(f"setoption name {option} value {value}")
        self._send("newgame")
        record = state.records[0]
        if record.steps:
            raise BotError(f"{self.process.name} cannot receive {state}: AEI has no positions within a turn or setup")
        if record.turn:
            board = board_text(record.board).replace(".", " ")
            self._send(f"setposition {'gs'[state.player]} [{board}]")
        self._ask("isready", "readyok", START_SECONDS)

    def turn(self, view: View, budget: Budget | None, seed: int) -> Sequence[int]:
        seconds = max(_seconds(budget), _told_seconds(budget))
        line = self._ask("go", "bestmove", seconds, self._processor_limit(budget))
        state = view.world(seed)
        try:
            actions = read_turn(state, line)
        except NotationError as error:
            raise BotError(f"{self.process.name} wrote {shown(f'bestmove {line}')}: {error}") from error
        walk = state.walk(actions)
        if walk.is_whole:
            self._send(f"makemove {official_turn(walk)}")
        return actions

    def see(self, walk: Walk) -> None:
        self._send(f"makemove {official_turn(walk)}")

    def end(self, result: str, last: Walk | None = None) -> None:
        self._send("quit")

    def is_talk(self, line: str) -> bool:
        return line.split(" ")[0] in _TALK

    def _send(self, line: str) -> None:
        self.process.send(f"{line}\n")

    def _ask(self, line: str, wanted: str, seconds: float, processor: ProcessorLimit | None = None) -> str:
        """Send a line; what follows the wanted word in the answer. Talk before it is passed over."""
        self._send(line)
        limit = 1000 * seconds * self._time
        deadline = monotonic() + limit / 1000
        while True:
            answer = self._answer(limit, left=1000 * (deadline - monotonic()), processor=processor)
            word, _, rest = answer.strip().partition(" ")
            if word == wanted:
                return rest.strip()
            if word == "id" and rest.startswith("name "):
                self.name = rest.removeprefix("name ")
            if word not in _TALK:
                raise BotError(f"{self.process.name} wrote {shown(answer)}; {wanted} answers {line.split()[0]!r}")


def _seconds(budget: Budget | None) -> float:
    return ANSWER_SECONDS if budget is None or budget.milliseconds is None else budget.milliseconds / 1000


def _thinking_seconds(budget: Budget | None) -> float:
    """What the program may think: its processor time where nothing else limits it."""
    if budget is not None and budget.milliseconds is None and budget.cpu_milliseconds is not None:
        return budget.cpu_milliseconds / 1000
    return _seconds(budget)


def _told_seconds(budget: Budget | None) -> int:
    """The time of a turn as AEI has it: whole seconds, at least one, since 0 would be no limit."""
    return max(1, int(_thinking_seconds(budget)))
