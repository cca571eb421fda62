"""The process that searches, as the door sees it: knocks go in, answers come out, and it is never waited for without a
limit."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import monotonic
from typing import IO

from turnwright.wire.bot_options import BEHIND

CALLED = -2
"""The number of what that process says when it has read its arguments."""
READY = -1
"""The number of what it says when all that searches take is loaded."""
BAD_INPUT = 2
"""Its exit code if it was called wrongly."""
_GONE = -3


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
    """A process that loads the search, and then answers knocks."""

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
        self.is_called = threading.Event()
        """Set as soon as it has understood how it was called."""
        self.is_ready = threading.Event()
        """Set as soon as it can search, or never will."""
        self.is_gone = False
        threading.Thread(target=self._pass_on, args=(self.process.stdin,), daemon=True).start()
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()

    def answer(self, knock: Knock) -> str | None:
        """The answer to a message; none if there is none in time."""
        self._knocks.put(knock)
        while not self.is_gone and (wait := knock.deadline - monotonic()) > 0:
            try:
                number, line = self._answers.get(timeout=wait)
            except queue.Empty:
                break
            if number == knock.number:
                return line or None
        return None

    def end(self) -> None:
        """Nothing of it is left."""
        self.process.kill()
        self.process.wait()

    def _pass_on(self, sink: IO[str]) -> None:
        try:
            while True:
                sink.write(json.dumps(asdict(self._knocks.get())) + "\n")
                sink.flush()
        except OSError:  # it has ended: the rest is played without it
            pass

    def _listen(self, source: IO[str]) -> None:
        for line in source:
            number, answer = json.loads(line)
            if number == CALLED:
                self.is_called.set()
            elif number == READY:
                self.is_ready.set()
            else:
                self._answers.put((number, answer))
        if self.process.wait() == BAD_INPUT:
            os._exit(BAD_INPUT)  # it was called wrongly, and has said so
        self.is_gone = True
        self.is_ready.set()
        self._answers.put((_GONE, ""))
