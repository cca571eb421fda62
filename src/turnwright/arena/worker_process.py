"""The process that plays games for another: one game at a time, and visibly alive.

Setups come and records go as JSON over a pipe. What is going on inside is written to shared memory before every turn,
so that the parent can stop a player that does not answer and still knows the game up to there.
"""

import ctypes
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from time import monotonic_ns
from typing import Any

import numpy as np

from turnwright.arena.play_game import play_game
from turnwright.arena.record import GameRecord, GameSetup

DIARY_WORDS = 1 << 16
_HEAD = 4
_PARENT_DEATH_SIGNAL = 1
"""Linux's name for it in `prctl`."""


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

    @staticmethod
    def memory(context: Any) -> Any:
        """Memory for a diary."""
        return context.RawArray("q", DIARY_WORDS)

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


def work(connection: Connection, memory: Any) -> None:
    """The life of a worker: it ends with its parent, or when the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # so that the parent can end also what an agent has started
    sys.stdout.flush()
    os.dup2(2, 1)  # whatever an agent prints must not mix with the results
    parent = multiprocessing.parent_process()
    assert parent is not None
    _end_with_parent()
    # Games are played beside the main thread: there, searches need no thread of their own.
    player = threading.Thread(target=_play, args=(connection, Diary(memory)), daemon=True)
    player.start()
    wait([parent.sentinel])
    os._exit(1)


def _end_with_parent() -> None:
    """Have the system end this process with its parent, where it can (Linux): an agent that holds the interpreter
    lock would keep the thread that watches the parent from doing so."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _play(connection: Connection, diary: Diary) -> None:
    try:
        while True:
            setup = GameSetup.from_dict(json.loads(connection.recv_bytes()))
            diary.clear()
            record = play_game(setup, diary)
            diary.clear()
            connection.send_bytes(json.dumps(record_data(record)).encode())
    except (EOFError, OSError):
        os._exit(0)
    except BaseException as error:
        # Not a player's fault: those are caught where they play. The parent repeats the game, then tells.
        sys.stderr.write(f"a worker failed: {type(error).__name__}: {error}\n")
        os._exit(1)


def record_data(record: GameRecord) -> dict[str, Any]:
    """A record as plain data, without its setup."""
    return {
        "outcome": record.outcome,
        "turns": list(record.turns),
        "forfeit": record.forfeit,
        "reports": dict(record.reports),
        "started": record.started,
        "seconds": record.seconds,
        "overrun": record.overrun,
    }


def record_from(setup: GameSetup, data: dict[str, Any]) -> GameRecord:
    """The record that `record_data` has written."""
    blank = GameRecord(setup=setup, outcome=0, turns=())
    return replace(blank, **data | {"turns": tuple(data["turns"])})
