"""Games in progress by HTTP: begin one, look at it, play."""

import re
from typing import Annotated

from fastapi import APIRouter, Body, Header, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from turnwright.arena.live.live_game import LiveGame, PlayError, Setup
from turnwright.arena.live.seat_keys import SeatKeyError, SeatKeys
from turnwright.core.errors import TurnwrightError
from turnwright.web.boards import board_named
from turnwright.web.schemas.base import answers
from turnwright.web.schemas.games import BegunGame, Claimed, SeenTurn, ShownGame, ToldTurn
from turnwright.web.schemas.positions import Target
from turnwright.web.schemas.requests import MOST_TURNS, Actions, Claim, FirstTurn, NewGame, Place
from turnwright.web.seats import seat_of
from turnwright.web.serialise import can_act, on_the_wire, shown_effects, shown_turn, told_turn
from turnwright.web.services import Services, ServicesHere, Visitor, while_connected
from turnwright.web.sessions import NoGameError, Session

router = APIRouter(prefix="/api/games", tags=["games in progress"])

NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""The name of a game in progress."""
GameName = Annotated[str, Path(pattern=f"^{NAME.pattern}$")]
SeatKey = Annotated[
    str | None,
    Header(
        alias="Turnwright-Key",
        min_length=1,
        max_length=40,
        description="Key of a seat, where seats have keys.",
    ),
]
"""A header, and no part of an address: addresses are logged by proxies, kept in histories and sent on."""


def game_of(wanted: NewGame, services: Services) -> tuple[LiveGame, list[str | None]]:
    """The game that somebody wants to begin, and the invitations to its seats; everything is checked."""
    game = board_named(wanted.game).game_with(wanted.options)
    first, second = (
        seat_of(seat.agent, seat.budget, services.limits, game, trust=services.trust) for seat in wanted.seats
    )
    setup = Setup.new(game=game.spec, seats=(first, second), view=wanted.hands, deal=wanted.seed)
    if not wanted.links:
        return LiveGame(setup), []
    if not (first.is_human or second.is_human):
        raise TurnwrightError("links invite people, and both seats are agents'; leave links out")
    keys, invitations = SeatKeys.new([first.is_human, second.is_human])
    return LiveGame(setup, keys=keys), invitations


def rematch_of(game: LiveGame, services: Services) -> LiveGame:
    """The same game again with sides changed and the same keys. Its agent is checked as if it were asked for now: the
    game may come from a store of somebody else."""
    assert game.keys is not None
    second, first = (
        seat_of(
            seat.agent,
            None if seat.budget is None else str(seat.budget),
            services.limits,
            game.state.game,
            trust=services.trust,
        )
        for seat in game.setup.seats
    )
    setup = Setup.new(game=game.setup.game, seats=(first, second), view=game.setup.view, deal=None)
    return LiveGame(setup, name=game.keys.rematch_name(game.name), keys=game.keys.swapped())


def sitter_of(session: Session, key: str | None) -> int | None:
    """The seat that a key opens; none without a key."""
    if key is None:
        return None
    if session.game.keys is None:
        raise SeatKeyError("the seats of this game have no keys; leave the key out")
    return session.game.keys.seat_of(key)


def _shown(game: str, *, status: int = 200) -> Response:
    """A game that is on the wire already."""
    return Response(game, status_code=status, media_type="application/json")


@router.post("", summary="Begin a game", **answers(BegunGame, 201))
async def begin(wanted: Annotated[NewGame, Body()], services: ServicesHere, visitor: Visitor) -> Response:
    """The game, with the name that leads back to it. Whoever knows the name may play for the people in it; with
    `links`, only whoever has a seat's key may, and others can watch."""
    services.check_open()
    services.sessions.check_new(visitor)
    game, invitations = await services.desk.run(visitor, game_of, wanted, services)
    shown = services.sessions.hold(game).shown()
    if wanted.links:
        shown = f'{shown[:-1]},"invitations":{on_the_wire(invitations)}}}'
    return _shown(shown, status=201)


