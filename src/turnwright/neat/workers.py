"""Who plays the games of a fitness: threads of this process, processes, or the cores of a Ray cluster.

All of them score alike. Threads are as parallel as processes, since compiled games need no interpreter, and they start
at once; a cluster has more cores than one machine.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import msgspec

from turnwright.arena.config import ArenaConfig
from turnwright.arena.task_pool import ProcessTasks, RayTasks, task_pool
from turnwright.arena.tasks import Task
from turnwright.core.spec import choose
from turnwright.evaluators.network import Network, Node
from turnwright.neat.fitness import Fixture, deals_of, scores_against_policy
from turnwright.neat.load import plan_from
from turnwright.neat.plan import Plan
from turnwright.neat.settings import NeatError

BACKENDS = ("threads", "processes", "ray")
Points = Callable[[Sequence[Network], Fixture], Iterable[float]]
"""The points of networks in the games of a fixture, in their order, as they are known."""

_TASKS_A_WORKER = 4
"""Networks differ in how long their games are; some tasks more than workers make them end together."""
_MANY = 16
"""Workers of a cluster, where nobody has counted them."""


@contextmanager
def fitness_workers(plan: Plan, arena: ArenaConfig) -> Iterator[Points]:
    """The workers of an evolution, while it lasts."""
    if choose(arena.backend, list(BACKENDS), "backend") == "threads":
        with ThreadPoolExecutor(max_workers=arena.workers, thread_name_prefix="fitness") as threads:
            try:
                yield lambda networks, fixture: threads.map(lambda one: points_of(plan, one, fixture), networks)
            except BaseException:
                threads.shutdown(wait=True, cancel_futures=True)
                raise
        return
    # Compiled once, here, where it is announced; the processes find it in the cache.
    points_of(plan, Network(inputs=plan.input_count, nodes=(Node(sources=(), weights=()),)), _SHORTEST)
    with task_pool(arena.backend, arena.workers) as pool:
        yield lambda networks, fixture: _by_tasks(pool, plan, networks, fixture, arena.workers or _MANY)


_SHORTEST = Fixture(part=0, games=1, epsilon=0.0)


def points_of(plan: Plan, network: Network, fixture: Fixture) -> float:
    """The points of a network in the games of a fixture."""
    game, deals = plan.made_game.evaluated_by(network), deals_of(plan.seed, fixture.part, fixture.games)
    return float(scores_against_policy(game, deals, plan.policy, fixture.epsilon).sum())


def _by_tasks(
    pool: ProcessTasks | RayTasks, plan: Plan, networks: Sequence[Network], fixture: Fixture, workers: int
) -> Iterator[float]:
    size = max(1, len(networks) // (_TASKS_A_WORKER * workers))
    common = {"plan": plan.as_dict(), "source": plan.source, "fixture": asdict(fixture)}
    tasks = [
        Task(
            function="turnwright.neat.workers:points_of_task",
            arguments=common | {"networks": [asdict(one) for one in networks[first : first + size]]},
        )
        for first in range(0, len(networks), size)
    ]
    for scored in pool.results(tasks):
        yield from scored


def points_of_task(
    plan: dict[str, Any], source: str, fixture: dict[str, Any], networks: list[dict[str, Any]]
) -> list[float]:
    """The points of some networks, all of it as plain data. Other sources than those of the evolution are refused."""
    made, games = plan_from(plan), msgspec.convert(fixture, Fixture)
    if made.source != source:
        raise NeatError("a worker has other sources of the game than this evolution; every node needs the same ones")
    return [points_of(made, network, games) for network in msgspec.convert(networks, list[Network])]
