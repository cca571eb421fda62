"""Where a contest's referee knocks: a small process that reads every message and answers each in time.

It is there before anything big is loaded, and it stays apart from what is: loading and compiling hold up every thread
of their process. What the game's plain player answers at once, such as a draft, it answers. All other messages it
passes to the process that searches (`searcher`), and waits for the answer as long as the contest allows; if none
comes, the plain player answers, and a line on stderr reports it.

The search takes about a second to load, and the first turn of the battle comes soon. So answers that need no search
are held back while the search is not ready, as long as the contest allows.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from time import monotonic, process_time
from typing import Any, Protocol, TextIO

from turnwright.core.errors import TurnwrightError
from turnwright.games.contests import AEI_GAME, CONTESTS
from turnwright.wire import inbox
from turnwright.wire.bot_options import BotOptions
from turnwright.wire.searcher import BAD_INPUT, Knock, Searcher

_RESERVE, _RESERVED_SHARE = 0.04, 0.05
"""Seconds, and the share of the time, that a message and its answer may be on their way."""
_CAUTION = 2.0
"""The reserve is the worst delay of this process so far, times this factor."""
_ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_PATIENCE = 20.0
"""Seconds in which the process that searches must have read its arguments."""


class PlainPlayer(Protocol):
    """Plays a contest's game without a search, and at once."""

    drafts: Sequence[str]
    """The names of its drafting strategies, the default first."""

    def __init__(self, draft: str, seed: int) -> None:
        """`seed` is for strategies that leave something to chance."""

    def read_message(self, next_line: Callable[[], str]) -> list[str] | None:
        """The lines of the referee's next message; none at the end of the input."""

    def at_once(self, message: Sequence[str]) -> str | None:
        """The answer to a message that needs no search, such as one of a draft."""

    def turn(self, message: Sequence[str]) -> str:
        """An answer to any other message, always a legal one."""

    def pick_seconds(self, number: int) -> float:
        """What the contest allows for an answer that needs no search; they are counted from 0."""

    def turn_seconds(self, number: int) -> float:
        """What the contest allows for a turn that needs a search; they are counted from 0."""


class Door:
    """Answers messages from the first to the last."""

    def __init__(self, source: TextIO, sink: TextIO, searcher: Searcher, player: PlainPlayer, time: float) -> None:
        self._source, self._sink, self._searcher, self._player, self._time = source, sink, searcher, player, time
        self._answered: list[tuple[list[str], str]] = []
        self._lateness = 0.0
        """Seconds by which this process has at most been woken too late."""
        self.picks = self.turns = 0
        """Messages so far that needed no search, and that did."""
        self.unsearched = 0
        """Turns that the plain player had to play."""

    def serve(self) -> None:
        """Answer until the input ends; a `ValueError` if it is not the contest's protocol."""
        while (lines := self._player.read_message(self._source.readline)) is not None:
            answer = self._player.at_once(lines)
            if answer is None:
                answer = self._turn(lines)
            else:
                self._answered.append((lines, answer))
                self._hold()
            self._sink.write(answer + "\n")
            self._sink.flush()

    def _deadline(self, seconds: float, begun: float) -> float:
        """When an answer must be written for which the contest allows this many seconds."""
        seconds *= self._time
        return begun + (1 - _RESERVED_SHARE) * seconds - _RESERVE - _CAUTION * self._lateness

    def _hold(self) -> None:
        """Wait for the search while it is not ready. The clock of the first message may run since the process began."""
        begun = monotonic() - (0.0 if self.picks else _age())
        deadline = self._deadline(self._player.pick_seconds(self.picks), begun)
        self.picks += 1
        if not self._searcher.is_ready.wait(max(0.0, deadline - monotonic())):
            self._note_lateness(deadline)

    def _turn(self, lines: list[str]) -> str:
        deadline = self._deadline(self._player.turn_seconds(self.turns), monotonic())
        knock = Knock(number=self.turns, lines=lines, deadline=deadline, answered=self._answered)
        self._answered = []
        self.turns += 1
        answer = self._searcher.answer(knock)
        if answer is not None:
            return answer
        self._note_lateness(deadline)
        self.unsearched += 1
        sys.stderr.write(f"turn {self.turns} is played by simple rules: {self._reason()}\n")
        return self._player.turn(lines)

    def _reason(self) -> str:
        if self._searcher.is_gone:
            return "the process that searches has ended"
        return "the search was late" if self._searcher.is_ready.is_set() else "the search is not loaded yet"

    def _note_lateness(self, deadline: float) -> None:
        self._lateness = max(self._lateness, monotonic() - deadline)


def enter(arguments: Sequence[str]) -> int:
    """The command `turnwright bot`: the door, or behind it the search; the exit code."""
    try:
        options = BotOptions.read(arguments)
        if options.game.partition(":")[0] == AEI_GAME:
            from turnwright.wire.aei_engine import serve_aei

            return serve_aei(options)
        if not options.is_behind:
            return serve(options, arguments)
        # Blocked by the door: Ctrl-C stays so, it is for the door, which ends both.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, set(_ENDING) - {signal.SIGINT})
        inbox.listen()
        from turnwright.wire.bot_search import search_behind  # the door itself loads nothing big

        search_behind(options)
    except TurnwrightError as error:
        sys.stderr.write(f"error: {error}\n")
        return BAD_INPUT
    return 0


def serve(options: BotOptions, arguments: Sequence[str]) -> int:
    """Be a contest's bot on stdin and stdout; `arguments` are those of the process that searches. The exit code."""
    # A signal that comes in between waits until both processes can be ended; if it were ignored, it would be lost.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    searcher = Searcher(arguments)
    _end_at_once_with(searcher)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    door = None
    try:
        if (contest := CONTESTS.get(options.game.partition(":")[0])) is not None:
            door = Door(sys.stdin, sys.stdout, searcher, _player_of(contest, options), options.time)
            door.serve()
        if door is None or door.picks + door.turns == 0:
            searcher.is_called.wait(_PATIENCE)  # a game that was over at once must not hide that it was called wrongly
    except TurnwrightError:
        raise
    except (ValueError, IndexError) as error:
        sys.stderr.write(f"error: the input is not the contest's protocol: {error}\n")
        return BAD_INPUT
    except OSError:  # nobody listens any more
        return 1
    finally:
        searcher.end()
    return 0


def _end_at_once_with(searcher: Searcher) -> None:
    """Let signals that end this process end the one that searches, too."""

    def leave(number: int, _: Any) -> None:
        searcher.process.kill()
        with suppress(ChildProcessError):
            os.waitpid(searcher.process.pid, 0)
        os._exit(128 + number)

    for number in _ENDING:
        signal.signal(number, leave)


def _age() -> float:
    """Seconds since this process began, as far as the system tells; else the processor time that it has taken."""
    try:
        from time import CLOCK_BOOTTIME, clock_gettime  # Linux has it, as it has the file

        with open("/proc/self/stat", encoding="ascii") as file:
            begun = int(file.read().rpartition(")")[2].split()[19]) / os.sysconf("SC_CLK_TCK")
        return max(0.0, clock_gettime(CLOCK_BOOTTIME) - begun)
    except (OSError, ImportError, ValueError, IndexError):
        return process_time()


def _player_of(contest: str, options: BotOptions) -> PlainPlayer:
    kind: type[PlainPlayer] = import_module(f"{contest}.plain_player").PlainPlayer
    draft = options.draft or kind.drafts[0]
    if draft not in kind.drafts:
        raise TurnwrightError(f"--draft cannot be {draft!r}; available: {', '.join(kind.drafts)}")
    return kind(draft, options.seed)
