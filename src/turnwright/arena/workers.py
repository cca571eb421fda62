"""Games played in processes beside each other: spawned, watched, and ended with the process that started them."""

import json
import multiprocessing
import os
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any

from turnwright.arena.game import forfeited_game
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.worker import Diary, record_from, work
from turnwright.core.errors import TurnwrightError

PATIENCE = 120.0
"""Seconds that a player without a time budget may plan a turn, and any player may take to get ready."""
_GLANCE = 0.1
"""Seconds between two looks at the workers' diaries."""
_TRIES = 2
"""A game whose process dies is played again; dying in the same place twice is no accident."""


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_in_processes(
    setups: Iterable[GameSetup], workers: int, patience: float = PATIENCE
) -> Generator[tuple[GameSetup, GameRecord], None, None]:
    """Every game with its record, as they are done; setups are taken when a worker is free.

    A player that does not answer in time is stopped with its process, and forfeits. Closing the iterator ends the
    workers at once.
    """
    crew = _Crew(workers, patience)
    try:
        yield from crew.play(iter(setups))
    finally:
        crew.end()


@dataclass(kw_only=True)
class _Worker:
    process: SpawnProcess
    connection: Connection
    diary: Diary
    setup: GameSetup | None = None


class _Crew:
    """The workers of a run."""

    def __init__(self, size: int, patience: float) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._patience = patience
        self._deaths: Counter[str] = Counter()
        self._again: list[GameSetup] = []
        self._workers = [self._hired() for _ in range(size)]

    def _hired(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        memory: Any = Diary.memory(self._context)
        process = self._context.Process(target=work, args=(theirs, memory), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process=process, connection=ours, diary=Diary(memory))

    def play(self, setups: Iterator[GameSetup]) -> Iterator[tuple[GameSetup, GameRecord]]:
        idle = list(self._workers)
        looked = monotonic()
        while True:
            while idle and (setup := self._again.pop() if self._again else next(setups, None)) is not None:
                self._give(idle.pop(), setup)
            busy = [worker for worker in self._workers if worker.setup is not None]
            if not busy:
                return
            ready = wait([worker.connection for worker in busy], timeout=_GLANCE)
            for worker in busy:
                if worker.connection not in ready:
                    continue
                setup, record = self._heard(worker)
                if record is None:
                    record = self._after_death(worker, setup)
                    worker = self._replaced(worker)
                idle.append(worker)
                if record is not None:
                    yield setup, record
            if monotonic() - looked >= _GLANCE:
                looked = monotonic()
                for worker in [worker for worker in self._workers if worker.setup is not None]:
                    if late := self._late(worker):
                        idle.append(self._replaced(worker))
                        yield late

    def _give(self, worker: _Worker, setup: GameSetup) -> None:
        worker.setup = setup
        worker.diary.clear()
        with suppress(OSError):  # it has died meanwhile, which shows when it is listened to
            worker.connection.send_bytes(json.dumps(setup.as_dict()).encode())

    def _heard(self, worker: _Worker) -> tuple[GameSetup, GameRecord | None]:
        """The game that a worker has been playing, with its record unless the worker has died."""
        setup = worker.setup
        assert setup is not None
        worker.setup = None
        try:
            return setup, record_from(setup, json.loads(worker.connection.recv_bytes()))
        except (EOFError, OSError):
            return setup, None

    def _after_death(self, worker: _Worker, setup: GameSetup) -> GameRecord | None:
        """The record of a game in which the process has died for the second time; the first time it is repeated."""
        self._deaths[setup.key] += 1
        if self._deaths[setup.key] < _TRIES:
            self._again.append(setup)
            return None
        activity = worker.diary.activity()
        if activity is None:
            raise TurnwrightError(
                f"the process that plays died twice in the same game (deal {setup.deal}) while no player was at work; "
                "nothing stored is lost"
            )
        reason = f"the process ended, twice, while {setup.players[activity.seat].agent} was at work"
        return forfeited_game(setup, worker.diary.turns(), activity.seat, reason)

    def _late(self, worker: _Worker) -> tuple[GameSetup, GameRecord] | None:
        """The record of a game whose player to move has not answered in time; the worker is stopped."""
        setup, activity = worker.setup, worker.diary.activity()
        if setup is None or activity is None:
            return None
        player = setup.players[activity.seat]
        limit = self._patience
        if activity.plans and player.budget is not None and player.budget.milliseconds is not None:
            limit = 0.5 + 2 * player.budget.milliseconds / 1000  # twice its time and a little: a machine can be busy
        if activity.seconds <= limit:
            return None
        _kill(worker)
        reason = f"{player.agent} did not answer within {limit:g} s"
        if player.budget is not None:
            reason += f" (its budget is {player.budget})"
        return setup, forfeited_game(setup, worker.diary.turns(), activity.seat, reason)

    def _replaced(self, worker: _Worker) -> _Worker:
        _kill(worker)
        place = self._workers.index(worker)
        self._workers[place] = self._hired()
        return self._workers[place]

    def end(self) -> None:
        for worker in self._workers:
            _kill(worker)


def _kill(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.connection.close()
