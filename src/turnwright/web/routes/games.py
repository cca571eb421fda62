"""Games in progress by HTTP: begin one, look at it, play."""

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.state import IllegalActionError
from turnwright.games.registry import game as game_from
from turnwright.web.answers import ShownGame, Target, answers
from turnwright.web.boards.hero_academy import DECK_OF_MAP
from turnwright.web.hosting import Hosted
from turnwright.web.live_game import GameError, Setup
from turnwright.web.messages import Actions, NewGame, NewLocmGame, Place
from turnwright.web.seats import seat_of
from turnwright.web.services import Services, ServicesHere, Visitor, while_connected
from turnwright.web.showing import shown_effects

router = APIRouter(prefix="/api/games", tags=["games in progress"])

GameName = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[\w-]+$")]


def setup_of(wanted: NewGame, services: Services) -> Setup:
    """The setup of a new game; everything is checked."""
    first, second = (seat_of(seat.agent, seat.budget, services.limits, trust=services.trust) for seat in wanted.seats)
    return Setup.new(game=_game_of(wanted).spec, seats=(first, second), view=wanted.hands, deal=wanted.seed)


def _game_of(wanted: NewGame) -> Game:
    if isinstance(wanted, NewLocmGame):
        return game_from(wanted.game, draft=wanted.options.draft, book=wanted.options.book)
    options = wanted.options
    return game_from(
        wanted.game,
        map=options.map,
        deck=options.deck or DECK_OF_MAP[options.map],
        action_points=options.action_points,
        draws=options.draws,
    )


def _shown(game: str, *, status: int = 200) -> Response:
    """A game that is on the wire already."""
    return Response(game, status_code=status, media_type="application/json")


@router.post("", summary="Begin a game", **answers(ShownGame, 201))
async def begin(wanted: Annotated[NewGame, Body()], services: ServicesHere, visitor: Visitor) -> Response:
    """The game, with the name that leads back to it. Whoever knows the name may play for the people in it."""
    services.check_open()
    return _shown(services.host.create(setup_of(wanted, services), visitor).shown(), status=201)


@router.get("/{name}", summary="Look at a game", **answers(ShownGame))
async def look(name: GameName, services: ServicesHere) -> Response:
    """The game as the people in it may see it: with hidden hands, neither the opponent's cards nor any seeds."""
    return _shown((await services.host.find(name)).shown())


@router.get("/{name}/effects", summary="What a piece or card could do", **answers(list[Target]))
async def effects(name: GameName, source: Annotated[Place, Query()], services: ServicesHere) -> JSONResponse:
    """For every legal action that begins with a piece (`a1`) or card (`card:K`): what it would do."""
    hosted = await services.host.find(name)
    return JSONResponse(shown_effects(hosted.game.state, source) if can_act(hosted) else [])


@router.post("/{name}/actions", summary="Play actions", **answers(ShownGame))
async def act(name: GameName, wanted: Actions, services: ServicesHere) -> Response:
    """The game after the actions: all of them, or none if one is not legal. `end` ends the turn."""
    hosted = await services.host.find(name)
    return _shown(play(hosted, wanted))


@router.post("/{name}/undo", summary="Take back an action", **answers(ShownGame))
async def undo(name: GameName, services: ServicesHere) -> Response:
    """The game without the last action of the turn in progress."""
    hosted = await services.host.find(name)
    hosted.game.undo()
    return _shown(hosted.has_changed())


@router.post("/{name}/seat", summary="Take the seat", **answers(ShownGame))
async def take_seat(name: GameName, services: ServicesHere) -> Response:
    """With two people at one screen and hidden hands: the person to move is there now, and sees his hand."""
    hosted = await services.host.find(name)
    hosted.game.take_seat()
    return _shown(hosted.has_changed())


@router.post("/{name}/resignation", summary="Resign", **answers(ShownGame))
async def resign(name: GameName, services: ServicesHere) -> Response:
    """The person to move gives up."""
    hosted = await services.host.find(name)
    hosted.game.resign()
    return _shown(hosted.has_changed())


@router.post("/{name}/agent-turn", summary="Let the agent play", **answers(ShownGame))
async def agent_turn(name: GameName, request: Request, services: ServicesHere, visitor: Visitor) -> Response:
    """The game after the turn of the agent to move. It takes as long as the agent's budget says."""
    hosted = await services.host.find(name)

    def listener(message: str) -> None:
        pass

    hosted.listeners[listener] = visitor
    try:
        await while_connected(request, lambda: hosted.agent_turn(services.pool, services.limits, visitor))
    finally:
        services.host.leave(hosted, listener)
    return _shown(hosted.shown())


def play(hosted: Hosted, wanted: Actions) -> str:
    """The game after actions of a person."""
    if wanted.count is not None and wanted.count != hosted.game.count:
        raise GameError(f"the game has gone on: {hosted.game.count} actions have been played, not {wanted.count}")
    try:
        hosted.game.play(wanted.actions)
    except GameError:
        raise
    except IllegalActionError as error:  # its whole sentence ends with the state, hidden cards included
        raise GameError(error.reason) from error
    except TurnwrightError as error:
        raise GameError(str(error)) from error
    return hosted.has_changed()


def can_act(hosted: Hosted) -> bool:
    """Whether a person is to move and may see his hand."""
    return hosted.game.is_human_turn and hosted.game.viewer != -2
