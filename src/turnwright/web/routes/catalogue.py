"""What there is: games, agents, stored games, tournaments."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, PlainTextResponse

from turnwright.web.boards import boards
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
from turnwright.web.services import OUTSIDE_STUDIES, ServicesHere

router = APIRouter(prefix="/api", tags=["what there is"])

Number = Annotated[int, Path(ge=1, lt=2**53)]
Part = Annotated[str, Query(max_length=100)]


@router.get("/games", summary="The games", **answers(list[ListedBoard]))
async def games() -> JSONResponse:
    """The games that can be played here, the default one first, and what can be chosen for each."""
    return JSONResponse(
        [
            {
                "name": board.name,
                "game": board.game,
                "title": board.title,
                "summary": board.summary,
                "hands": board.hands,
                "options": board.Options.model_json_schema(),
                "script": f"/page/js/games/{board.name}/kit.js",
                "style": f"/page/js/games/{board.name}/style.css" if (board.scripts / "style.css").is_file() else "",
            }
            for board in boards().values()
        ]
    )


@router.get("/rules", summary="The rules", **answers(dict[str, dict[str, Any]]))
async def rules() -> JSONResponse:
    """The games that can be played here, with their pieces, cards, maps and choices."""
    return JSONResponse({name: board.catalogue() for name, board in boards().items()})


@router.get("/agents", summary="The agents", **answers(AgentsAnswer))
async def agents(services: ServicesHere) -> JSONResponse:
    """The agents that can be chosen, with their settings, and what they may spend on a turn."""
    limits = services.limits
    return JSONResponse(
        {"agents": agents_catalogue(), "limits": {"milliseconds": limits.milliseconds, "count": limits.count}}
    )


# Plain functions: the framework runs them in threads, so that no game waits for the database.


@router.get("/stored-games", summary="Stored games", dependencies=[OUTSIDE_STUDIES], **answers(StoredGames))
def stored_games(
    services: ServicesHere,
    game: Part = "",
    agent: Part = "",
    before: Annotated[int | None, Query(ge=1, lt=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> JSONResponse:
    """Finished games of the arena, the newest first; filtered by a part of the game's or an agent's spec."""
    return JSONResponse(services.archive.games(game=game, agent=agent, before=before, limit=limit))


@router.get(
    "/stored-games/{number}", summary="A stored game", dependencies=[OUTSIDE_STUDIES], **answers(StoredGameAnswer)
)
def stored_game(number: Number, services: ServicesHere) -> JSONResponse:
    """A finished game: players, turns in notation, search reports, the evaluation after every turn."""
    return JSONResponse(services.archive.game(number))


@router.get(
    "/stored-games/{number}/notation",
    summary="A stored game as text",
    response_class=PlainTextResponse,
    dependencies=[OUTSIDE_STUDIES],
)
def stored_notation(number: Number, services: ServicesHere) -> PlainTextResponse:
    """The start of the game in notation, then a line for every turn."""
    name = f'attachment; filename="game-{number}.txt"'
    return PlainTextResponse(services.archive.notation(number), headers={"Content-Disposition": name})


@router.get(
    "/stored-games/{number}/turns/{turn}",
    summary="A turn of a stored game",
    dependencies=[OUTSIDE_STUDIES],
    **answers(StoredTurn),
)
def stored_turn(number: Number, turn: Annotated[int, Path(ge=1, le=30_000)], services: ServicesHere) -> JSONResponse:
    """One turn, action by action, with the position after each."""
    return JSONResponse(services.archive.turn(number, turn))


@router.get("/tournaments", summary="Tournaments", dependencies=[OUTSIDE_STUDIES], **answers(list[ListedTournament]))
def tournaments(services: ServicesHere) -> JSONResponse:
    """Matches and tournaments of the arena, the newest first."""
    return JSONResponse(services.archive.tournaments())


@router.get(
    "/tournaments/{number}", summary="A tournament", dependencies=[OUTSIDE_STUDIES], **answers(TournamentAnswer)
)
def tournament(number: Number, services: ServicesHere) -> JSONResponse:
    """The cross table with intervals, and ratings."""
    return JSONResponse(services.archive.tournament(number))
