"""A thread that stores games, so that no worker waits for the disk.

Whatever has come in while the last games were written is written in one go.
"""

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

from turnwright.arena.record import GameRecord

_LINGER = 0.02
"""Seconds to wait for more: a transaction for every game would cost more than games of quick agents."""


class Writer:
    """Stores records in the order in which they come. Use it as a context manager: leaving it stores what is left."""

    def __init__(self, store: Callable[[list[GameRecord]], None]) -> None:
        self._store = store
        self._incoming: SimpleQueue[GameRecord | None] = SimpleQueue()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)

    def __enter__(self) -> "Writer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._incoming.put(None)
        self._thread.join()

    def put(self, record: GameRecord) -> None:
        """Have a record stored; an error of storing earlier ones is raised here."""
        self.check()
        self._incoming.put(record)

    def check(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._error is not None:
            raise self._error

    def _write(self) -> None:
        open_ = True
        while open_:
            batch = [self._incoming.get()]
            time.sleep(_LINGER)
            batch += [self._incoming.get() for _ in range(self._incoming.qsize())]
            records = [record for record in batch if record is not None]
            open_ = len(records) == len(batch)
            if self._error is None and records:
                try:
                    self._store(records)
                except BaseException as error:  # raised in the thread that plays
                    self._error = error
