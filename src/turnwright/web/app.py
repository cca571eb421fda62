"""The app: routes, errors in one sentence, and what starts and ends with the server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from turnwright import __version__
from turnwright.arena.live.live_store import LiveStore
from turnwright.arena.store import Store
from turnwright.core.errors import TurnwrightError
from turnwright.study.plan import StudyPlan
from turnwright.web.archive import Archive
from turnwright.web.desk import Desk
from turnwright.web.limits import Limits
from turnwright.web.middleware import Guard
from turnwright.web.page_files import PageFiles
from turnwright.web.positions import check_game
from turnwright.web.refusals import status_of, words_of
from turnwright.web.routes import analyses, catalogue, games, pages, sockets, study
from turnwright.web.schemas.base import Refusal
from turnwright.web.search_pool import SearchPool
from turnwright.web.services import Services
from turnwright.web.sessions import Sessions
from turnwright.web.showcase import Showcase
from turnwright.web.study_session import Study
from turnwright.web.visitors import Place

_ABOUT = (
    "Play, watch and analyse turn-based multi-action games. Positions, actions and turns are in the notation of the "
    "game. A WebSocket at /ws/games/{name} follows a game, one at /ws/thoughts an analysis."
)
_ERRORS = {
    status: {"description": meaning, "content": {"application/json": {"schema": Refusal.model_json_schema()}}}
    for status, meaning in (
        (400, "The input is not valid."),
        (403, "A key opens no seat, the request comes from another site, or the server runs a study."),
        (404, "There is no such thing."),
        (409, "The current state of the game does not allow it."),
        (413, "The request is too long."),
        (429, "Too many requests."),
        (503, "The store is currently unavailable."),
    )
}


def make_app(
    store: Store,
    *,
    limits: Limits | None = None,
    trust: bool = False,
    place: Place | None = None,
    plan: StudyPlan | None = None,
    published: Callable[[], list[dict[str, Any]]] = list,
) -> FastAPI:
    """The app over a store. `place`: where it can be reached; without, it answers to any host. `plan`: of its study.
    `published` lists the numbers of the papers, with ours beside them."""
    limits = limits or Limits()
    # Games in progress are read in a line of their own: a large tournament takes seconds.
    games_desk = Desk(limits, threads=1, name="web-games")
    live = LiveStore(store, check_game=check_game, trust=trust)
    pool = SearchPool(limits)
    services = Services(
        store=store,
        archive=Archive(store, trust=trust),
        sessions=Sessions(live, limits, games_desk, quiet=plan is not None),
        pool=pool,
        showcase=Showcase(pool, limits),
        desk=Desk(limits, threads=1, name="web-desk"),
        map_desk=Desk(limits, threads=1, name="web-maps"),
        library=Desk(limits, threads=2, name="web-library"),
        files=PageFiles(),
        limits=limits,
        trust=trust,
        published=published,
        study=None if plan is None else Study(plan, store),
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        saving = asyncio.create_task(services.sessions.keep_saving())
        try:
            yield
        finally:
            saving.cancel()
            with suppress(asyncio.CancelledError):
                await saving
            await services.showcase.close()
            services.pool.close()
            for desk in (services.desk, services.map_desk, services.library, games_desk):
                desk.close()
            services.sessions.close()
            await services.sessions.write()

    # The framework's own pages about the API load scripts from elsewhere; ours is at /api.
    app = FastAPI(
        title="Turnwright",
        version=__version__,
        description=_ABOUT,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=_ERRORS,  # type: ignore[arg-type]
    )
    app.state.services = services
    catalogue.prepare(services.files, limits)
    for room in (games, analyses, catalogue, study, sockets, pages):
        app.include_router(room.router)
    app.add_exception_handler(HTTPException, pages.not_found)
    app.add_exception_handler(TurnwrightError, _refusal)
    app.add_exception_handler(RequestValidationError, _misunderstanding)
    app.add_middleware(Guard, limits=limits, place=place)
    return app


async def _refusal(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, TurnwrightError)
    return JSONResponse({"detail": words_of(error)}, status_code=status_of(error))


_REPORTED = 5
"""Errors of a request that are reported; it may have thousands."""


def _short(part: str | int) -> str | int:
    return part if isinstance(part, int) else part[:60]


async def _misunderstanding(_: Request, error: Exception) -> JSONResponse:
    """What is wrong with a request, without repeating it."""
    assert isinstance(error, RequestValidationError)
    errors = [
        {"loc": [_short(part) for part in found["loc"]], "msg": found["msg"][:200], "type": found["type"]}
        for found in error.errors()[:_REPORTED]
    ]
    return JSONResponse({"detail": errors}, status_code=422)
