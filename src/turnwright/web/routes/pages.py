"""The page itself: one document for all addresses, its parts, and the drawings of each game."""

from functools import cache

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles

from turnwright.web.boards import board_named, boards
from turnwright.web.boards.base import PAGE
from turnwright.web.services import ServicesHere

ADDRESSES = (
    "/study",
    "/game/{name}",
    "/analyse",
    "/replay/{number}",
    "/results",
    "/results/{number}",
    "/rules",
    "/learn",
    "/api",
)
"""Where a visitor may come in; the page looks at its address to know what to show."""

router = APIRouter(include_in_schema=False)


async def document(services: ServicesHere) -> Response:
    """The document that loads everything else; it says so if the server runs a study."""
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    if services.study is not None:
        text = text.replace("<html ", "<html data-study ", 1)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


@router.get("/", response_model=None)
async def first(services: ServicesHere) -> Response:
    """The page to begin at: the study's, if there is one."""
    return await document(services) if services.study is None else RedirectResponse("/study", 303)


for _address in ADDRESSES:
    router.get(_address, response_model=None)(document)


@router.get("/glyphs/{game}.svg")
async def glyphs(game: str) -> Response:
    """The drawings of a game, each a symbol."""
    if game not in boards():
        return Response(status_code=404)
    return Response(_sprite(game), media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


@cache
def _sprite(game: str) -> str:
    symbols = (
        f'<symbol id="{game}-{name}" viewBox="-34 -34 68 68">{drawing}</symbol>'
        for name, drawing in board_named(game).glyphs().items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


class _Fresh(StaticFiles):
    """Files that browsers ask for again after an update."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


def add_files(app: FastAPI) -> None:
    """Serve the page's scripts and styles."""
    for name, board in boards().items():
        if board.scripts != PAGE / "js" / "games" / name:  # a game from outside brings its own
            app.mount(f"/page/js/games/{name}", _Fresh(directory=board.scripts), name=name)
    app.mount("/page", _Fresh(directory=PAGE), name="page")
