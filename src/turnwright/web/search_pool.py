"""Searches that run outside the event loop: watched, stopped, and admitted so that no visitor starves.

A search runs in a thread, without the interpreter's lock as far as it is compiled. Its control records tell how far
it is, and stop it.
"""

import asyncio
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import turnwright
from turnwright.agents.base import Agent, Turn
from turnwright.agents.memory import at_most_nodes
from turnwright.agents.search import best_turn, expected_reply, report_of
from turnwright.agents.turn_check import ask_and_walk
from turnwright.agents.warm_up import warm_up
from turnwright.core.budget import Budget
from turnwright.core.control import Watched, watching
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State, Walk
from turnwright.core.views import ViewKind
from turnwright.web.fair_queue import FairQueue
from turnwright.web.limits import Limits

FIGURES = ("milliseconds", "evaluations", "steps", "iterations", "generations", "unique", "depth_mean", "depth_max")
"""The figures of a search that are sent."""


_AT_ONCE = "random"
"""The agent that plays a turn in less time than a thread takes to be asked."""


class StoppedError(TurnwrightError):
    """A search that nobody wants any more."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a search is."""

    stage: str
    """`waiting` for others, getting `ready` (machine code may have to be made first), `thinking`."""
    value: float | None = None
    """What the best turn so far is worth."""
    actions: tuple[int, ...] = ()
    """The best turn so far."""
    reply: tuple[int, ...] = ()
    """The answer to it that the search fears, if it looks for one."""
    figures: dict[str, float] | None = None
    """`FIGURES`, those that are not nought."""
    curve: tuple[tuple[int, float, float], ...] = ()
    """Evaluations, milliseconds, value whenever it changed."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a search has come to."""

    turn: Turn
    walk: Walk
    """The turn played out from where it was asked for."""
    figures: dict[str, float]
    shown: Any = None
    """What `describe` made of it."""

    @property
    def value(self) -> float | None:
        """The agent's value of the turn, if it may be sent."""
        value = self.turn.value
        return value if value is not None and math.isfinite(value) else None