@router.post("/{name}/claim", summary="Use an invitation", **answers(Claimed))
async def claim(name: GameName, wanted: Claim, services: ServicesHere, visitor: Visitor) -> JSONResponse:
    """The key of a seat. An invitation can be used once."""
    session = await services.sessions.find(name, visitor)
    if session.game.keys is None:
        raise SeatKeyError("nobody is invited to this game: it was begun without links")
    if session.game.is_over:
        raise PlayError("the game is over; anybody can look at it without a key")
    seat, key = session.game.keys.claim(wanted.invitation)
    session.has_changed()
    await services.sessions.write()  # whoever gets a key can rely on it
    return JSONResponse({"seat": seat, "key": key})


@router.post("/{name}/rematch", summary="Play again with the same keys", **answers(ShownGame, 201))
async def rematch(name: GameName, services: ServicesHere, visitor: Visitor, key: SeatKey = None) -> Response:
    """The rematch of a game that was shared by links and is over, with sides changed: each key opens the other seat.
    A game has one rematch: whoever asks later gets the same. All who follow the game are told its name."""
    services.check_open()
    session = await services.sessions.find(name, visitor)
    sitter, game = sitter_of(session, key), session.game
    if game.keys is None:
        raise PlayError("this game was begun without links, so there are no keys to keep; begin a new game")
    check_plays(session, sitter)
    if not game.is_over:
        raise PlayError("the game is not over; ask for a rematch afterwards")
    if not game.keys.is_complete([seat.is_human for seat in game.setup.seats]):
        raise PlayError("nobody has taken the other seat, so there is nobody for a rematch; begin a new game")
    try:
        again = await services.sessions.find(game.keys.rematch_name(name), visitor)
    except NoGameError:
        services.sessions.check_new(visitor)
        again = services.sessions.hold(await services.desk.run(visitor, rematch_of, game, services))
        await services.sessions.write()  # whoever is told of it can rely on it
    if session.rematch is None:
        session.rematch = again.game.name
        session.tell({"type": "rematch", "name": again.game.name})
    assert sitter is not None
    return _shown(again.shown(1 - sitter), status=201)


@router.get("/{name}", summary="Look at a game", **answers(ShownGame))
async def look(name: GameName, services: ServicesHere, visitor: Visitor, key: SeatKey = None) -> Response:
    """The game as the people in it may see it: with hidden hands, neither the opponent's cards nor any seeds."""
    session = await services.sessions.find(name, visitor)
    return _shown(session.shown(sitter_of(session, key)))


@router.get("/{name}/turns", summary="Turns that are over, for words", **answers(list[ToldTurn]))
async def turns(
    name: GameName, services: ServicesHere, visitor: Visitor, first: FirstTurn = 1, key: SeatKey = None
) -> Response:
    """Some turns from a first one on: who acts and what comes of it, as far as the viewer may know it."""
    session = await services.sessions.find(name, visitor)
    sitter, game = sitter_of(session, key), session.game

    def told() -> str:
        last = min(len(game.turns), first + MOST_TURNS - 1)
        return on_the_wire([told_turn(game, number, sitter) for number in range(first, last + 1)])

    return _shown(await services.desk.run(visitor, told))


@router.get("/{name}/turns/{number}", summary="A turn that is over", **answers(SeenTurn))
async def turn(
    name: GameName,
    number: Annotated[int, Path(ge=1, le=100_000)],
    services: ServicesHere,
    visitor: Visitor,
    key: SeatKey = None,
) -> Response:
    """A turn step by step, as far as the viewer may know it."""
    session = await services.sessions.find(name, visitor)
    sitter, turns = sitter_of(session, key), session.game.turns
    if number > len(turns):
        raise NoGameError(f"the game has {len(turns)} turns that are over, and no turn {number}")
    shown = await services.desk.run(visitor, shown_turn, session.game, turns[number - 1], number, sitter)
    return _shown(on_the_wire(shown))


