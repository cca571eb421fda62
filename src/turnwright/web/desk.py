"""Work for visitors that would hold up the event loop: done in threads, and shared out fairly.

Reading a position may build the tables of a made-up map, reading a stored game plays it again. Each takes up to some
tenths of a second, in which nobody else would be answered.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from turnwright.web.fair_queue import FairQueue
from turnwright.web.limits import Limits

Result = TypeVar("Result")


class Desk:
    """Few threads: each holds the interpreter's lock while it works, and the event loop has to get it from them."""

    def __init__(self, limits: Limits, *, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=name)
        self._queue = FairQueue(
            places=threads,
            each=max(1, threads - 1),
            waiting_each=limits.jobs_waiting_each,
            waiting_session=limits.jobs_waiting_each,
            waiting=limits.jobs_waiting,
        )

    async def run(self, visitor: str, work: Callable[..., Result], *given: Any, **named: Any) -> Result:
        """The result of some work, once it was the visitor's turn."""
        await self._queue.take(visitor)
        job = asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *given, **named))
        # Whoever asked may go away; the thread works on, and its place is free only then.
        job.add_done_callback(lambda done: self._ended(visitor, done))
        return await asyncio.shield(job)

    def _ended(self, visitor: str, job: asyncio.Future[Any]) -> None:
        if not job.cancelled():
            job.exception()  # the caller may have gone
        self._queue.give(visitor)

    def close(self) -> None:
        """Take no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
