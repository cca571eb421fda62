"""How much one visitor, and all of them together, may ask of a server."""

import os
import time
from collections import OrderedDict
from dataclasses import dataclass

from turnwright.core.budget import Budget, BudgetError
from turnwright.core.cores import available_cores
from turnwright.core.errors import TurnwrightError


class TooMuchError(TurnwrightError):
    """More than a visitor may ask for at present."""


MOST_OF_SEARCH = 700_000_000
"""Bytes that a search takes at most with the settings and nodes that strangers may ask for."""

UNCUT = 1 << 40
"""More nodes than any search has."""


def machine_memory() -> int:
    """The bytes of this machine's memory; 4 GB where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 4_000_000_000


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a server."""

    searches: int = available_cores()
    """Searches that run in parallel, of all visitors together; fewer if `memory` has no room for them."""
    searches_each: int | None = None
    """Searches that run in parallel, of one visitor; by default all but one, so that others need not wait."""
    waiting_each: int = 64
    """Searches of one visitor that may wait for others to end: as many as a class behind one address has."""
    waiting_session: int = 8
    """Searches of one game or connection that may wait."""
    waiting: int = 1_000
    """Searches of all visitors that may wait."""
    nodes: int = 1 << 18
    """Nodes or keys of a search's tree or table; with this limit, no search takes more than `MOST_OF_SEARCH`."""
    memory: int = max(MOST_OF_SEARCH, machine_memory() // 4)
    """Bytes of working memory that all searches together may take."""
    jobs_waiting_each: int = 64
    """Positions, specs or stored games of one visitor that may wait to be read."""
    jobs_waiting: int = 1_000
    """The same of all visitors."""
    milliseconds: float = 10_000
    """The longest that an agent may think about one turn."""
    count: int = 2_000_000
    """The most evaluations, steps or iterations of one turn."""
    games: int = 2_000
    """Games that are held in memory; of more, those that nobody follows are read from the store when asked for."""
    turns: int = 200_000
    """Turns of the games in memory, two kilobytes each at most; of more, games that nobody follows go likewise."""
    unfinished: int = 100_000
    """Games in progress that the store keeps; of more, those that were left longest ago are deleted."""
    untouched_days: float = 1.0
    """Days after which a game is deleted in which nobody has ever acted."""
    games_a_minute: int = 120
    """New games of one visitor in a minute."""
    games_a_day: int = 2_000
    """New games of one visitor in a day: each may stay in the store for ever."""
    requests_a_second: float = 150.0
    """Requests and messages of one visitor in a second, on average."""
    burst: int = 600
    """Requests and messages allowed in a burst after a quiet time."""
    body: int = 16_000
    """Bytes of a request or message."""
    quotes: int = 400
    """Quotation marks of a request or message: of thousands of wrong fields each would be a mistake to be noted."""
    connections_each: int = 128
    """WebSockets of one visitor: of a class behind one address, with some to spare."""
    messages_a_second: float = 30.0
    """Messages of one WebSocket in a second, on average."""
    messages_at_once: int = 120
    """Messages of one WebSocket allowed in a burst after a quiet time."""
    sockets: int = 1_000
    """Connections of all visitors, those without a request counted."""
    sockets_each: int = 400
    """Connections of one address; browsers open six each."""
    files_a_second: float = 500.0
    """Files of the page that one visitor may ask for in a second, on average; they are not counted among requests."""
    files_at_once: int = 4_000
    """Files of the page allowed in a burst: for a class that opens it."""

    @property
    def places(self) -> int:
        """Searches that run at once, as many as there is memory for."""
        return max(1, min(self.searches, self.memory // MOST_OF_SEARCH))

    @property
    def places_each(self) -> int:
        """Searches of one visitor that run at once."""
        return self.searches_each or max(1, self.places - 1)

    def capped(self, budget: Budget | None) -> Budget:
        """A budget with a time limit that this server allows; one that asks for more is refused."""
        if budget is None:
            return Budget(milliseconds=self.milliseconds)
        if max(budget.milliseconds or 0, budget.cpu_milliseconds or 0) > self.milliseconds:
            raise BudgetError(f"{budget} is too long; this server allows {self.milliseconds:g}ms a turn")
        if max(budget.evaluations or 0, budget.steps or 0, budget.iterations or 0) > self.count:
            raise BudgetError(f"{budget} is too much; this server allows counts up to {self.count:,} per turn")
        return budget


_REMEMBERED = 10_000
"""Visitors that are remembered; of more, those who were quiet longest are forgotten."""


class Rates:
    """Buckets that fill steadily and are emptied by what visitors do."""

    def __init__(self, *, a_second: float, burst: int) -> None:
        self._a_second, self._burst = a_second, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, visitor: str) -> bool:
        """Whether the visitor may do one thing more now."""
        now = time.monotonic()
        left, before = self._buckets.pop(visitor, (float(self._burst), now))
        left = min(self._burst, left + (now - before) * self._a_second)
        allowed = left >= 1
        self._buckets[visitor] = (left - 1 if allowed else left), now
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return allowed