@router.get("/{name}/effects", summary="What a piece or card could do", **answers(list[Target]))
async def effects(
    name: GameName, source: Annotated[Place, Query()], services: ServicesHere, visitor: Visitor, key: SeatKey = None
) -> JSONResponse:
    """For every legal action that begins with a piece (`a1`) or card (`card:K`): what it would do."""
    session = await services.sessions.find(name, visitor)
    may = can_act(session.game, sitter_of(session, key))
    return JSONResponse(shown_effects(session.game.state, source) if may else [])


@router.post("/{name}/actions", summary="Play actions", **answers(ShownGame))
async def act(
    name: GameName, wanted: Actions, services: ServicesHere, visitor: Visitor, key: SeatKey = None
) -> Response:
    """The game after the actions: all of them, or none if one is not legal. `end` ends the turn."""
    session = await services.sessions.find(name, visitor)
    return _shown(play(session, wanted, sitter_of(session, key)))


@router.post("/{name}/undo", summary="Take back an action", **answers(ShownGame))
async def undo(name: GameName, services: ServicesHere, visitor: Visitor, key: SeatKey = None) -> Response:
    """The game without the last action of the turn in progress."""
    session = await services.sessions.find(name, visitor)
    return _shown(take_back(session, sitter_of(session, key)))


@router.post("/{name}/seat", summary="Take the seat", **answers(ShownGame))
async def take_seat(name: GameName, services: ServicesHere, visitor: Visitor, key: SeatKey = None) -> Response:
    """With two people at one screen and hidden hands: the person to move is there now, and sees his hand."""
    session = await services.sessions.find(name, visitor)
    sitter = sitter_of(session, key)
    check_plays(session, sitter)
    session.game.take_seat()
    return _shown(session.has_changed(sitter))


@router.post("/{name}/resignation", summary="Resign", **answers(ShownGame))
async def resign(name: GameName, services: ServicesHere, visitor: Visitor, key: SeatKey = None) -> Response:
    """The person to move gives up; in a game shared by links, the one at the seat."""
    session = await services.sessions.find(name, visitor)
    return _shown(give_up(session, sitter_of(session, key)))


@router.post("/{name}/agent-turn", summary="Let the agent play", **answers(ShownGame))
async def agent_turn(
    name: GameName, request: Request, services: ServicesHere, visitor: Visitor, key: SeatKey = None
) -> Response:
    """The game after the turn of the agent to move. It takes as long as the agent's budget says."""
    session = await services.sessions.find(name, visitor)
    sitter = sitter_of(session, key)
    check_plays(session, sitter)

    def listener(message: str) -> None:
        pass

    session.listeners[listener] = sitter
    try:
        await while_connected(request, lambda: session.agent_turn(services.pool, services.limits, visitor))
    finally:
        services.sessions.leave(session, listener)
    return _shown(session.shown(sitter))


def check_plays(session: Session, sitter: int | None) -> None:
    """Refuse whoever only watches a game that is shared by links."""
    if session.game.keys is not None and sitter is None:
        session.game.check_sitter(sitter)


def play(session: Session, wanted: Actions, sitter: int | None) -> str:
    """The game after actions of a person."""
    session.game.check_sitter(sitter)
    if wanted.count is not None and wanted.count != session.game.count:
        raise PlayError(f"the game has continued: {session.game.count} actions have been played, not {wanted.count}")
    try:
        session.game.play(wanted.actions)
    except PlayError:
        raise
    except TurnwrightError as error:
        raise PlayError(str(error)) from error
    return session.has_changed(sitter)


def take_back(session: Session, sitter: int | None) -> str:
    """The game without the last action."""
    session.game.check_sitter(sitter)
    session.game.undo()
    return session.has_changed(sitter)


def give_up(session: Session, sitter: int | None) -> str:
    """The game after a person has given up."""
    check_plays(session, sitter)
    session.game.resign(sitter)
    return session.has_changed(sitter)
