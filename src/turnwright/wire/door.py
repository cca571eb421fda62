"""Where a contest's referee knocks: a small process that reads every message and answers each in time.

It is there before anything big is loaded, and it stays apart from what is: loading and compiling hold up every thread
of their process. What the game's plain player answers at once, such as a draft, it answers. All other messages it
passes to the process that searches (`bot_search`), and waits for the answer as long as the contest allows; if none
comes, the plain player answers.
"""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from time import monotonic
from typing import IO, Protocol, TextIO

from turnwright.games.contests import CONTESTS

BEHIND = "--behind-the-door"
"""The option that makes `turnwright bot` the process that searches."""
READY = [-1, ""]
"""What that process says when it has read its arguments."""
_RESERVE, _RESERVED_SHARE = 0.04, 0.05
"""Seconds, and the share of the time, that a message and its answer may be on their way."""
_PATIENCE = 20.0
"""Seconds in which the process that searches must have read its arguments."""
_BAD_INPUT = 2


class PlainPlayer(Protocol):
    """Plays a contest's game without a search, and at once."""

    def read_message(self, next_line: Callable[[], str]) -> list[str] | None:
        """The lines of the referee's next message; none at the end of the input."""

    def at_once(self, message: Sequence[str]) -> str | None:
        """The answer to a message that needs no search, such as one of a draft."""

    def turn(self, message: Sequence[str]) -> str:
        """An answer to any other message, always a legal one."""

    def seconds(self, turn: int) -> float:
        """What the contest allows for a turn that needs a search; they are counted from 0."""


@dataclass(frozen=True, kw_only=True)
class Knock:
    """A message that wants a search."""

    number: int
    """Of the turn, from 0."""
    lines: list[str]
    deadline: float
    """When the answer must be there, by the monotonic clock, which all processes share."""
    answered: list[tuple[list[str], str]]
    """Every message since the last knock that was answered at once, and its answer."""


class Searcher:
    """The process that searches, as the door sees it. It is never waited for without a limit."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "turnwright", "bot", *arguments, BEHIND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._knocks: queue.SimpleQueue[Knock] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self.is_ready = threading.Event()
        """Set as soon as it has understood how it was called."""
        threading.Thread(target=self._pass_on, args=(self.process.stdin,), daemon=True).start()
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()

    def answer(self, knock: Knock) -> str | None:
        """The answer to a message, unless it is late."""
        self._knocks.put(knock)
        while (wait := knock.deadline - monotonic()) > 0:
            try:
                number, line = self._answers.get(timeout=wait)
            except queue.Empty:
                break
            if number == knock.number:
                return line
        return None

    def _pass_on(self, sink: IO[str]) -> None:
        try:
            while True:
                sink.write(json.dumps(asdict(self._knocks.get())) + "\n")
                sink.flush()
        except OSError:  # it has ended: the rest is played without it
            pass

    def _listen(self, source: IO[str]) -> None:
        for line in source:
            self.is_ready.set()
            number, answer = json.loads(line)
            self._answers.put((number, answer))
        if self.process.wait() == _BAD_INPUT:
            os._exit(_BAD_INPUT)  # it was called wrongly, and has said so


class Door:
    """Answers messages from the first to the last."""

    def __init__(self, source: TextIO, sink: TextIO, searcher: Searcher, player: PlainPlayer, time: float) -> None:
        self._source, self._sink, self._searcher, self._player, self._time = source, sink, searcher, player, time
        self._answered: list[tuple[list[str], str]] = []
        self._turns = 0

    def serve(self) -> None:
        """Answer until the input ends; a `ValueError` if it is not the contest's protocol."""
        while (lines := self._player.read_message(self._source.readline)) is not None:
            answer = self._player.at_once(lines)
            if answer is None:
                answer = self._search(lines)
            else:
                self._answered.append((lines, answer))
            self._sink.write(answer + "\n")
            self._sink.flush()

    def _search(self, lines: list[str]) -> str:
        seconds = (1 - _RESERVED_SHARE) * self._time * self._player.seconds(self._turns) - _RESERVE
        knock = Knock(number=self._turns, lines=lines, deadline=monotonic() + seconds, answered=self._answered)
        self._answered = []
        self._turns += 1
        return self._searcher.answer(knock) or self._player.turn(lines)


def enter(arguments: Sequence[str]) -> int:
    """The command `turnwright bot`: the door, or behind it the search; the exit code."""
    if BEHIND not in arguments:
        return serve(arguments)
    from turnwright.wire.bot import main  # the door itself loads nothing big

    main()
    return 0


def serve(arguments: Sequence[str]) -> int:
    """Be a contest's bot on stdin and stdout, with the arguments of `turnwright bot`; the exit code."""
    searcher = Searcher(arguments)
    try:
        if (contest := _contest_of(arguments)) is not None:
            player: PlainPlayer = import_module(f"{contest}.plain_player").PlainPlayer()
            Door(sys.stdin, sys.stdout, searcher, player, _time_of(arguments)).serve()
        searcher.is_ready.wait(_PATIENCE)  # a game that was over at once must not hide that it was called wrongly
    except (ValueError, IndexError) as error:
        sys.stderr.write(f"error: the input is not the contest's protocol: {error}\n")
        return _BAD_INPUT
    except (OSError, KeyboardInterrupt):  # nobody listens any more
        return 1
    finally:
        searcher.process.kill()
        searcher.process.wait()
    return 0


def _contest_of(arguments: Sequence[str]) -> str | None:
    """Where the contest of the game lives; whether the arguments are right is for the process that searches to say."""
    names = (argument.partition(":")[0] for argument in arguments)
    return next((CONTESTS[name] for name in names if name in CONTESTS), None)


def _time_of(arguments: Sequence[str]) -> float:
    """The value of `--time`, likewise."""
    words = [part for argument in arguments for part in argument.split("=", 1)]
    try:
        return float(words[words.index("--time") + 1])
    except (ValueError, IndexError):
        return 1.0
