"""WebSockets: a page that follows a game, and a page that watches an analysis."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from turnwright.core.errors import TurnwrightError
from turnwright.web.analysis import Analysis
from turnwright.web.limits import Limits
from turnwright.web.refusals import words_of
from turnwright.web.routes.analyses import analysis_for, review_for
from turnwright.web.routes.games import NAME, check_plays, give_up, play, sitter_of, take_back
from turnwright.web.schemas.requests import (
    GAME_MESSAGE,
    THOUGHT_MESSAGE,
    Act,
    Analyse,
    Continue,
    Look,
    Resign,
    Review,
    Sit,
    TakeSeat,
    Undo,
)
from turnwright.web.serialise import can_act, on_the_wire, shown_effects
from turnwright.web.services import Services, allowed_message, services_of, visitor
from turnwright.web.sessions import NoGameError, Session

router = APIRouter()

_QUEUE = 256
"""Messages that may wait for a slow page; with more it is let go, and comes back by itself."""
_QUEUED = 2_000_000
"""Letters that may wait for a slow page; likewise."""
_REFUSALS = 50
"""Messages beyond the rate that are answered; then the connection ends."""
_TOO_MUCH = 1008  # a close code of the protocol
_NO_GAME = 4404  # our own close code: the page need not try again


class Connection:
    """A connection: what is said goes out in order, what comes in is checked."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self._socket, self._limits = socket, limits
        self._queue: asyncio.Queue[str] = asyncio.Queue(_QUEUE)
        self._queued = 0
        self._writer: asyncio.Task[None] | None = None

    def say(self, message: dict[str, Any]) -> None:
        """Send a message soon; does not block."""
        self.pass_on(on_the_wire(message))

    def pass_on(self, text: str) -> None:
        """Send soon what others are sent, too."""
        if self._queue.full() or self._queued > _QUEUED:
            if self._writer is not None:
                self._writer.cancel()
            return
        self._queue.put_nowait(text)
        self._queued += len(text)

    def complain(self, error: TurnwrightError) -> None:
        """Say what is wrong with what came in."""
        self.say({"type": "error", "message": words_of(error)})

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page has gone
            while True:
                text = await self._queue.get()
                self._queued -= len(text)
                await self._socket.send_text(text)

    async def talk(self, known: TypeAdapter[Any], answer: Callable[[Any], Awaitable[None]]) -> None:
        """Answer messages until the page goes. One that is not understood is an error answer and nothing else."""
        self._writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read(known, answer))
        try:
            await asyncio.wait({self._writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reader, self._writer):
                task.cancel()
            await asyncio.wait({reader, self._writer})
        if not reader.cancelled():
            reader.result()  # a mistake of ours is to be logged

    async def _read(self, known: TypeAdapter[Any], answer: Callable[[Any], Awaitable[None]]) -> None:
        refused = 0
        while True:
            event = await self._socket.receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            await asyncio.sleep(0)  # many messages may have come at once; others are answered between them
            if not allowed_message(self._socket):
                refused += 1
                if refused > _REFUSALS:
                    await self._socket.close(_TOO_MUCH)
                    return
                self.say({"type": "error", "message": "too many messages; wait a moment"})
            elif text is None or len(text) > self._limits.body or text.count('"') > self._limits.quotes:
                shape = f"JSON text of few parts and at most {self._limits.body} letters"
                self.say({"type": "error", "message": f"a message is {shape}"})
            else:
                try:
                    await answer(known.validate_json(text))
                except ValidationError as error:
                    self.say({"type": "error", "message": in_words(error)})
                except TurnwrightError as error:
                    self.complain(error)


def in_words(error: ValidationError) -> str:
    """What is wrong with a message, without repeating it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part)[:60] for part in first["loc"])
    return f"the message is not valid: {where + ': ' if where else ''}{first['msg'][:200]}"


@router.websocket("/ws/games/{name}")
async def follow_game(socket: WebSocket, name: str) -> None:
    """A page that plays or watches a game."""
    services, who = services_of(socket), visitor(socket)
    await socket.accept()
    try:
        if not NAME.fullmatch(name):
            raise NoGameError("there is no such game; a name has letters, digits, - and _")
        session = await services.sessions.find(name, who)
    except TurnwrightError as error:
        await socket.send_json({"type": "error", "message": words_of(error)})
        await socket.close(_NO_GAME)
        return
    connection = Connection(socket, services.limits)
    turns: set[asyncio.Task[None]] = set()

    async def answer(message: Any) -> None:
        if isinstance(message, Continue):
            check_plays(session, session.listeners[connection.pass_on])
            task = asyncio.create_task(_agent_turn(session, services, who, connection))
            turns.add(task)
            task.add_done_callback(turns.discard)
        else:
            _answer(session, message, connection)

    session = services.sessions.follow(session, connection.pass_on)
    connection.pass_on(session.shown())
    try:
        await connection.talk(GAME_MESSAGE, answer)
    finally:
        services.sessions.leave(session, connection.pass_on)
        for task in list(turns):
            task.cancel()


def _answer(session: Session, message: Any, connection: Connection) -> None:
    """Do what a person wants; everybody who follows is shown the game anew."""
    game, sitter = session.game, session.listeners[connection.pass_on]
    match message:
        case Sit(key=key):
            sitter = session.listeners[connection.pass_on] = sitter_of(session, key)
            connection.pass_on(session.shown(sitter))
        case Look(source=source):
            may = can_act(game, sitter)
            found = shown_effects(game.state, source) if may else []
            connection.say({"type": "effects", "source": source, "count": game.count_at(sitter), "targets": found})
        case Act():
            play(session, message, sitter)
        case Undo():
            take_back(session, sitter)
        case Resign():
            give_up(session, sitter)
        case TakeSeat():
            check_plays(session, sitter)
            game.take_seat()
            session.has_changed()


async def _agent_turn(session: Session, services: Services, who: str, connection: Connection) -> None:
    try:
        await session.agent_turn(services.pool, services.limits, who)
    except TurnwrightError as error:
        connection.complain(error)


@router.websocket("/ws/thoughts")
async def follow_thoughts(socket: WebSocket) -> None:
    """A page that has positions analysed and games reviewed, one thing at a time."""
    services, who = services_of(socket), visitor(socket)
    await socket.accept()
    connection = Connection(socket, services.limits)
    running: asyncio.Task[None] | None = None
    analysis: Analysis | None = None

    async def answer(message: Any) -> None:
        nonlocal running, analysis
        if isinstance(message, Analyse | Review):
            if running is not None:
                running.cancel()
            if isinstance(message, Analyse):
                analysis = await analysis_for(message, services, who, str(id(connection)))
                messages = analysis.messages()
            else:
                analysis = None
                messages = await review_for(message, services, who, str(id(connection)))
            running = asyncio.create_task(_tell(messages, connection))
        elif analysis is not None:
            analysis.stop()
        elif running is not None:
            running.cancel()

    try:
        await connection.talk(THOUGHT_MESSAGE, answer)
    finally:
        if running is not None:
            running.cancel()


async def _tell(messages: AsyncIterator[dict[str, Any]], connection: Connection) -> None:
    try:
        async for message in messages:
            connection.say(message)
    except TurnwrightError as error:
        connection.complain(error)
