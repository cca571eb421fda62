"""Games in progress by HTTP: begin one, look at it, play."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.games.registry import game as game_from
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


@router.post("", status_code=201, summary="Begin a game")
async def begin(wanted: Annotated[NewGame, Body()], services: ServicesHere, visitor: Visitor) -> dict[str, Any]:
    """The game, with the name that leads back to it. Whoever knows the name may play for the people in it."""
    services.check_open()
    return services.host.create(setup_of(wanted, services), visitor).shown()


@router.get("/{name}", summary="Look at a game")
async def look(name: GameName, services: ServicesHere) -> dict[str, Any]:
    """The game as the people in it may see it: with hidden hands, neither the opponent's cards nor any seeds."""
    return (await services.host.find(name)).shown()


@router.get("/{name}/effects", summary="What a piece or card could do")
async def effects(name: GameName, source: Annotated[Place, Query()], services: ServicesHere) -> list[dict[str, Any]]:
    """For every legal action that begins with a piece (`a1`) or card (`card:K`): what it would do."""
    hosted = await services.host.find(name)
    return shown_effects(hosted.game.state, source) if can_act(hosted) else []


@router.post("/{name}/actions", summary="Play actions")
async def act(name: GameName, wanted: Actions, services: ServicesHere) -> dict[str, Any]:
    """The game after the actions: all of them, or none if one is not legal. `end` ends the turn."""
    hosted = await services.host.find(name)
    play(hosted, wanted)
    return hosted.shown()


@router.post("/{name}/undo", summary="Take back an action")
async def undo(name: GameName, services: ServicesHere) -> dict[str, Any]:
    """The game without the last action of the turn in progress."""
    hosted = await services.host.find(name)
    hosted.game.undo()
    hosted.has_changed()
    return hosted.shown()


@router.post("/{name}/seat", summary="Take the seat")
async def take_seat(name: GameName, services: ServicesHere) -> dict[str, Any]:
    """With two people at one screen and hidden hands: the person to move is there now, and sees his hand."""
    hosted = await services.host.find(name)
    hosted.game.take_seat()
    hosted.has_changed()
    return hosted.shown()


@router.post("/{name}/resignation", summary="Resign")
async def resign(name: GameName, services: ServicesHere) -> dict[str, Any]:
    """The person to move gives up."""
    hosted = await services.host.find(name)
    hosted.game.resign()
    hosted.has_changed()
    return hosted.shown()


@router.post("/{name}/agent-turn", summary="Let the agent play")
async def agent_turn(name: GameName, request: Request, services: ServicesHere, visitor: Visitor) -> dict[str, Any]:
    """The game after the turn of the agent to move. It takes as long as the agent's budget says."""
    hosted = await services.host.find(name)

    def listener(message: dict[str, Any]) -> None:
        pass

    hosted.listeners[listener] = visitor
    try:
        await while_connected(request, lambda: hosted.agent_turn(services.pool, services.limits, visitor))
    finally:
        hosted.leave(listener)
    return hosted.shown()


def play(hosted: Hosted, wanted: Actions) -> None:
    """Play actions of a person."""
    if wanted.count is not None and wanted.count != hosted.game.count:
        raise GameError(f"the game has gone on: {hosted.game.count} actions have been played, not {wanted.count}")
    try:
        hosted.game.play(wanted.actions)
    except GameError:
        raise
    except TurnwrightError as error:
        # The sentence about an illegal action ends with the whole state, hidden cards included.
        raise GameError(str(error).partition("; the state is ")[0]) from error
    hosted.has_changed()


def can_act(hosted: Hosted) -> bool:
    """Whether a person is to move and may see his hand."""
    return hosted.game.is_human_turn and hosted.game.viewer != -2
