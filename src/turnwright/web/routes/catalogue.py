"""What there is: games, agents, stored games, tournaments."""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse, Response

from turnwright.web.boards import boards
from turnwright.web.boards.base import Board
from turnwright.web.limits import Limits
from turnwright.web.page_files import PageFiles
from turnwright.web.schemas.base import answers
from turnwright.web.schemas.catalogue import (
    AgentsAnswer,
    ListedBoard,
    ListedTournament,
    StoredGameAnswer,
    StoredGames,
    StoredTurn,
    TournamentAnswer,
)
from turnwright.web.seats import agents_catalogue
from turnwright.web.serialise import on_the_wire
from turnwright.web.services import OUTSIDE_STUDIES, Services, ServicesHere, Visitor

router = APIRouter(prefix="/api", tags=["what there is"])

Number = Annotated[int, Path(ge=1, lt=2**53)]
Part = Annotated[str, Query(max_length=100, pattern=r"^[^\x00]*$")]


def _lasting(make: Callable[..., Any]) -> Callable[..., bytes]:
    """An answer that is the same as long as the server runs, written once: that takes up to some tenths of a second."""
    return lru_cache(maxsize=8)(lambda *given: on_the_wire(make(*given)).encode())


def _json(answer: bytes) -> Response:
    return Response(answer, media_type="application/json")


@_lasting
def _games(known: tuple[Board, ...], files: PageFiles) -> list[dict[str, Any]]:
    return [
        {
            "name": board.name,
            "game": board.game,
            "title": board.title,
            "summary": board.summary,
            "hands": board.hands,
            "options": board.Options.model_json_schema(),
            "script": f"{files.prefix}js/games/{board.name}/kit.js",
            "style": f"{files.prefix}{style}" if (style := f"js/games/{board.name}/style.css") in files.paths else "",
        }
        for board in known
    ]


@_lasting
def _rules(known: tuple[Board, ...]) -> dict[str, Any]:
    return {board.name: board.catalogue() for board in known}


@_lasting
def _agents(limits: Limits) -> dict[str, Any]:
    return {"agents": agents_catalogue(), "limits": {"milliseconds": limits.milliseconds, "count": limits.count}}


@router.get("/games", summary="The games", **answers(list[ListedBoard]))
async def games(services: ServicesHere) -> Response:
    """The games that can be played here, the default one first, and what can be chosen for each."""
    return _json(_games(tuple(boards().values()), services.files))


@router.get("/rules", summary="The rules", **answers(dict[str, dict[str, Any]]))
async def rules() -> Response:
    """The games that can be played here, with their pieces, cards, maps and choices."""
    return _json(_rules(tuple(boards().values())))


@router.get("/agents", summary="The agents", **answers(AgentsAnswer))
async def agents(services: ServicesHere) -> Response:
    """The agents that can be chosen, with their settings, and what they may spend on a turn."""
    return _json(_agents(services.limits))


def prepare(files: PageFiles, limits: Limits) -> None:
    """Write all answers that stay the same, before the first visitor comes."""
    known = tuple(boards().values())
    _games(known, files), _rules(known), _agents(limits)


# Beside the event loop, and in turn: a stored game is played again to be shown.


async def _told(services: Services, visitor: str, tell: Callable[..., Any], *given: Any, **named: Any) -> Response:
    """What the archive tells, as it goes over the wire."""
    text = await services.library.run(visitor, lambda: on_the_wire(tell(*given, **named)))
    return Response(text, media_type="application/json")


@router.get("/stored-games", summary="Stored games", dependencies=[OUTSIDE_STUDIES], **answers(StoredGames))
async def stored_games(
    services: ServicesHere,
    visitor: Visitor,
    game: Part = "",
    agent: Part = "",
    before: Annotated[int | None, Query(ge=1, lt=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Response:
    """Finished games of the arena, the newest first; filtered by a part of the game's or an agent's spec."""
    return await _told(services, visitor, services.archive.games, game=game, agent=agent, before=before, limit=limit)


@router.get(
    "/stored-games/{number}", summary="A stored game", dependencies=[OUTSIDE_STUDIES], **answers(StoredGameAnswer)
)
async def stored_game(number: Number, services: ServicesHere, visitor: Visitor) -> Response:
    """A finished game: players, turns in notation, search reports, the evaluation after every turn."""
    return await _told(services, visitor, services.archive.game, number)


@router.get(
    "/stored-games/{number}/notation",
    summary="A stored game as text",
    response_class=PlainTextResponse,
    dependencies=[OUTSIDE_STUDIES],
)
async def stored_notation(number: Number, services: ServicesHere, visitor: Visitor) -> PlainTextResponse:
    """The start of the game in notation, then a line for every turn."""
    name = f'attachment; filename="game-{number}.txt"'
    text = await services.library.run(visitor, services.archive.notation, number)
    return PlainTextResponse(text, headers={"Content-Disposition": name})


@router.get(
    "/stored-games/{number}/turns/{turn}",
    summary="A turn of a stored game",
    dependencies=[OUTSIDE_STUDIES],
    **answers(StoredTurn),
)
async def stored_turn(
    number: Number, turn: Annotated[int, Path(ge=1, le=30_000)], services: ServicesHere, visitor: Visitor
) -> Response:
    """One turn, action by action, with the position after each."""
    return await _told(services, visitor, services.archive.turn, number, turn)


@router.get("/tournaments", summary="Tournaments", dependencies=[OUTSIDE_STUDIES], **answers(list[ListedTournament]))
async def tournaments(services: ServicesHere, visitor: Visitor) -> Response:
    """Matches and tournaments of the arena, the newest first."""
    return await _told(services, visitor, services.archive.tournaments)


@router.get(
    "/tournaments/{number}", summary="A tournament", dependencies=[OUTSIDE_STUDIES], **answers(TournamentAnswer)
)
async def tournament(number: Number, services: ServicesHere, visitor: Visitor) -> Response:
    """The cross table with intervals, and ratings."""
    return await _told(services, visitor, services.archive.tournament, number)
