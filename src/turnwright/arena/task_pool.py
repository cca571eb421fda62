"""Tasks done beside this process: in processes of this machine, or on a Ray cluster.

Results come in the order of the tasks, so that whoever adds them up gets the same everywhere. A worker that dies costs
the repetition of its task.
"""

import json
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing.connection import wait
from typing import Any

from turnwright.arena.ray_connection import connection, what_happened
from turnwright.arena.tasks import Task, done, result_of
from turnwright.arena.worker_process import WorkerProcess
from turnwright.core.errors import TurnwrightError

_TRIES = 2
"""A task whose process dies is done again; dying in the same place twice is no accident."""


class ProcessTasks:
    """Processes of this machine that do tasks, one after another."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._idle: list[WorkerProcess] = []
        self._busy: dict[WorkerProcess, int] = {}
        """By worker, the place of its task."""

    def results(self, tasks: Sequence[Task]) -> Generator[Any, None, None]:
        """The results, in the order of the tasks."""
        waiting, found, deaths, following = deque(range(len(tasks))), {}, [0] * len(tasks), 0
        while following < len(tasks):
            while waiting and len(self._busy) < self._size:
                self._give(waiting.popleft(), tasks)
            for worker in self._ready():
                place = self._busy.pop(worker)
                try:
                    found[place] = result_of(worker.message())
                    self._idle.append(worker)
                except (EOFError, OSError):
                    worker.end()
                    deaths[place] += 1
                    if deaths[place] == _TRIES:
                        raise TurnwrightError(
                            f"a worker process died twice in the same task ({tasks[place].function}), probably for "
                            "lack of memory; try fewer workers. Nothing stored is lost"
                        ) from None
                    waiting.appendleft(place)
            while following in found:
                yield found.pop(following)
                following += 1

    def _give(self, place: int, tasks: Sequence[Task]) -> None:
        worker = self._idle.pop() if self._idle else WorkerProcess()
        self._busy[worker] = place
        worker.send(asdict(tasks[place]))

    def _ready(self) -> list[WorkerProcess]:
        heard = wait([worker.connection for worker in self._busy])
        return [worker for worker in self._busy if worker.connection in heard]

    def end(self) -> None:
        """End the processes at once."""
        for worker in [*self._idle, *self._busy]:
            worker.end()
        self._idle, self._busy = [], {}


class RayTasks:
    """The cores of a Ray cluster. Ray itself repeats what a lost node was doing."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._call = ray.remote(num_cpus=1)(_done_on_ray)

    def results(self, tasks: Sequence[Task]) -> Generator[Any, None, None]:
        """The results, in the order of the tasks."""
        calls = [self._call.remote(json.dumps(asdict(task))) for task in tasks]
        for call in calls:
            try:
                message = json.loads(self._ray.get(call))
            except self._ray.exceptions.RayError as error:
                raise TurnwrightError(
                    f"a node of the Ray cluster cannot work ({what_happened(error)}); every node needs the same "
                    "turnwright"
                ) from error
            yield result_of(message)


def _done_on_ray(task: str) -> str:
    return json.dumps(done(json.loads(task)))


@contextmanager
def task_pool(backend: str, workers: int) -> Iterator[ProcessTasks | RayTasks]:
    """Who does tasks: `processes`, or `ray` for a cluster, where 0 workers are all its cores."""
    if backend == "ray":
        with connection(workers) as ray:
            yield RayTasks(ray)
        return
    processes = ProcessTasks(workers)
    try:
        yield processes
    finally:
        processes.end()
