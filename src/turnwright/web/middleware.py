"""What stands between strangers and the app: origins, rates, sizes, and headers for the browser."""

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turnwright.web.limits import Limits, Rates

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_TRY_LATER = 1013  # WebSocket close codes
_REFUSED = 1008


class Guard:
    """Wraps the app. Everything that comes in passes here first."""

    def __init__(self, app: ASGIApp, *, limits: Limits) -> None:
        self._app, self._limits = app, limits
        self.rates = Rates(a_second=limits.requests_a_second, burst=limits.burst)
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    told.setdefault(name, value)
            await send(message)

        async def refuse(status: int, reason: str) -> None:
            await JSONResponse({"detail": reason}, status_code=status)(scope, receive, guarded_send)

        if scope["method"] not in _SAFE and not is_same_origin(headers):
            return await refuse(403, "requests from other sites are not accepted")
        if not self.rates.spend(visitor_of(scope)):
            return await refuse(429, "too many requests; wait a moment")
        too_long = f"the request is too long; at most {self._limits.body} bytes are accepted"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._limits.body:
            return await refuse(413, too_long)
        seen = quotes = 0

        async def guarded_receive() -> Message:
            nonlocal seen, quotes
            message = await receive()
            body = message.get("body", b"")
            seen += len(body)
            quotes += body.count(b'"')
            if seen > self._limits.body:
                raise HTTPException(413, too_long)
            if quotes > self._limits.quotes:
                raise HTTPException(413, "the request has too many parts")
            return message

        await self._app(scope, guarded_receive, guarded_send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, visitor = Headers(scope=scope), visitor_of(scope)
        scope["guard"] = self
        if not is_same_origin(headers):
            return await _close(receive, send, _REFUSED)
        if self._open[visitor] >= self._limits.connections_each or not self.rates.spend(visitor):
            return await _close(receive, send, _TRY_LATER)
        self._open[visitor] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


def is_same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:  # no address at all
        return False
    return bool(place) and place == headers.get("host")


def visitor_of(scope: Scope | Any) -> str:
    """Who asks: the address that a connection comes from."""
    client = scope.get("client")
    return client[0] if client else "unknown"


async def _close(receive: Receive, send: Send, code: int) -> None:
    await receive()
    await send({"type": "websocket.close", "code": code})
