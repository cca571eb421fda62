"""A game of Arimaa with a program that speaks the Arimaa Engine Interface (AEI), led from the controller's end."""

from collections.abc import Sequence
from time import monotonic

from turnwright.core.budget import Budget
from turnwright.core.game import NotationError
from turnwright.core.state import View, Walk
from turnwright.games.arimaa.notation import board_text, official_turn, read_turn
from turnwright.wire.process import BotError, shown
from turnwright.wire.session import ANSWER_SECONDS, START_SECONDS, Session, shown_state

_TALK = ("info", "log", "id", "protocol-version")
"""Lines that an engine may write at any time."""


class AeiSession(Session):
    """The engine is told every turn, its own included, and keeps the position itself."""

    name = ""
    """What the program calls itself."""

    def begin(self, view: View, budget: Budget | None) -> None:
        state = shown_state(view)
        state.walk(state.legal_actions()[:1])  # compiles what answers take, while the program's clock does not run
        self._ask("aei", "aeiok", START_SECONDS)
        seconds = ANSWER_SECONDS if budget is None or budget.milliseconds is None else budget.milliseconds / 1000
        for option, value in (("tcmove", seconds), ("tcreserve", 0), ("tcturntime", seconds)):
            self._send(f"setoption name {option} value {max(1, round(value)) if value else 0}")
        self._send("newgame")
        record = state.records[0]
        if record.turn or record.steps:
            board = board_text(record.board).replace(".", " ")
            self._send(f"setposition {'gs'[state.player]} [{board}]")
        self._ask("isready", "readyok", START_SECONDS)

    def turn(self, view: View, budget: Budget | None, seed: int) -> Sequence[int]:
        limit = ANSWER_SECONDS if budget is None or budget.milliseconds is None else budget.milliseconds / 1000
        line = self._ask("go", "bestmove", limit)
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

    def end(self, result: str) -> None:
        self._send("quit")

    def is_talk(self, line: str) -> bool:
        return line.split(" ")[0] in _TALK

    def _send(self, line: str) -> None:
        self.process.send(f"{line}\n")

    def _ask(self, line: str, wanted: str, seconds: float) -> str:
        """Send a line; what follows the wanted word in the answer. Talk before it is passed over."""
        self._send(line)
        limit = 1000 * seconds * self._time
        deadline = monotonic() + limit / 1000
        while True:
            answer = self._answer(limit, left=1000 * (deadline - monotonic()))
            word, _, rest = answer.strip().partition(" ")
            if word == wanted:
                return rest.strip()
            if word == "id" and rest.startswith("name "):
                self.name = rest.removeprefix("name ")
            if word not in _TALK:
                raise BotError(f"{self.process.name} wrote {shown(answer)}; {wanted} answers {line.split()[0]!r}")
