"""A program outside, held on a short leash: lines to it and from it, with limits on time and length.

It runs under a guardian (see `guardian.py`), so that nothing of it is left when it is closed, or when this process
dies. Whatever a program does wrong is a `BotError` in one sentence.
"""

import os
import selectors
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from glob import glob
from itertools import pairwise
from pathlib import Path
from time import monotonic

from turnwright.core.errors import TurnwrightError

LINE_LIMIT = 65_536
"""Bytes that a line of a program may have."""
_STDERR_KEPT = 4_096
_STDERR_SHOWN = 200
_FAREWELL = 0.5
"""Seconds that a program has to end by itself before it is killed."""
_CHUNK = 16_384
_ROUNDS = 64
_PROCESSOR_GLANCE = 0.05
"""Seconds between two looks at a program's processor time."""
_GUARDIAN = Path(__file__).with_name("guardian.py")
_INTERPRETERS = {"python", "pypy", "perl", "ruby", "node", "java", "sh", "bash", "dash", "php", "lua", "dotnet", "env"}
"""Programs that run what their arguments name; versions such as python3.12 count as well."""


class BotError(TurnwrightError):
    """What a program outside did wrong; it forfeits its game."""


class BotProcess:
    """A running program. Nothing of it survives `close`, nor the end of this process."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = bot_name(command)
        lifeline, hold = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_GUARDIAN), str(lifeline), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(lifeline,),
                start_new_session=True,
            )
        except OSError as error:
            os.close(hold)
            raise BotError(f"{self.name} could not be started: {error.strerror}") from error
        finally:
            os.close(lifeline)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout, self._stderr = (
            self._process.stdin.fileno(), self._process.stdout.fileno(), self._process.stderr.fileno(),
        )  # fmt: skip
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._outbox = b""
        self._inbox = bytearray()
        self._errors = bytearray()
        self._open = {self._stdout, self._stderr}
        self._end = weakref.finalize(self, _end, self._process, hold)

    def send(self, text: str) -> None:
        """Have lines sent; they leave while an answer is waited for."""
        self._outbox += text.encode()

    def line(self, seconds: float, *, told: str = "", processor: "ProcessorLimit | None" = None) -> str:
        """The next line of the program, without the line end. It must arrive within `seconds`.

        `told` is the time limit in the error message, if it is not `seconds`. `processor` limits the processor time
        that the program may use until then.
        """
        deadline = monotonic() + seconds
        late = False
        while True:
            end = self._inbox.find(b"\n", 0, LINE_LIMIT + 1)
            if end >= 0:
                if processor is not None:
                    processor.check(self)
                line = bytes(self._inbox[:end])
                del self._inbox[: end + 1]
                return self._decoded(line)
            if len(self._inbox) > LINE_LIMIT:
                raise BotError(f"{self.name} wrote a line of more than {LINE_LIMIT} bytes{self._last_words()}")
            if self._stdout not in self._open:
                raise BotError(f"{self.name} {self._how_it_ended()}{self._last_words()}")
            if late:
                raise BotError(
                    f"{self.name} did not answer within {told or f'{1000 * seconds:g} ms'}{self._last_words()}"
                )
            wait = deadline - monotonic()
            late = wait <= 0  # once more then: what has arrived meanwhile is in time
            if processor is not None:
                processor.check(self)
                wait = min(wait, _PROCESSOR_GLANCE)
            self._pump(max(0.0, wait))

    def flush(self, seconds: float) -> None:
        """Wait until everything has been sent, for at most `seconds`."""
        deadline = monotonic() + seconds
        while self._outbox and self._stdout in self._open and (wait := deadline - monotonic()) > 0:
            self._pump(wait)

    def processor_seconds(self) -> float:
        """Processor time of the program and of what it has started, as far as the system tells (Linux)."""
        return sum(map(_processor_seconds, _descendants(self._process.pid)))

    def unread(self) -> str:
        """What the program has written beyond the lines that were read, as far as it has arrived."""
        self._listen(0.0)
        return self._inbox.decode("utf-8", errors="replace")

    def ends(self, seconds: float) -> bool:
        """Close the program's input; whether it ends by itself within this many seconds."""
        deadline = monotonic() + seconds
        stdin = self._process.stdin
        assert stdin is not None
        while (wait := deadline - monotonic()) > 0 and self._outbox:
            self._pump(wait)
        self._outbox = b""
        stdin.close()
        while self._open and (wait := deadline - monotonic()) > 0:
            self._pump(wait, all_output=True)
            del self._inbox[LINE_LIMIT + 1 :]
        try:
            self._process.wait(max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self, *, politely: bool = True) -> None:
        """End the program: with a moment for it to do so itself, if it may."""
        if politely and self._end.alive:
            self.ends(_FAREWELL)
        self._end()

    def _listen(self, seconds: float) -> None:
        """Take in what the program says until it is silent, or for this many seconds; not for ever."""
        deadline = monotonic() + seconds
        for _ in range(_ROUNDS):
            if not (self._open and self._pump(max(0.0, deadline - monotonic()))):
                return

    def _pump(self, seconds: float, *, all_output: bool = False) -> bool:
        """Move bytes through the pipes once; whether anything could be moved in time."""
        with selectors.DefaultSelector() as selector:
            for pipe in self._open:
                if pipe == self._stderr or all_output or len(self._inbox) <= LINE_LIMIT:
                    selector.register(pipe, selectors.EVENT_READ)
            if self._outbox:
                selector.register(self._stdin, selectors.EVENT_WRITE)
            ready = selector.select(seconds)
        for key, _ in ready:
            if key.fd == self._stdin:
                self._write()
            else:
                self._read(key.fd)
        return bool(ready)

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin, self._outbox[:_CHUNK])
            self._outbox = self._outbox[sent:]
        except BlockingIOError:
            return
        except OSError:  # it does not listen any more; what it still says will tell why
            self._outbox = b""

    def _read(self, pipe: int) -> None:
        try:
            data = os.read(pipe, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._open.discard(pipe)
        elif pipe == self._stdout:
            self._inbox += data
        else:
            self._errors += data
            del self._errors[:-_STDERR_KEPT]

    def _decoded(self, line: bytes) -> str:
        try:
            return line.removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError:
            raise BotError(f"{self.name} wrote {shown(line)}, which is not UTF-8 text") from None

    def _how_it_ended(self) -> str:
        self._listen(_FAREWELL)
        try:
            code = self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its output instead of answering"
        if code > 128:
            try:
                return f"was ended by {signal.Signals(code - 128).name} instead of answering"
            except ValueError:
                pass
        return f"ended with exit code {code} instead of answering"

    def _last_words(self) -> str:
        """The end of what the program wrote to stderr, for an error message."""
        self._listen(0.0)
        lines = [line.strip() for line in self._errors.decode("utf-8", errors="replace").splitlines() if line.strip()]
        return f"; its last words on stderr: {shown(lines[-1], _STDERR_SHOWN)}" if lines else ""


@dataclass(frozen=True, kw_only=True)
class ProcessorLimit:
    """How much processor time a program may use."""

    end: float
    """Its processor time so far when the limit is reached, the allowance included, in seconds."""
    told: str
    """The limit, for an error message."""

    def check(self, process: BotProcess) -> None:
        """Refuse a program that is over the limit."""
        if process.processor_seconds() > self.end:
            raise BotError(f"{process.name} used more than {self.told} of processor time")


def measures_processor_time() -> bool:
    """Whether this system tells the processor time of programs."""
    return sys.platform == "linux"


def _descendants(process: int) -> list[int]:
    """What a process has started, directly or not."""
    found = []
    for children in glob(f"/proc/{process}/task/*/children"):
        with suppress(OSError), open(children, encoding="ascii") as file:
            for child in map(int, file.read().split()):
                found += [child, *_descendants(child)]
    return found


def _processor_seconds(process: int) -> float:
    """Of a process and of those of its children that have ended."""
    with suppress(OSError), open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        figures = file.read().rpartition(")")[2].split()
        return sum(map(int, figures[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _end(process: "subprocess.Popen[bytes]", hold: int) -> None:
    """Let go of the lifeline, which makes the guardian kill everything, and wait for that."""
    os.close(hold)
    try:
        process.wait(5.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()


def shown(text: str | bytes, length: int = 80) -> str:
    """What a program wrote, safe to print and cut to a length that fits a sentence."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", errors="backslashreplace")
    return repr(text if len(text) <= length else f"{text[: length - 1]}…")


def bot_name(command: Sequence[str]) -> str:
    """What messages call a program: its file, or what an interpreter runs: a file, or a module behind `-m`.

    >>> bot_name(["./my_bot", "--level", "2"]), bot_name(["python3", "-m", "my_bot"])
    ('my_bot', 'my_bot')
    """
    program = Path(command[0]).name
    if program.rstrip("0123456789.") not in _INTERPRETERS:
        return program
    for before, word in pairwise(command):
        if before == "-m":
            return word
        if Path(word).is_file():
            return bot_name(command[command.index(word) :])
    return program


def found_program(name: str) -> str | None:
    """Where the program of that name is, if it can be run."""
    return shutil.which(name)
