"""How much one visitor, and all of them together, may ask of a server."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from turnwright.core.budget import Budget, BudgetError
from turnwright.core.cores import available_cores
from turnwright.core.errors import TurnwrightError


class TooMuchError(TurnwrightError):
    """More than a visitor may ask for at present."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a server."""

    searches: int = available_cores()
    """Searches that run at once, of all visitors together."""
    searches_each: int = 2
    """Searches that run at once, of one visitor."""
    waiting_each: int = 8
    """Searches of one visitor that may wait for others to end."""
    milliseconds: float = 10_000
    """The longest that an agent may think about one turn."""
    count: int = 2_000_000
    """The most evaluations, steps or iterations of one turn."""
    games: int = 2_000
    """Games that are held in memory; of more, those that nobody follows are read from the store when asked for."""
    games_a_minute: int = 60
    """New games of one visitor in a minute."""
    requests_a_second: float = 40.0
    """Requests and messages of one visitor in a second, on average."""
    burst: int = 200
    """Requests and messages that may come at once after a quiet time."""
    body: int = 64_000
    """Bytes of a request or message."""
    connections_each: int = 32
    """Open connections of one visitor."""

    def capped(self, budget: Budget | None) -> Budget:
        """A budget with a time limit that this server allows; one that asks for more is refused."""
        if budget is None:
            return Budget(milliseconds=self.milliseconds)
        if (budget.milliseconds or 0) > self.milliseconds:
            raise BudgetError(f"{budget} is too long; this server allows {self.milliseconds:g}ms a turn")
        if max(budget.evaluations or 0, budget.steps or 0, budget.iterations or 0) > self.count:
            raise BudgetError(f"{budget} is too much; this server allows counts up to {self.count:,} a turn")
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
