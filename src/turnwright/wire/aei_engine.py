"""Our agents as engines of the Arimaa Engine Interface (AEI), on stdin and stdout.

The opening words are answered before anything big is loaded. A turn is searched in a thread of its own, so that the
controller is heard meanwhile; it ends by its time, at the controller's `stop` too.
"""

import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.wire.bot_options import BotOptions

if TYPE_CHECKING:
    from turnwright.agents.base import Agent
    from turnwright.core.budget import Budget
    from turnwright.core.state import State

AGENT = "oep"
"""Who plays by default."""
_SECONDS = 1.0
"""What a turn takes where the controller sets no time."""
_SHARE, _RESERVE = 0.85, 0.05
"""Of the time of a turn, what a search gets, less some seconds for the way of its answer."""
_SIDES = "gs"
_REHEARSAL = "2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"
"""Where a turn is played that does not count."""


class AeiEngine:
    """Plays one game after another until it is told to quit."""

    def __init__(self, options: BotOptions, sink: TextIO) -> None:
        self._options, self._sink = options, sink
        self._lock = threading.Lock()
        self._times: dict[str, float] = {}
        self._thread: threading.Thread | None = None
        self._agent: Agent | None = None
        self._state: State | None = None
        self._turns = 0

    def serve(self, lines: Iterable[str]) -> None:
        """Answer the controller's lines; a message that is not known ends the engine."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            if word:
                self._answer(word, rest.strip())
        self._wait()

    def _answer(self, word: str, rest: str) -> None:
        match word:
            case "aei":
                for answer in ("protocol-version 1", "id name Turnwright", "id author The Turnwright authors", "aeiok"):
                    self._say(answer)
            case "isready":
                self._load()
                self._say("readyok")
            case "newgame":
                self._wait()
                self._start("")
            case "setposition":
                self._wait()
                self._start(rest)
            case "setoption":
                self._set_option(rest)
            case "makemove":
                self._wait()
                self._make_move(rest)
            case "go":
                self._wait()
                if rest != "ponder":  # nothing is searched in the opponent's time
                    self._thread = threading.Thread(target=self._search)
                    self._thread.start()
            case "stop":
                self._wait()
            case _:
                raise TurnwrightError(f"{word!r} is not a message of AEI; it has go, makemove, newgame, setposition, …")

    def _say(self, line: str) -> None:
        with self._lock:
            self._sink.write(line + "\n")
            self._sink.flush()

    def _load(self) -> None:
        """Load the agent and the game, and play a turn that does not count: all machine code is there afterwards."""
        if self._agent is not None:
            return
        import turnwright
        from turnwright.agents.turn_check import ask_and_walk
        from turnwright.core.budget import Budget

        agent = turnwright.agent(self._options.agent or AGENT)
        rehearsal = turnwright.game(self._options.game).parse_state(_REHEARSAL)
        _, walk = ask_and_walk(agent, rehearsal, Budget(iterations=1), 0)
        rehearsal.play(*walk.actions)
        self._agent = agent
        if self._state is None:
            self._start("")

    def _start(self, position: str) -> None:
        import turnwright

        game = turnwright.game(self._options.game)
        self._turns = 0
        if not position:
            self._state = game.start(self._options.seed)
            return
        side, _, board = position.partition(" ")
        if side not in _SIDES:
            raise TurnwrightError(f"setposition has the side {side!r}; it must be g or s")
        pieces = board.strip("[]").replace(" ", ".")
        self._state = game.parse_state(f"{1 if not pieces.strip('.') else 2}{side} [{pieces}]")

    def _set_option(self, text: str) -> None:
        words = text.split()
        if len(words) >= 4 and words[0] == "name" and words[2] == "value":
            with suppress(ValueError):  # names of players and events
                self._times[words[1]] = float(words[3])

    def _make_move(self, text: str) -> None:
        from turnwright.games.arimaa.notation import read_turn

        self._load()
        assert self._state is not None
        self._state = self._state.play(*read_turn(self._state, text))

    def _search(self) -> None:
        try:
            self._load()
            assert self._agent is not None
            assert self._state is not None
            self._say(f"bestmove {self._planned(self._agent, self._state)}")
        except Exception as error:  # whatever goes wrong, the controller has to hear of it
            self._say(f"log Error: {in_one_line(error)}")

    def _planned(self, agent: "Agent", state: "State") -> str:
        from turnwright.agents.turn_check import ask_and_walk
        from turnwright.core.rng import generator
        from turnwright.games.arimaa.notation import official_turn

        self._turns += 1
        seed = int(generator(self._options.seed, self._turns)[0])
        _, walk = ask_and_walk(agent, state, self._budget(), seed)
        return official_turn(walk)

    def _budget(self) -> "Budget":
        """What a turn may take: the option `--budget`, or most of the controller's time for a turn."""
        from turnwright.core.budget import Budget

        if self._options.budget is not None:
            return Budget.parse(self._options.budget)
        seconds = self._times.get("tcmove") or self._times.get("tcturntime") or _SECONDS
        return Budget(milliseconds=1000 * max(0.05, (_SHARE * seconds - _RESERVE) * self._options.time))

    def _wait(self) -> None:
        """Let the search come to its end."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None


def serve_aei(options: BotOptions) -> int:
    """Be an engine of AEI on stdin and stdout; the exit code."""
    if options.draft is not None:
        raise TurnwrightError("--draft is for games with a draft; arimaa has none")
    engine = AeiEngine(options, sys.stdout)
    try:
        engine.serve(iter(sys.stdin.readline, ""))
    except OSError:  # nobody listens any more
        return 1
    return 0