class Search:
    """One turn to be planned. `run` blocks; everything else may be asked meanwhile, from another thread."""

    def __init__(
        self,
        state: State,
        *,
        agent: str,
        budget: Budget | None,
        seed: int,
        view: ViewKind,
        limits: Limits,
        make_agent: Callable[[], Agent] | None = None,
        keep_tree: bool = False,
        describe: Callable[["Found"], Any] | None = None,
    ) -> None:
        """`describe`: computes what a page receives; done in the search's thread, because it takes long."""
        self.state = state
        self._spec, self._view, self._seed = agent, view, seed
        self._budget = limits.capped(budget)
        self._most, self._nodes = limits.milliseconds, limits.nodes
        self._make_agent = make_agent or (lambda: _fresh_agent(agent, state, view))
        self._describe = describe
        self._wishes: dict[str, bool] = {"keep_tree": True} if keep_tree else {}
        self._controls = Watched()
        self._stage = "waiting"

    @property
    def code(self) -> tuple[str, str, ViewKind]:
        """What machine code it runs."""
        return self._spec, self.state.game.name, self._view

    @property
    def is_brief(self) -> bool:
        """Whether it is not worth a thread, once its machine code is loaded."""
        return self._spec == _AT_ONCE

    def run(self) -> Found:
        """Plan. A search that was stopped before it had anything to say is an error."""
        self._stage = "ready"
        if self._controls.is_stopped:
            raise StoppedError("the search was stopped before it began")
        with at_most_nodes(_LOADING):
            agent = self._make_agent()
        self._stage = "thinking"
        if self._controls.is_stopped:
            raise StoppedError("the search was stopped before it began")
        with watching(self._controls), at_most_nodes(self._nodes // _parts_of(agent)):
            turn, walk = ask_and_walk(agent, self.state, self._timed(), self._seed, view=self._view, **self._wishes)
        found = Found(turn=turn, walk=walk, figures=figures_of(turn.report))
        return found if self._describe is None else replace(found, shown=self._describe(found))

    def _timed(self) -> Budget:
        """The budget, never without an end: a count can take any time."""
        given = self._budget
        return Budget(
            milliseconds=given.milliseconds or self._most,
            cpu_milliseconds=given.cpu_milliseconds,
            evaluations=given.evaluations,
            steps=given.steps,
            iterations=given.iterations,
        )

    def stop(self) -> None:
        """End the search as soon as it notices; it answers with what it has."""
        self._controls.stop()

    @property
    def progress(self) -> Progress:
        """How far it is. Of several parts that run beside each other, the best one's turn and all their work."""
        controls = list(self._controls)
        if not controls:
            return Progress(stage=self._stage)
        best = max(controls, key=lambda control: (int(control[0].best_length > 0), float(control[0].best_value)))
        value = float(best[0].best_value)
        reports = [report_of(control) for control in controls]
        figures: dict[str, float] = {}
        for report in reports:
            for name, amount in figures_of(report).items():
                apart = name in ("milliseconds", "depth_mean", "depth_max")
                so_far = figures.get(name, 0.0)
                figures[name] = max(so_far, amount) if apart else so_far + amount
        return Progress(
            stage=self._stage,
            value=value if math.isfinite(value) else None,
            actions=best_turn(best),
            reply=expected_reply(best),
            figures=figures,
            curve=report_of(best).curve,
        )


def _parts_of(agent: Agent) -> int:
    """How many trees or tables an agent uses in parallel."""
    settings = getattr(agent, "settings", None)
    return max(1, *(getattr(settings, name, 1) for name in ("trees", "islands", "shares", "parts")))


def figures_of(report: Any) -> dict[str, float]:
    """The figures of a search report that are not nought."""
    found = {name: getattr(report, name) for name in FIGURES}
    return {name: round(float(amount), 3) for name, amount in found.items() if amount}


_loaded: dict[tuple[str, str, ViewKind], None] = {}
_MOST_LOADED = 1024
_LOADING = 1024
"""Nodes of the brief search that loads machine code."""


def _fresh_agent(agent: str, state: State, view: ViewKind) -> Agent:
    """An agent whose machine code is loaded, so that no budget pays for it, and that is given up with its search.

    Its working memory then goes back to the machine. Agents that are kept keep as much as their largest search took,
    each of them, and visitors may ask for any number of different ones.
    """
    key = agent, state.game.name, view
    if key not in _loaded:
        warm_up(agent, state, view=view)
        if len(_loaded) >= _MOST_LOADED:
            _loaded.pop(next(iter(_loaded)), None)
        _loaded[key] = None
    return turnwright.agent(agent)


class SearchPool:
    """Threads for searches, shared fairly."""

    def __init__(self, limits: Limits) -> None:
        self._threads = ThreadPoolExecutor(max_workers=limits.places, thread_name_prefix="web-search")
        self._queue = FairQueue(
            places=limits.places,
            each=limits.places_each,
            waiting_each=limits.waiting_each,
            waiting_session=limits.waiting_session,
            waiting=limits.waiting,
        )
        self._searches: set[Search] = set()
        self._ready: set[tuple[str, str, ViewKind]] = set()  # code of brief searches that have run before

    @property
    def running(self) -> int:
        """How many searches run now."""
        return self._queue.running

    async def run(self, search: Search, visitor: str, session: str = "") -> Found:
        """The search's answer, once it was its turn. If whoever asks goes away, the search is stopped.

        `session` tells apart what one visitor asks for in several places.
        """
        if search.is_brief and search.code in self._ready:
            return search.run()
        await self._queue.take(visitor, session)
        loop = asyncio.get_running_loop()
        self._searches.add(search)
        job = loop.run_in_executor(self._threads, search.run)

        def ended(done: asyncio.Future[Found]) -> None:
            self._searches.discard(search)
            if search.is_brief and not done.cancelled() and done.exception() is None:
                self._ready.add(search.code)
            self._queue.give(visitor, session)

        job.add_done_callback(ended)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            search.stop()
            job.add_done_callback(lambda done: done.cancelled() or done.exception())  # the caller has gone
            raise

    def close(self) -> None:
        """Stop everything."""
        for search in list(self._searches):
            search.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
