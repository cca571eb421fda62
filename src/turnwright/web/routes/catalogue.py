"""The catalogue: games, agents, puzzles, the game on the first page, stored games, tournaments."""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from turnwright.core.spec import split_notation
from turnwright.games.registry import game
from turnwright.puzzles.puzzle import Puzzle, shipped_puzzles
from turnwright.web.boards import board_for, boards
from turnwright.web.boards.base import Board
from turnwright.web.limits import Limits
from turnwright.web.page_files import PageFile, PageFiles
from turnwright.web.schemas.base import answers
from turnwright.web.schemas.catalogue import (
    AgentsAnswer,
    ListedBoard,
    ListedPuzzle,
    ListedTournament,
    PublishedNumber,
    PuzzleAnswer,
    ShowcaseAnswer,
    StoredGameAnswer,
    StoredGames,
    StoredTurn,
    TournamentAnswer,
)
from turnwright.web.schemas.games import ToldTurn
from turnwright.web.schemas.requests import MOST_TURNS, FirstTurn
from turnwright.web.seats import agents_catalogue
from turnwright.web.serialise import on_the_wire
from turnwright.web.services import OUTSIDE_STUDIES, Services, ServicesHere, Visitor

router = APIRouter(prefix="/api", tags=["what there is"])

Number = Annotated[int, Path(ge=1, lt=2**53)]
Part = Annotated[str, Query(max_length=100, pattern=r"^[^\x00]*$")]
PlayerText = Annotated[str, Query(max_length=240, pattern=r"^[^\x00]*$")]


def _lasting(make: Callable[..., Any]) -> Callable[..., PageFile]:
    """An answer that is the same as long as the server runs, written and compressed once: that takes up to some tenths
    of a second."""
    return lru_cache(maxsize=8)(lambda *given: PageFile(on_the_wire(make(*given)).encode(), "application/json"))


@_lasting
def _games(known: tuple[Board, ...], files: PageFiles) -> list[dict[str, Any]]:
    return [
        {
            "name": board.name,
            "game": board.game,
            "title": board.title,
            "summary": board.summary,
            "credit": board.credit,
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


@lru_cache(maxsize=1)
def _puzzles() -> tuple[PageFile, dict[str, bytes]]:
    """The list of all puzzles, and each by its name."""
    whole = {puzzle.name: _puzzle_data(puzzle) for puzzle in shipped_puzzles()}
    listed = [{key: data[key] for key in ListedPuzzle.model_fields} for data in whole.values()]
    each = {name: on_the_wire(data).encode() for name, data in whole.items()}
    return PageFile(on_the_wire(listed).encode(), "application/json"), each


def _puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    spec, _ = split_notation(puzzle.state)
    return {
        "name": puzzle.name,
        "board": board_for(spec.label).name,
        "length": puzzle.length,
        "stars": puzzle.stars,
        "state": puzzle.state,
        "actions": game(spec).split_turn(puzzle.turn),
        "turns": puzzle.turns,
        "needs": puzzle.needs,
    }


@router.get("/puzzles", summary="Puzzles", dependencies=[OUTSIDE_STUDIES], **answers(list[ListedPuzzle]))
async def puzzles(request: Request) -> Response:
    """All puzzles, always in the same order: that of a day is the next one."""
    return _puzzles()[0].answer(request.headers)


@router.get("/puzzles/{name}", summary="A puzzle", dependencies=[OUTSIDE_STUDIES], **answers(PuzzleAnswer))
async def puzzle(name: Annotated[str, Path(pattern="^[0-9a-f]{8}$")]) -> Response:
    """A position that can be won within the turn, with its solution."""
    found = _puzzles()[1].get(name)
    if found is None:
        raise HTTPException(404, "there is no such puzzle")
    return Response(found, media_type="application/json")


@router.get("/games", summary="The games", **answers(list[ListedBoard]))
async def games(request: Request, services: ServicesHere) -> Response:
    """The games that can be played here, the default one first, and what can be chosen for each."""
    return _games(tuple(boards().values()), services.files).answer(request.headers)


@router.get(
    "/showcase", summary="The game on the first page", dependencies=[OUTSIDE_STUDIES], **answers(ShowcaseAnswer)
)
async def showcase(request: Request, services: ServicesHere) -> Response:
    """The latest turn of a game between two agents, the same for all visitors. It goes on while somebody asks."""
    return services.showcase.told().answer(request.headers)


@router.get("/rules", summary="The rules", **answers(dict[str, dict[str, Any]]))
async def rules(request: Request) -> Response:
    """The games that can be played here, with their pieces, cards, maps and choices."""
    return _rules(tuple(boards().values())).answer(request.headers)


@router.get("/agents", summary="The agents", **answers(AgentsAnswer))
async def agents(request: Request, services: ServicesHere) -> Response:
    """The agents that can be chosen, with their settings, and what they may spend on a turn."""
    return _agents(services.limits).answer(request.headers)


def prepare(files: PageFiles, limits: Limits) -> None:
    """Write all answers that stay the same, before the first visitor comes."""
    known = tuple(boards().values())
    _games(known, files), _rules(known), _agents(limits), _puzzles()


@_lasting
def _published(numbers: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return numbers()


@router.get("/papers", summary="Published numbers", dependencies=[OUTSIDE_STUDIES], **answers(list[PublishedNumber]))
async def papers(request: Request, services: ServicesHere, visitor: Visitor) -> Response:
    """Every score that the papers have published, with ours beside it."""
    return (await services.library.run(visitor, _published, services.published)).answer(request.headers)


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
    one: PlayerText = "",
    other: PlayerText = "",
    before: Annotated[int | None, Query(ge=1, lt=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Response:
    """Finished games of the arena, the newest first; filtered by a part of the game's or an agent's spec, or by two
    players, `one` and `other`, such as `oep@1s`."""
    chosen = {"game": game, "agent": agent, "before": before, "limit": limit}
    pair = (one, other) if one and other else None
    return await _told(services, visitor, services.archive.games, pair=pair, **chosen)


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
    "/stored-games/{number}/turns",
    summary="Turns of a stored game, for words",
    dependencies=[OUTSIDE_STUDIES],
    **answers(list[ToldTurn]),
)
async def stored_turns(number: Number, services: ServicesHere, visitor: Visitor, first: FirstTurn = 1) -> Response:
    """Some turns from a first one on: who acts and what comes of it."""
    return await _told(services, visitor, services.archive.told, number, first, MOST_TURNS)


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
