"""Connections of strangers: counted, and ended where they are too slow or send too much in small pieces.

The framework reads whatever comes, for as long as it takes. Here a request has to arrive within some seconds, answers
have to be read, and one address has so many connections. Of too many, those without a request in progress are ended
first, the oldest of whoever has most: a newcomer always gets in. What comes at once is read in slices, since even
taking thousands of tiny pieces apart would hold up everybody else.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from turnwright.web.limits import Limits
from turnwright.web.visitors import visitor_at

HEAD_SECONDS = 10.0
"""A request's head has to be there after this time, from its first byte or from the connection's beginning."""
BODY_SECONDS = 10.0
"""A request's body has to be there after this time."""
READ_SECONDS = 20.0
"""A connection that reads nothing for this long is closed."""
_SLICE = 1024
_MOST_LEFT = 600_000
"""Bytes of a connection that may wait to be read; the system hands over 256 kB at once."""
_MOST_FRAGMENTS = 64
"""Frames of one message."""
_MOST_CONTROLS = 40
"""Pings and pongs of a connection within `_CONTROL_SECONDS`; the protocol's own come every twenty seconds."""
_CONTROL_SECONDS = 10.0


class Ledger:
    """All connections by address, and which of them have no request in progress."""

    def __init__(self, limits: Limits, proxies: Collection[str] = ()) -> None:
        """`proxies`: addresses that connect for many visitors, and may have any number of connections."""
        self._most, self._most_each, self._proxies = limits.sockets, limits.sockets_each, frozenset(proxies)
        self._all: dict[asyncio.BaseTransport, str] = {}
        self._counts: Counter[str] = Counter()
        self._idle: dict[str, OrderedDict[asyncio.Transport, None]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Note a new connection, unless there are too many; others may be ended for it."""
        client = transport.get_extra_info("peername")
        address = client[0] if isinstance(client, tuple) else "unknown"
        visitor = visitor_at(address)
        if address not in self._proxies and self._counts[visitor] >= self._most_each and not self._end_idle(visitor):
            return False
        if len(self._all) >= self._most:
            greediest = max(self._idle, key=lambda name: len(self._idle[name]), default=None)
            if greediest is None or not self._end_idle(greediest):
                return False
        self._all[transport] = visitor
        self._counts[visitor] += 1
        self.is_idle(transport)
        return True

    def is_idle(self, transport: asyncio.Transport) -> None:
        """A connection waits for its next request."""
        if transport in self._all:
            self._idle.setdefault(self._all[transport], OrderedDict())[transport] = None

    def is_busy(self, transport: asyncio.Transport) -> None:
        """A request has come, or the connection is a WebSocket."""
        visitor = self._all.get(transport, "")
        if visitor in self._idle:
            self._idle[visitor].pop(transport, None)
            if not self._idle[visitor]:
                del self._idle[visitor]

    def remove(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        self.is_busy(transport)
        visitor = self._all.pop(transport, None)
        if visitor is not None:
            self._counts[visitor] -= 1
            if not self._counts[visitor]:
                del self._counts[visitor]

    def _end_idle(self, visitor: str) -> bool:
        """End the oldest connection of a visitor that has no request in progress."""
        transport = next(iter(self._idle.get(visitor, ())), None)
        if transport is None:
            return False
        self.remove(transport)
        transport.abort()
        return True


class _Timer:
    """Does something after a while, unless it is stopped before."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._act)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _Sliced:
    """Bytes that have come and not been read yet: a slice is read when the loop has looked after everybody else."""

    def __init__(
        self, transport: asyncio.Transport, read: Callable[[bytes], None], is_paused: Callable[[], bool]
    ) -> None:
        """`is_paused`: whether no more should come, since what was read has not been dealt with."""
        self._transport, self._read, self._is_paused = transport, read, is_paused
        self._left = bytearray()
        self._is_due = False

    def __bool__(self) -> bool:
        return bool(self._left)

    def add(self, data: bytes) -> None:
        """Take what has come."""
        self._left += data
        if len(self._left) > _MOST_LEFT:
            self._transport.abort()
        elif not self._is_due:
            self._step()

    def go_on(self) -> None:
        """Read what is left, soon."""
        if self._left and not self._is_due:
            self._transport.pause_reading()
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._step)

    def _step(self) -> None:
        self._is_due = False
        if self._transport.is_closing():
            self._left.clear()
            return
        piece = bytes(self._left[:_SLICE])
        del self._left[:_SLICE]
        self._read(piece)
        if self._transport.is_closing():
            return
        if self._left:
            self._transport.pause_reading()
        if not self._is_paused():
            if self._left:
                self.go_on()
            else:
                self._transport.resume_reading()


class GuardedHttp(H11Protocol):
    """An HTTP connection whose requests have to come in time."""

    ledger: Ledger

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._patience, self._stalled = _Timer(transport.abort), _Timer(transport.abort)
        self._waits_for = ""
        self._slices = _Sliced(transport, self._take, lambda: self.flow.read_paused)
        if not self.ledger.admit(transport):
            transport.abort()
        self._wait_for("head")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._patience.stop()
        self._stalled.stop()
        self.ledger.remove(self.transport)

    def data_received(self, data: bytes) -> None:
        self._slices.add(data)

    def _take(self, data: bytes) -> None:
        protocol = self.transport.get_protocol()
        if protocol is not self:  # a WebSocket by now
            protocol.data_received(data)  # type: ignore[attr-defined]
            return
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._look()

    def _look(self) -> None:
        """See what the visitor still has to send."""
        state = self.conn.their_state
        if state is h11.IDLE:
            self._wait_for("head")
        else:
            self._wait_for("body" if state is h11.SEND_BODY else "")
            self.ledger.is_busy(self.transport)

    def _wait_for(self, part: str) -> None:
        if part == self._waits_for:
            return
        self._waits_for = part
        if part:
            self._patience.start(HEAD_SECONDS if part == "head" else BODY_SECONDS)
        else:
            self._patience.stop()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._patience.stop()
        self._stalled.stop()
        self.ledger.is_busy(self.transport)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._slices.go_on()
        if self.conn.their_state is h11.IDLE:  # the framework's own timer runs until the next request begins
            self._wait_for("")
            self.ledger.is_idle(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled.start(READ_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stalled.stop()


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose messages come in few pieces, and that reads what it receives."""

    ledger: Ledger

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._stalled = _Timer(self.transport.abort)
        self._slices = _Sliced(self.transport, super().data_received, lambda: self.read_paused)
        self._controls, self._counted_from = 0, 0.0

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stalled.stop()
        self.ledger.remove(self.transport)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            self._slices.add(data)
        else:
            super().data_received(data)

    async def receive(self) -> Any:
        event = await super().receive()
        if not self.read_paused:
            self._slices.go_on()  # what has come already is read first
        return event

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= _MOST_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._count_control()
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count_control()
        super().handle_pong(event)

    def _count_control(self) -> None:
        now = self.loop.time()
        if now - self._counted_from > _CONTROL_SECONDS:
            self._controls, self._counted_from = 0, now
        self._controls += 1
        if self._controls > _MOST_CONTROLS:
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled.start(READ_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stalled.stop()


def guarded_protocols(ledger: Ledger) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols for HTTP and for WebSockets of one server, whose connections a ledger counts."""
    http = type("Http", (GuardedHttp,), {"ledger": ledger})
    socket = type("Socket", (GuardedSocket,), {"ledger": ledger})
    return cast(tuple[type[asyncio.Protocol], type[asyncio.Protocol]], (http, socket))
