"""What the routes work with, made once for a server."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, Request, WebSocket
from starlette.requests import HTTPConnection

from turnwright.arena.store import Store
from turnwright.web.archive import Archive
from turnwright.web.desk import Desk
from turnwright.web.limits import Limits
from turnwright.web.page_files import PageFiles
from turnwright.web.positions import is_made_up
from turnwright.web.search_pool import SearchPool
from turnwright.web.sessions import Sessions
from turnwright.web.showcase import Showcase
from turnwright.web.study_session import ClosedError, Study
from turnwright.web.visitors import visitor_of

Result = TypeVar("Result")

_LOOK = 0.2
"""Seconds between two looks whether somebody is still waiting."""


@dataclass(frozen=True, kw_only=True)
class Services:
    """The parts of a running server."""

    store: Store
    archive: Archive
    sessions: Sessions
    pool: SearchPool
    showcase: Showcase
    desk: Desk
    """Reads positions and specs."""
    map_desk: Desk
    """Reads positions on maps that somebody has made up: that takes a hundred times as long."""
    library: Desk
    """Reads the store, and plays its games again."""
    files: PageFiles
    limits: Limits
    trust: bool
    """Whether visitors may name agents from files and programs."""
    published: Callable[[], list[dict[str, Any]]] = list
    """Lists what the papers have published, with ours beside it."""
    study: Study | None = None
    """The study that the server is for, if it is."""

    def desk_for(self, state: str) -> Desk:
        """Where a position is read; those that take long keep no others waiting."""
        return self.map_desk if is_made_up(state) else self.desk

    def check_open(self) -> None:
        """Refuse what would help people in a study, tell of others in it, or take time from its agent."""
        if self.study is not None:
            raise ClosedError("this server runs a study; start at its first page")


def services_of(connection: HTTPConnection) -> Services:
    """The services of the server that a request came to."""
    return cast(Services, connection.app.state.services)


def visitor(connection: HTTPConnection) -> str:
    """Who asks."""
    return visitor_of(connection.scope)


ServicesHere = Annotated[Services, Depends(services_of)]
Visitor = Annotated[str, Depends(visitor)]


def _check_open(services: ServicesHere) -> None:
    services.check_open()


OUTSIDE_STUDIES = Depends(_check_open)
"""For routes that are closed while a server runs a study."""


async def while_connected(request: Request, work: Callable[[], Awaitable[Result]]) -> Result:
    """The result of some work, which is given up when whoever asked for it has gone."""

    async def run() -> Result:
        return await work()

    task = asyncio.create_task(run())
    try:
        while True:
            done, _ = await asyncio.wait({task}, timeout=_LOOK)
            if done:
                return task.result()
            if await request.is_disconnected():
                raise asyncio.CancelledError
    finally:
        task.cancel()


def allowed_message(socket: WebSocket) -> bool:
    """Whether one more message may come by this connection now."""
    return bool(socket.scope["allows_message"]())
