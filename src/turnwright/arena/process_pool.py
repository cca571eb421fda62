"""Games played in parallel processes: started, watched, and ended with the process that started them."""

import signal
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from time import monotonic

from turnwright.arena.backends import PATIENCE
from turnwright.arena.play_game import forfeited_game
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.worker_process import WorkerProcess
from turnwright.core.budget import ALLOWANCE
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import Command

_GLANCE = 0.1
"""Seconds between two looks at the workers' diaries."""
_LITTLE_MORE = 0.45
"""Seconds after the allowance before a player that says nothing is stopped."""
_TRIES = 2
"""A game whose process dies is played again; dying in the same place twice is no accident."""


def play_in_processes(
    setups: Iterable[GameSetup | None], workers: int, patience: float = PATIENCE
) -> Generator[tuple[GameSetup, GameRecord], None, None]:
    """Every game with its record, as they are done; setups are taken when a worker is free.

    A player that does not answer in time is stopped with its process, and forfeits. Closing the iterator ends the
    workers at once.
    """
    pool = ProcessPool(workers, patience)
    try:
        yield from pool.play(iter(setups))
    finally:
        pool.end()


@dataclass(kw_only=True)
class _Worker:
    process: WorkerProcess = field(default_factory=WorkerProcess)
    setup: GameSetup | None = None
    began: float = 0.0
    """When it was given the setup, in seconds since 1970."""


class ProcessPool:
    """The workers of a run, or of several runs one after another."""

    def __init__(self, size: int, patience: float) -> None:
        self._size = size
        self._patience = patience
        self._deaths: Counter[str] = Counter()
        self._again: list[GameSetup] = []
        self._next: GameSetup | None = None
        """The next game, looked for while others are played, since that takes as long as some turns."""
        self._workers: list[_Worker] = []

    def _hired(self) -> _Worker:
        worker = _Worker()
        self._workers.append(worker)
        return worker

    def play(self, setups: Iterator[GameSetup | None]) -> Iterator[tuple[GameSetup, GameRecord]]:
        """Every game with its record, as they are done. The workers stay, for the next games."""
        looked = monotonic()
        self._next = None
        while True:
            self._hand_out(setups)
            busy = [worker for worker in self._workers if worker.setup is not None]
            if not busy:
                return
            self._next = self._next or next(setups, None)
            ready = wait([worker.process.connection for worker in busy], timeout=_GLANCE)
            heard = [(worker, *self._heard(worker)) for worker in busy if worker.process.connection in ready]
            self._hand_out(setups)  # first of all: no worker waits for what becomes of its last game
            for worker, setup, record in heard:
                if known := record or self._after_death(worker, setup):
                    yield setup, known
            if monotonic() - looked >= _GLANCE:
                looked = monotonic()
                for worker in [worker for worker in self._workers if worker.setup is not None]:
                    if late := self._late(worker):
                        yield late

    def _hand_out(self, setups: Iterator[GameSetup | None]) -> None:
        """Give every worker a game. One is hired when there is a game for it: what is all in the store needs none."""
        idle = [worker for worker in self._workers if worker.setup is None]
        while idle or len(self._workers) < self._size:
            if self._again:
                setup: GameSetup | None = self._again.pop()
            else:
                setup, self._next = self._next or next(setups, None), None
            if setup is None:
                return
            self._give(idle.pop() if idle else self._hired(), setup)

    def _give(self, worker: _Worker, setup: GameSetup) -> None:
        worker.setup, worker.began = setup, time.time()
        worker.process.give(setup)

    def _heard(self, worker: _Worker) -> tuple[GameSetup, GameRecord | None]:
        """The game that a worker has been playing, and its record; a worker that has died is let go."""
        setup = worker.setup
        assert setup is not None
        worker.setup = None
        try:
            return setup, worker.process.record(setup)
        except (EOFError, OSError):
            self._end(worker)
            return setup, None

    def _after_death(self, worker: _Worker, setup: GameSetup) -> GameRecord | None:
        """The record of a game in which the process has died for the second time; the first time it is repeated."""
        self._deaths[setup.key] += 1
        if self._deaths[setup.key] < _TRIES:
            self._again.append(setup)
            return None
        activity = worker.process.diary.activity()
        if activity is None:
            raise TurnwrightError(
                f"the process that plays died twice in the same game (seed {setup.seed}) while no player was planning; "
                "nothing stored is lost"
            )
        code = worker.process.exit_code
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        reason = f"the process ended, twice ({how}), while {setup.players[activity.seat].agent} was planning"
        return forfeited_game(setup, worker.process.diary.turns(), activity.seat, reason, started=worker.began)

    def _late(self, worker: _Worker) -> tuple[GameSetup, GameRecord] | None:
        """The record of a game whose player to move has not answered in time; the worker is stopped."""
        setup, activity = worker.setup, worker.process.diary.activity()
        if setup is None or activity is None:
            return None
        player = setup.players[activity.seat]
        limit = self._patience
        if (
            activity.plans
            and player.budget is not None
            and player.budget.milliseconds is not None
            and not isinstance(player.spec, Command)  # a program is held to its time by the agent that runs it
        ):
            # Whoever answers later loses as well; a little more time lets the player's own process say so.
            limit = (player.budget.milliseconds + ALLOWANCE) / 1000 + _LITTLE_MORE
        if activity.seconds <= limit:
            return None
        worker.process.kill()
        _, record = self._heard(worker)
        if record is not None:  # in the very last moment
            self._end(worker)
            return setup, record
        reason = f"{player.agent} did not answer within {limit:g} s"
        if player.budget is not None:
            reason += f" (its budget is {player.budget})"
        overrun_ms = None
        if activity.plans and player.budget is not None and player.budget.milliseconds is not None:
            overrun_ms = round(1000 * activity.seconds - player.budget.milliseconds, 3)
        turns = worker.process.diary.turns()
        return setup, forfeited_game(setup, turns, activity.seat, reason, started=worker.began, overrun_ms=overrun_ms)

    def _end(self, worker: _Worker) -> None:
        """Let a worker go; another one is hired when there is a game for it."""
        self._workers.remove(worker)
        worker.process.end()

    def end(self) -> None:
        """End the workers immediately."""
        for worker in self._workers:
            worker.process.end()
        self._workers = []
