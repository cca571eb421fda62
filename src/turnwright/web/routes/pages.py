"""The page itself: one document for all addresses, its parts, and the drawings of each game."""

from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from turnwright.web.boards import board_named, boards
from turnwright.web.boards.base import Board
from turnwright.web.page_files import PageFile
from turnwright.web.serialise import on_the_wire
from turnwright.web.services import ServicesHere, Visitor, services_of

ADDRESSES = (
    "/study",
    "/game/{name}",
    "/analyse",
    "/replay/{number}",
    "/results",
    "/results/{number}",
    "/papers",
    "/rules",
    "/learn",
    "/puzzles",
    "/puzzles/{name}",
    "/api",
)
"""Where a visitor may come in; the page looks at its address to know what to show."""
_FOR_PROGRAMS = ("/api/", "/page/", "/glyphs/", "/ws/")

router = APIRouter(include_in_schema=False)
_LOOKS = ["GET", "HEAD"]


async def document(request: Request, services: ServicesHere) -> Response:
    """The document that loads everything else; it marks a server that runs a study."""
    return _document(request)


def _document(request: Request, status: int = 200) -> Response:
    services = services_of(request)
    files = services.files
    return (files.document if services.study is None else files.study_document).answer(request.headers, status=status)


@router.api_route("/", methods=_LOOKS, response_model=None)
async def first(request: Request, services: ServicesHere) -> Response:
    """The page to begin at: the study's, if there is one."""
    return _document(request) if services.study is None else RedirectResponse("/study", 303)


for _address in ADDRESSES:
    router.api_route(_address, methods=_LOOKS, response_model=None)(document)


async def file(request: Request) -> Response:
    """A part of the page. A plain route: a class asks for thousands of them in a moment."""
    return services_of(request).files.answer(request.path_params["path"], request.headers)


router.add_route("/page/{path:path}", file, methods=_LOOKS)


@router.api_route("/favicon.ico", methods=_LOOKS, response_model=None)
async def icon(request: Request, services: ServicesHere) -> Response:
    """The icon, for browsers that do not look into the document."""
    return services.files.answer("icon.svg", request.headers)


@router.api_route("/glyphs/{game}.svg", methods=_LOOKS, response_model=None)
async def glyphs(game: str, request: Request) -> Response:
    """The drawings of a game, each a symbol."""
    if game not in boards():
        return Response(status_code=404)
    return _sprite(board_named(game)).answer(request.headers)


@lru_cache(maxsize=64)
def _sprite(board: Board) -> PageFile:
    symbols = (
        f'<symbol id="{board.name}-{name}" viewBox="-34 -34 68 68">{drawing}</symbol>'
        for name, drawing in board.glyphs().items()
    )
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
    return PageFile(drawn.encode(), "image/svg+xml")


@router.get("/openapi.json", response_model=None)
async def openapi(request: Request, services: ServicesHere, visitor: Visitor) -> Response:
    """What can be asked over HTTP; written once, which takes long."""
    app = request.app
    if not hasattr(app.state, "openapi"):
        text = await services.desk.run(visitor, lambda: on_the_wire(app.openapi()))
        app.state.openapi = PageFile(text.encode(), "application/json")
    answer: Response = app.state.openapi.answer(request.headers)
    return answer


async def not_found(request: Request, error: Exception) -> Response:
    """An address that leads nowhere: a page for people, a sentence for programs."""
    status = getattr(error, "status_code", 404)
    path = request.url.path
    if status == 404 and request.method in _LOOKS and not path.startswith(_FOR_PROGRAMS):
        return _document(request, 404)
    detail = "there is nothing at this address" if status == 404 else getattr(error, "detail", "")
    return JSONResponse({"detail": detail}, status, getattr(error, "headers", None))
