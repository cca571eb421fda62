"""Our agents as engines of the Arimaa Engine Interface (AEI), on stdin and stdout.

The opening words are answered before anything big is loaded. A turn is searched in a thread of its own, so that the
controller is heard meanwhile: `stop` ends the search at once, and its best turn so far is the answer.
"""

import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.wire.aei_clock import AeiClock
from turnwright.wire.bot_options import BotOptions

if TYPE_CHECKING:
    from turnwright.agents.base import Agent
    from turnwright.core.budget import Budget
    from turnwright.core.control import Watched
    from turnwright.core.state import State
    from turnwright.wire.aei_board import ToldBoard

AGENT = "oep"
"""Who plays by default."""
_PIECES = 16
_REHEARSAL = "2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"
"""Where a turn is played that does not count."""


class AeiEngine:
    """Plays one game after another until it receives quit."""

    def __init__(self, options: BotOptions, sink: TextIO) -> None:
        self._options, self._sink = options, sink
        self._speaking, self._loading = threading.Lock(), threading.Lock()
        self._clock = AeiClock()
        self._search: _Search | None = None
        self._agent: Agent | None = None
        self._state: State | None = None
        self._told: ToldBoard | None = None
        """The board instead of a state, after turns that are not legal."""
        self._turns = 0

    def serve(self, lines: Iterable[str]) -> None:
        """Answer the controller's lines; a message that is not known, or cannot be followed, ends the engine."""
        try:
            for line in lines:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    self._give_up_search()
                    self._say("log The session is over.")
                    break
                if word:
                    self._answer(word, rest.strip())
        except TurnwrightError as error:
            self._say(f"log Error: {error}")
            raise
        finally:
            self._end_search()

    def _answer(self, word: str, rest: str) -> None:
        match word:
            case "aei":
                for answer in ("protocol-version 1", "id name Turnwright", "id author The Turnwright authors", "aeiok"):
                    self._say(answer)
            case "isready":
                self._load()
                self._say("readyok")
            case "newgame":
                self._give_up_search()
                self._clock.begin_game()
                self._start("")
            case "setposition":
                self._give_up_search()
                self._clock.begin_turn()
                self._start(rest)
            case "setoption":
                self._set_option(rest)
            case "makemove":
                self._give_up_search()
                self._clock.begin_turn()
                self._make_move(rest)
            case "go":
                self._go(rest)
            case "stop":
                self._end_search()
            case _:
                raise TurnwrightError(f"{word!r} is not a message of AEI; it has go, makemove, newgame, setposition, …")

    def _say(self, line: str) -> None:
        with self._speaking:
            self._sink.write(line + "\n")
            self._sink.flush()

    def _load(self) -> None:
        """Load the agent and the game, and play a turn that does not count: all machine code is there afterwards."""
        with self._loading:
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
            if self._state is None and self._told is None:
                self._start("")

    # The game

    def _start(self, position: str) -> None:
        import turnwright

        game = turnwright.game(self._options.game)
        self._turns, self._told = 0, None
        if not position:
            self._state = game.start(self._options.seed)
            return
        side, _, board = position.partition(" ")
        if side not in ("g", "s"):
            raise TurnwrightError(f"setposition has the side {side!r}; it must be g or s")
        pieces = board.strip().removeprefix("[").removesuffix("]").replace(" ", ".")
        self._state = game.parse_state(f"{1 if _is_setup(side, pieces) else 2}{side} [{pieces}]")

    def _set_option(self, text: str) -> None:
        words = text.split()
        if len(words) < 2 or words[0] != "name":
            self._say(f"log Warning: setoption has {text!r}; it must be name, an option, value, its value")
            return
        value = " ".join(words[3:]) if words[2:3] == ["value"] else ""
        if wrong := self._clock.set_option(words[1], value):
            self._say(f"log Warning: {wrong}")

    def _make_move(self, text: str) -> None:
        from turnwright.games.arimaa.notation import read_turn

        self._load()
        if self._state is None:
            self._follow(text)
            return
        try:
            self._state = self._state.play(*read_turn(self._state, text))
        except TurnwrightError as error:
            self._say(f"log Warning: the turn is played as it is written, though it is not legal: {error}")
            self._follow(text)

    def _follow(self, text: str) -> None:
        """Play a turn that our rules do not allow; from a board that they do not know, nothing can be searched."""
        from turnwright.wire.aei_board import ToldBoard

        if self._state is not None:
            self._told = ToldBoard(self._state)
        assert self._told is not None
        self._told.play(text)
        try:
            self._state = self._told.state()
        except TurnwrightError:
            self._state = None

    # Searches

    def _go(self, how: str) -> None:
        from turnwright.core.control import Watched

        if self._search is not None and self._search.is_alive():
            self._say("log Error: go came while a search is running; that search continues")
        elif how != "ponder":  # nothing is searched in the opponent's time
            self._search = _Search(self._planned, self._say, Watched())
            self._search.start()

    def _end_search(self) -> None:
        """Let a search that is running answer with what it has found so far."""
        if self._search is not None:
            self._search.end()

    def _give_up_search(self) -> None:
        """End a search that is running without an answer, which would pass for one to the next question."""
        if self._search is not None and self._search.is_alive():
            self._search.is_given_up = True
            self._search.end()

    def _planned(self) -> str:
        from turnwright.agents.turn_check import ask_and_walk
        from turnwright.core.rng import generator
        from turnwright.games.arimaa.notation import official_turn

        self._load()
        assert self._agent is not None
        if self._state is None:
            raise TurnwrightError("the turns lead to a board that is not a legal position")
        self._turns += 1
        seed = int(generator(self._options.seed, self._turns)[0])
        _, walk = ask_and_walk(self._agent, self._state, self._budget(self._state.player), seed)
        return official_turn(walk)

    def _budget(self, side: int) -> "Budget":
        """What a turn may take: the option `--budget`, or most of the controller's time for a turn."""
        from turnwright.core.budget import Budget

        if self._options.budget is not None:
            return Budget.parse(self._options.budget)
        return Budget(milliseconds=1000 * self._clock.seconds(side, self._options.time))


