"""What stands between strangers and the app: hosts, origins, rates, sizes, and headers for the browser."""

import logging
from collections import Counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turnwright.web.limits import Limits, Rates
from turnwright.web.visitors import Place, visitor_of

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
_FILES = ("/page/", "/glyphs/")
"""Where the files of the page are: they cost little, and a class opens thousands of them in a moment."""
_FOREIGN = ("cross-site", "same-site")
"""What browsers say of requests that a page of another site makes."""
_TRY_LATER = 1013  # WebSocket close codes
_REFUSED = 1008

_log = logging.getLogger(__name__)


class Guard:
    """Wraps the app. Everything that comes in passes here first."""

    def __init__(self, app: ASGIApp, *, limits: Limits, place: Place | None = None) -> None:
        """`place`: where the server can be reached; without, any host is answered."""
        self._app, self._limits, self._place = app, limits, place
        self._anywhere = Place(names=frozenset(), any_address=True)
        self.rates = Rates(a_second=limits.requests_a_second, burst=limits.burst)
        self._files = Rates(a_second=limits.files_a_second, burst=limits.files_at_once)
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _knows(self, headers: Headers) -> bool:
        return self._place is None or self._place.knows(headers)

    def _is_foreign(self, headers: Headers) -> bool:
        return not (self._place or self._anywhere).is_same_origin(headers)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        begun = False

        async def guarded_send(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                sent = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    sent.setdefault(name, value)
            await send(message)

        async def refuse(status: int, reason: str) -> None:
            answer = JSONResponse({"detail": reason}, status_code=status)
            if status == 429:
                answer.headers["Retry-After"] = "1"
                answer.headers["Connection"] = "close"
            await answer(scope, receive, guarded_send)

        rates = self._files if scope["path"].startswith(_FILES) else self.rates
        if not rates.spend(visitor_of(scope)):
            return await refuse(429, "too many requests; wait a moment")
        if not self._knows(headers):
            return await refuse(400, "this server does not answer to that host name; --public-url adds one")
        called = scope["path"].startswith("/api/") and headers.get("sec-fetch-site") in _FOREIGN
        if called or (scope["method"] not in _SAFE and self._is_foreign(headers)):
            return await refuse(403, "requests from other sites are not accepted")
        too_long = f"the request is too long; at most {self._limits.body} bytes are accepted"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdecimal()) or len(length) > 9 or int(length) > self._limits.body:
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

        try:
            await self._app(scope, guarded_receive, guarded_send)
        except Exception:  # a mistake of ours: logged, and answered with the same headers as everything else
            _log.exception("a request could not be answered")
            if begun:
                raise
            await refuse(500, "an error of this server; it has been logged")

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, visitor = Headers(scope=scope), visitor_of(scope)
        if not self.rates.spend(visitor):
            return await _close(receive, send, _TRY_LATER)
        if not self._knows(headers) or self._is_foreign(headers):
            return await _close(receive, send, _REFUSED)
        if self._open[visitor] >= self._limits.connections_each:
            return await _close(receive, send, _TRY_LATER)
        own = Rates(a_second=self._limits.messages_a_second, burst=self._limits.messages_at_once)
        scope["allows_message"] = lambda: own.spend("") and self.rates.spend(visitor)
        self._open[visitor] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


async def _close(receive: Receive, send: Send, code: int) -> None:
    await receive()
    await send({"type": "websocket.close", "code": code})
