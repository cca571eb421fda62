"""The process that plays games for another, or does other tasks: one at a time, and visibly alive.

It is a plain program that a pool starts (`WorkerProcess`), so that it never runs the caller's script again, as spawned
processes of `multiprocessing` do. Setups come and records go as JSON over a pipe. What is going on inside is written to
shared memory before every turn, so that the parent can stop a player that does not answer and still knows the game up
to there.
"""

import ctypes
import json
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from time import monotonic_ns
from typing import Any

import numpy as np

from turnwright.arena import tasks
from turnwright.arena.failure import ArenaError
from turnwright.arena.play_game import play_game
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.core import compiled
from turnwright.core.compile_errors import explained
from turnwright.core.errors import TurnwrightError, in_one_line

DIARY_WORDS = 1 << 16
_BYTES = 8 * DIARY_WORDS
_HEAD = 4
_PARENT_DEATH_SIGNAL = 1
"""Linux's name for it in `prctl`."""
_START = "import sys; sys.path[:] = sys.argv[4:]; from turnwright.arena.worker_process import main; main()"
"""What the program runs: modules are found where the parent finds them."""


@dataclass(frozen=True, kw_only=True)
class Activity:
    """What a worker's player is doing."""

    seat: int
    plans: bool
    """Whether it plans a turn, or only gets ready."""
    seconds: float
    """Since when."""


class Diary:
    """What a worker is doing, in memory that it shares with its parent.

    Words: the time at which a player began what it does (0: nobody does anything), its seat, whether it plans or gets
    ready, and the number of words that follow: every turn played, as its length and its actions.
    """

    def __init__(self, memory: Any) -> None:
        self._words = np.frombuffer(memory, dtype=np.int64)
        self._is_full = False

    # Written by the worker

    def clear(self) -> None:
        """Nobody does anything, and no turn has been played."""
        self._words[:_HEAD] = 0
        self._is_full = False

    def gets_ready(self, seat: int) -> None:
        self._words[:3] = monotonic_ns(), seat, 0

    def plans(self, seat: int, last_turn: Sequence[int]) -> None:
        words = self._words
        used, length = int(words[3]), len(last_turn)
        # Turns after one that does not fit are left out, too: what is written stays the beginning of the game.
        self._is_full |= _HEAD + used + 1 + length > DIARY_WORDS
        if length and not self._is_full:
            place = _HEAD + used
            words[place] = length
            words[place + 1 : place + 1 + length] = last_turn
            words[3] = used + 1 + length
        words[:3] = monotonic_ns(), seat, 1

    # Read by the parent

    def activity(self) -> Activity | None:
        """Who does what since when, if anybody does."""
        since, seat, planning = self._words[:3].tolist()
        return Activity(seat=seat, plans=bool(planning), seconds=(monotonic_ns() - since) / 1e9) if since else None

    def turns(self) -> list[list[int]]:
        """The turns played so far."""
        turns = []
        place, end = _HEAD, _HEAD + int(self._words[3])
        while place < end:
            length = int(self._words[place])
            turns.append(self._words[place + 1 : place + 1 + length].tolist())
            place += 1 + length
        return turns


class WorkerProcess:
    """A worker as its parent sees it. It ends with its parent, however that ends."""

    def __init__(self) -> None:
        ours, theirs = Pipe()
        alive, lifeline = os.pipe()  # nobody else holds the end that is ours, so the other one ends with us
        with tempfile.TemporaryFile() as file:
            file.truncate(_BYTES)
            descriptors = theirs.fileno(), file.fileno(), alive
            with _without_interrupts():
                self._process = subprocess.Popen(
                    [sys.executable, "-c", _START, *map(str, descriptors), *sys.path],
                    stdin=subprocess.DEVNULL,
                    stdout=2,  # what an agent prints must not mix with results
                    pass_fds=descriptors,
                    process_group=0,  # so that it can be ended with all that an agent has started
                )
            self.diary = Diary(mmap.mmap(file.fileno(), _BYTES))
        theirs.close()
        os.close(alive)
        self.connection = ours
        """Where its messages come from."""
        self._lifeline = lifeline

    def give(self, setup: GameSetup) -> None:
        """Have it play a game."""
        self.diary.clear()
        self.send(setup.as_dict())

    def send(self, message: dict[str, Any]) -> None:
        """Send it what to do, a setup or a task, as plain data."""
        with suppress(OSError):  # it has died meanwhile, which shows when it is listened to
            self.connection.send_bytes(json.dumps(message).encode())

    def message(self) -> dict[str, Any]:
        """What it answers; an `EOFError` or `OSError` if it has died."""
        answer: dict[str, Any] = json.loads(self.connection.recv_bytes())
        return answer

    def record(self, setup: GameSetup) -> GameRecord:
        """The record of its game. An error of ours is raised, and an `EOFError` or `OSError` if the worker has died."""
        message = self.message()
        if "refusal" in message:
            raise TurnwrightError(message["refusal"])
        if "failure" in message:
            raise ArenaError(setup, message["failure"], message["traceback"])
        return GameRecord.from_dict(message, setup)

    def kill(self) -> None:
        """Stop it immediately; what it has sent can still be read."""
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        """End it, and what its agents have started."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self.kill()
        self.connection.close()
        os.close(self._lifeline)

    @property
    def exit_code(self) -> int:
        """What it has ended with: below zero, the number of the signal that ended it."""
        return self._process.returncode or 0


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that is started here never hears of Ctrl-C, not even before it can say that it does not care."""
    if threading.current_thread() is not threading.main_thread():  # only that one hears of it
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The life of a worker


def main() -> None:
    """Play games until the parent closes the pipe, or ends."""
    pipe, memory, alive = map(int, sys.argv[1:4])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    _end_with_parent()
    compiled.announce = None  # the parent compiles first, and announces it
    diary = Diary(mmap.mmap(memory, _BYTES))
    for descriptor in (memory, pipe, alive):
        os.set_inheritable(descriptor, False)  # none of this is for what an agent starts
    # Games are played beside the main thread: there, searches need no thread of their own.
    threading.Thread(target=_play, args=(Connection(pipe), diary), daemon=True).start()
    os.read(alive, 1)
    os._exit(1)


def _end_with_parent() -> None:
    """Have the system end this process with its parent, where it can (Linux): an agent that holds the interpreter
    lock would keep the thread that watches the parent from doing so."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _play(connection: Connection, diary: Diary) -> None:
    try:
        while True:
            wanted = json.loads(connection.recv_bytes())
            if "function" in wanted:
                message = tasks.done(wanted)
            else:
                diary.clear()
                message = _played(GameSetup.from_dict(wanted), diary)
                diary.clear()
            connection.send_bytes(json.dumps(message).encode())
    except (EOFError, OSError):
        os._exit(0)


def _played(setup: GameSetup, diary: Diary) -> dict[str, Any]:
    """The record of a game, or what went wrong with it: what is a player's fault is in the record."""
    try:
        return play_game(setup, diary).as_dict()
    except TurnwrightError as error:  # the game cannot be played, and the sentence says why
        return {"refusal": str(error)}
    except BaseException as error:
        if (said := explained(error)) is not None:
            return {"refusal": said}
        return {"failure": in_one_line(error), "traceback": traceback.format_exc()}