class _Search(threading.Thread):
    """A search for a turn, which says what it has found."""

    is_given_up = False

    def __init__(self, plan: Callable[[], str], say: Callable[[str], None], controls: "Watched") -> None:
        super().__init__()
        self._plan, self._say, self._controls = plan, say, controls

    def run(self) -> None:
        from turnwright.core.control import watching

        try:
            with watching(self._controls):
                turn = self._plan()
            self._say("log The search was abandoned." if self.is_given_up else f"bestmove {turn}")
        except OSError:  # nobody listens any more
            return
        except Exception as error:  # whatever goes wrong, the controller has to hear of it
            with suppress(OSError):
                self._say(f"log Error: {in_one_line(error)}")

    def end(self) -> None:
        """Stop the search, and wait until it has answered."""
        self._controls.stop()
        self.join()


def _is_setup(side: str, pieces: str) -> bool:
    """Whether a side has yet to place its pieces: nothing stands there, or all of Gold where Gold has placed them."""
    if side == "g":
        return not pieces.strip(".")
    placed = pieces[-_PIECES:]
    return len(placed) == _PIECES and placed.isalpha() and placed.isupper() and not pieces[:-_PIECES].strip(".")


def serve_aei(options: BotOptions) -> int:
    """Be an engine of AEI on stdin and stdout; the exit code."""
    if options.draft is not None:
        raise TurnwrightError("--draft is for games with a draft; arimaa has none")
    for stream in (sys.stdin, sys.stdout):
        assert isinstance(stream, TextIOWrapper)
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # bytes that are no text are refused as words
    engine = AeiEngine(options, sys.stdout)
    try:
        engine.serve(iter(sys.stdin.readline, ""))
    except OSError:  # nobody listens any more
        return 1
    return 0
