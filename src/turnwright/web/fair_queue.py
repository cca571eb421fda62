"""A fair queue: every visitor gets a turn, whoever else is waiting.

First come, first served would let one visitor who asks for much keep all others waiting. Visitors take turns instead,
and among one visitor's jobs his sessions (games, connections) do: a class behind one address is one visitor with many
sessions. While others may come, one place is kept from every single visitor.
"""

import asyncio
from collections import Counter, OrderedDict, deque

from turnwright.web.limits import TooMuchError

Ticket = asyncio.Future[None]


class FairQueue:
    """Admits jobs of visitors to a number of places."""

    def __init__(self, *, places: int, each: int, waiting_each: int, waiting_session: int, waiting: int) -> None:
        """`each`: places of one visitor; `waiting_each`, `waiting_session`, `waiting`: jobs that may wait, of one
        visitor, of one of his sessions, of all visitors."""
        self._places, self._each = places, each
        self._most_each, self._most_session, self._most = waiting_each, waiting_session, waiting
        self._running: Counter[str] = Counter()
        self._lines: OrderedDict[str, OrderedDict[str, deque[Ticket]]] = OrderedDict()

    @property
    def running(self) -> int:
        """How many places are taken."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(_length(line) for line in self._lines.values())

    async def take(self, visitor: str, session: str = "") -> None:
        """Wait for a place; whoever has it gives it back with `give`."""
        line = self._lines.get(visitor, OrderedDict())
        waits = len(line.get(session, ())), _length(line), self.waiting
        if any(now >= most for now, most in zip(waits, (self._most_session, self._most_each, self._most), strict=True)):
            raise TooMuchError("too many searches are waiting; wait until some of them end")
        ticket: Ticket = asyncio.get_running_loop().create_future()
        self._lines.setdefault(visitor, line).setdefault(session, deque()).append(ticket)
        self._admit()
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():
                self.give(visitor, session)
            else:
                self._leave(visitor, session, ticket)
            raise

    def give(self, visitor: str, session: str = "") -> None:
        """Give a place back."""
        self._running[visitor] -= 1
        if not self._running[visitor]:
            del self._running[visitor]
        self._to_the_end(visitor, session)
        self._admit()

    def _to_the_end(self, visitor: str, session: str) -> None:
        """Whoever has had a turn stands behind all who wait."""
        if visitor in self._lines:
            self._lines.move_to_end(visitor)
            if session in self._lines[visitor]:
                self._lines[visitor].move_to_end(session)

    def _admit(self) -> None:
        while self.running < self._places:
            visitor = next((name for name in self._lines if self._running[name] < self._each), None)
            if visitor is None:
                return
            session = next(iter(self._lines[visitor]))
            ticket = self._lines[visitor][session][0]
            self._leave(visitor, session, ticket)
            self._to_the_end(visitor, session)
            self._running[visitor] += 1
            ticket.set_result(None)

    def _leave(self, visitor: str, session: str, ticket: Ticket) -> None:
        line = self._lines[visitor]
        line[session].remove(ticket)
        if not line[session]:
            del line[session]
        if not line:
            del self._lines[visitor]


def _length(line: OrderedDict[str, deque[Ticket]]) -> int:
    return sum(map(len, line.values()))
