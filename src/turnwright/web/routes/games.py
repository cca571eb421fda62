"""Games in progress by HTTP: begin one, look at it, play."""

import re
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from turnwright.arena.live.live_game import LiveGame, PlayError, Setup
from turnwright.core.errors import TurnwrightError
from turnwright.web.boards import board_named
from turnwright.web.schemas.base import answers
from turnwright.web.schemas.games import ShownGame
from turnwright.web.schemas.positions import Target
from turnwright.web.schemas.requests import Actions, NewGame, Place
from turnwright.web.seats import seat_of
from turnwright.web.serialise import can_act, shown_effects
from turnwright.web.services import Services, ServicesHere, Visitor, while_connected
from turnwright.web.sessions import Session

router = APIRouter(prefix="/api/games", tags=["games in progress"])

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""The name of a game in progress."""
GameName = Annotated[str, Path(pattern=f"^{NAME.pattern}$")]


def game_of(wanted: NewGame, services: Services) -> LiveGame:
    """The game that somebody wants to begin; everything is checked."""
    game = board_named(wanted.game).game_with(wanted.options)
    first, second = (
        seat_of(seat.agent, seat.budget, services.limits, game, trust=services.trust) for seat in wanted.seats
    )
    return LiveGame(Setup.new(game=game.spec, seats=(first, second), view=wanted.hands, deal=wanted.seed))


def _shown(game: str, *, status: int = 200) -> Response:
    """A game that is on the wire already."""
    return Response(game, status_code=status, media_type="application/json")


@router.post("", summary="Begin a game", **answers(ShownGame, 201))
async def begin(wanted: Annotated[NewGame, Body()], services: ServicesHere, visitor: Visitor) -> Response:
    """The game, with the name that leads back to it. Whoever knows the name may play for the people in it."""
    services.check_open()
    services.sessions.check_new(visitor)
    game = await services.desk.run(visitor, game_of, wanted, services)
    return _shown(services.sessions.hold(game).shown(), status=201)


@router.get("/{name}", summary="Look at a game", **answers(ShownGame))
async def look(name: GameName, services: ServicesHere, visitor: Visitor) -> Response:
    """The game as the people in it may see it: with hidden hands, neither the opponent's cards nor any seeds."""
    return _shown((await services.sessions.find(name, visitor)).shown())


@router.get("/{name}/effects", summary="What a piece or card could do", **answers(list[Target]))
async def effects(
    name: GameName, source: Annotated[Place, Query()], services: ServicesHere, visitor: Visitor
) -> JSONResponse:
    """For every legal action that begins with a piece (`a1`) or card (`card:K`): what it would do."""
    session = await services.sessions.find(name, visitor)
    return JSONResponse(shown_effects(session.game.state, source) if can_act(session.game) else [])


@router.post("/{name}/actions", summary="Play actions", **answers(ShownGame))
async def act(name: GameName, wanted: Actions, services: ServicesHere, visitor: Visitor) -> Response:
    """The game after the actions: all of them, or none if one is not legal. `end` ends the turn."""
    session = await services.sessions.find(name, visitor)
    return _shown(play(session, wanted))


@router.post("/{name}/undo", summary="Take back an action", **answers(ShownGame))
async def undo(name: GameName, services: ServicesHere, visitor: Visitor) -> Response:
    """The game without the last action of the turn in progress."""
    session = await services.sessions.find(name, visitor)
    session.game.undo()
    return _shown(session.has_changed())


@router.post("/{name}/seat", summary="Take the seat", **answers(ShownGame))
async def take_seat(name: GameName, services: ServicesHere, visitor: Visitor) -> Response:
    """With two people at one screen and hidden hands: the person to move is there now, and sees his hand."""
    session = await services.sessions.find(name, visitor)
    session.game.take_seat()
    return _shown(session.has_changed())


@router.post("/{name}/resignation", summary="Resign", **answers(ShownGame))
async def resign(name: GameName, services: ServicesHere, visitor: Visitor) -> Response:
    """The person to move gives up."""
    session = await services.sessions.find(name, visitor)
    session.game.resign()
    return _shown(session.has_changed())


@router.post("/{name}/agent-turn", summary="Let the agent play", **answers(ShownGame))
async def agent_turn(name: GameName, request: Request, services: ServicesHere, visitor: Visitor) -> Response:
    """The game after the turn of the agent to move. It takes as long as the agent's budget says."""
    session = await services.sessions.find(name, visitor)

    def listener(message: str) -> None:
        pass

    session.listeners[listener] = visitor
    try:
        await while_connected(request, lambda: session.agent_turn(services.pool, services.limits, visitor))
    finally:
        services.sessions.leave(session, listener)
    return _shown(session.shown())


def play(session: Session, wanted: Actions) -> str:
    """The game after actions of a person."""
    if wanted.count is not None and wanted.count != session.game.count:
        raise PlayError(f"the game has gone on: {session.game.count} actions have been played, not {wanted.count}")
    try:
        session.game.play(wanted.actions)
    except PlayError:
        raise
    except TurnwrightError as error:
        raise PlayError(str(error)) from error
    return session.has_changed()
