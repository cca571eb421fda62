"""All games in progress, with their viewers: agents play their turns, and all viewers are notified."""

import asyncio
import itertools
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any

import turnwright
from turnwright.agents.base import Agent
from turnwright.agents.turn_check import OwnAgentError, guarded
from turnwright.arena.live.live_game import EVERYTHING, LiveGame, PlayError
from turnwright.arena.live.live_store import LiveStore, Snapshot, snapshot_of
from turnwright.arena.live.played_turn import PlayedTurn
from turnwright.core.errors import ContractError, TurnwrightError
from turnwright.web.desk import Desk
from turnwright.web.limits import Limits, Rates, TooMuchError
from turnwright.web.search_pool import Search, SearchPool, StoppedError
from turnwright.web.serialise import on_the_wire, shown_game, shown_progress, shown_thought, shown_turn

Listener = Callable[[str], None]
"""Takes a message for one page, as it goes over the wire; must not block."""

_log = logging.getLogger(__name__)

_LOOK = 0.1
"""Seconds between two looks at a running search."""
_SAVE = 0.25
"""Seconds within which a change is on disk."""
_SWEEP = 14_400
"""Times between which games that were left are looked for: an hour."""


class NoGameError(TurnwrightError):
    """A game that is not there."""


class Session:
    """A game in progress and those who follow it."""

    def __init__(
        self, game: LiveGame, changed: Callable[["Session"], None], *, stored: int | None = None, quiet: bool = False
    ) -> None:
        self.game = game
        game.quiet = quiet
        self._changed = changed
        self.stored = stored
        """The game's number in the arena, once it is over and stored."""
        self.rematch: str | None = None
        """The name of the game's rematch, once one was begun."""
        self.written: int | None = None
        """How many of the game's turns this server has written; none before it has written the game at all."""
        self.listeners: dict[Listener, int | None] = {}
        """Those who follow, and the seat that each has the key of."""
        self._told = len(game.turns)
        self._agents: dict[int, tuple[Agent, int]] = {}
        self._thinking: asyncio.Task[PlayedTurn] | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether an agent plans its turn now."""
        return self._thinking is not None and not self._thinking.done()

    def shown(self, sitter: int | None = None) -> str:
        """The game as somebody may see it who has a seat's key, or none; as it goes over the wire."""
        return shown_game(self.game, thinking=self.is_thinking, stored=self.stored, sitter=sitter, rematch=self.rematch)

    def has_changed(self, sitter: int | None = None) -> str:
        """What the one who acted is shown now; everybody is told, and the game is stored soon."""
        self._changed(self)
        if self.game.keys is not None:
            self._tell_turns()
        shown = cache(self.shown)
        self._pass_on(shown)
        return shown(sitter)

    def tell(self, message: dict[str, Any]) -> None:
        """Tell everybody who follows."""
        if self.listeners:
            text = on_the_wire(message)
            self._pass_on(lambda _: text)

    def _tell_turns(self, thought: dict[str, Any] | None = None) -> None:
        """Show turns that were not shown yet step by step; a person who has played one has seen it.

        `thought`: what an agent thought of its turn, if that may be known.
        """
        game = self.game
        for number in range(self._told + 1, len(game.turns) + 1):
            turn = game.turns[number - 1]
            own = turn.seat if game.setup.seats[turn.seat].is_human else None

            def shown(sitter: int | None, turn: PlayedTurn = turn, number: int = number) -> str:
                return on_the_wire(shown_turn(game, turn, number, sitter) | {"thought": thought})

            self._pass_on(cache(shown), but=own)
        self._told = len(game.turns)

    def _pass_on(self, text: Callable[[int | None], str], but: int | None = None) -> None:
        """Tell all who follow, each what he may see, but those at one seat."""
        for listener, sitter in list(self.listeners.items()):
            if but is None or sitter != but:
                listener(text(sitter))

    def leave(self, listener: Listener) -> None:
        """A viewer has left; a search without viewers is stopped."""
        self.listeners.pop(listener, None)
        if not self.listeners and self._thinking is not None:
            self._thinking.cancel()

    async def agent_turn(self, pool: SearchPool, limits: Limits, visitor: str) -> PlayedTurn:
        """Let the agent to move play its turn; further requests wait for the same turn."""
        if not self.game.is_agent_turn:
            raise PlayError("the game is over" if self.game.is_over else "it is a person's turn, not an agent's")
        if not self.is_thinking:
            self._thinking = asyncio.create_task(self._think(pool, limits, visitor))
        task = self._thinking
        assert task is not None
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled() and not _is_cancelled():
                raise PlayError("nobody was watching the game any more, so the agent stopped") from None
            raise

    async def _think(self, pool: SearchPool, limits: Limits, visitor: str) -> PlayedTurn:
        game, seat = self.game, self.game.setup.seats[self.game.seat]
        search = Search(
            game.state,
            agent=seat.agent,
            budget=seat.budget,
            seed=game.turn_seed,
            view=game.setup.view,
            limits=limits,
            make_agent=self._agent_of_its_own(game.seat),
        )
        answer = asyncio.create_task(pool.run(search, visitor, game.name))
        try:
            while not answer.done():
                await asyncio.wait({answer}, timeout=_LOOK)
                if not answer.done() and self.listeners:
                    self.tell(shown_progress(game, search.progress, secret=game.viewer != EVERYTHING))
            found = answer.result()
        except asyncio.CancelledError:
            answer.cancel()
            raise
        except (TooMuchError, StoppedError):
            raise
        except (OwnAgentError, ContractError) as error:  # our fault or the game's, and nobody's who plays it
            _log.exception("an agent could not plan its turn")
            raise PlayError("an error of this server stopped the agent; the game is as it was") from error
        except TurnwrightError as error:
            game.break_off(str(error))
            self.has_changed()
            raise PlayError(f"the agent has failed and loses: {error}") from error
        played = game.play_turn(found.walk.actions, value=found.value, figures=found.figures)
        self._thinking = None
        self._told = len(game.turns) - 1
        self._tell_turns(shown_thought(game, found))
        self.has_changed()
        return played

    def _agent_of_its_own(self, seat: int) -> Callable[[], Agent] | None:
        """How to create the seat's agent, if it lives for one game: it receives all turns so far."""
        game, spec = self.game, self.game.setup.seats[seat].agent
        if not turnwright.agent(spec).per_game:
            return None

        def make() -> Agent:
            if seat not in self._agents:
                agent: Agent = turnwright.agent(spec)
                self._agents[seat] = agent, 0
                start = game.start.view(seat, game.setup.view)
                guarded(agent, partial(agent.begin, start, game.setup.seats[seat].budget))
            agent, seen = self._agents[seat]
            for number, turn in enumerate(game.turns[seen:], seen + 1):
                guarded(agent, partial(agent.see, turn.start.walk(turn.actions)))
                self._agents[seat] = agent, number
            return agent

        return make

    def close(self) -> None:
        """Let go of everything that the game holds."""
        if self._thinking is not None:
            self._thinking.cancel()
        for agent, _ in self._agents.values():
            with suppress(Exception):  # whatever a stranger's agent does
                agent.close()


def _is_cancelled() -> bool:
    """Whether the present task itself is asked to end, not only what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Sessions:
    """Finds, makes and keeps games."""

    def __init__(self, live: LiveStore, limits: Limits, desk: Desk, *, quiet: bool = False) -> None:
        """`desk`: where stored games are read. `quiet`: people learn nothing about their opponent."""
        self._live, self._limits, self._desk, self._quiet = live, limits, desk, quiet
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._changed: dict[str, Session] = {}
        self._in_writing: dict[str, Session] = {}
        self._writing = asyncio.Lock()
        self._new = Rates(a_second=limits.games_a_minute / 60, burst=limits.games_a_minute)
        self._new_in_a_day = Rates(a_second=limits.games_a_day / 86_400, burst=limits.games_a_day)

    def check_new(self, visitor: str) -> None:
        """Refuse a new game to a visitor who has begun too many."""
        if not self._new.spend(visitor):
            raise TooMuchError("too many new games; wait a minute")
        if not self._new_in_a_day.spend(visitor):
            raise TooMuchError("too many new games today; continue one of them, or come back tomorrow")

    def hold(self, game: LiveGame) -> Session:
        """Keep a game that begins; one of that name that has begun already stays."""
        if game.name in self._sessions:
            return self._sessions[game.name]
        session = Session(game, self.save, quiet=self._quiet)
        self._hold(session)
        self.save(session)
        return session

    async def find(self, name: str, visitor: str) -> Session:
        """The game of that name, from memory or from the store, for a visitor."""
        session = self._sessions.get(name)
        if session is None:
            found = await self._desk.run(visitor, self._read, name)
            session = self._sessions.get(name)  # somebody else may have been quicker
            if session is None:
                if found is None:
                    raise NoGameError("there is no such game; it may have been played on another server")
                session = Session(found[0], self.save, stored=found[1], quiet=self._quiet)
                session.rematch = found[2]
                if session.game.is_over:  # and changes no more, so that each visitor may have one of his own
                    return session
                self._hold(session)
        self._sessions.move_to_end(name)
        return session

    def _read(self, name: str) -> tuple[LiveGame, int | None, str | None] | None:
        """A stored game, its number in the arena and its rematch. It is shown once: its log takes long to write, and is
        remembered."""
        found = self._live.read(name)
        if found is None:
            return None
        game, stored = found
        game.quiet = self._quiet
        shown_game(game, thinking=False, stored=stored)
        again = game.keys.rematch_name(name) if game.is_over and game.keys is not None else None
        return game, stored, again if again is not None and self._live.has(again) else None

    def _hold(self, session: Session) -> None:
        """Keep in memory; if there are too many, games without viewers go back to the store."""
        self._sessions[session.game.name] = session
        self._make_room(session)

    def _make_room(self, newest: Session) -> None:
        surplus = len(self._sessions) - self._limits.games
        turns = sum(len(other.game.turns) for other in self._sessions.values()) - self._limits.turns
        if surplus <= 0 and turns <= 0:
            return
        idle = [name for name, other in self._sessions.items() if other is not newest and self._is_idle(other)]
        for name in idle:
            if surplus <= 0 and turns <= 0:
                break
            gone = self._sessions.pop(name)
            gone.close()
            surplus, turns = surplus - 1, turns - len(gone.game.turns)

    def _is_idle(self, session: Session) -> bool:
        """Whether nobody follows a game, and the store has all of it."""
        name = session.game.name
        return not session.listeners and name not in self._changed and name not in self._in_writing

    def follow(self, session: Session, listener: Listener) -> Session:
        """Somebody follows a game; those who follow a finished one with keys are told of its rematch together."""
        if session.game.keys is not None:
            if session.game.name not in self._sessions:
                self._hold(session)
            session = self._sessions[session.game.name]
        session.listeners[listener] = None
        return session

    def leave(self, session: Session, listener: Listener) -> None:
        """Somebody follows a game no more."""
        session.leave(listener)
        self._put_away(session)

    def _put_away(self, session: Session) -> None:
        """Drop a finished game once it has no viewers."""
        name = session.game.name
        if session.game.is_over and self._is_idle(session) and self._sessions.get(name) is session:
            self._sessions.pop(name).close()

    # Saving

    def save(self, session: Session) -> None:
        """Have a game written soon."""
        self._changed[session.game.name] = session

    async def keep_saving(self) -> None:
        """Write what has changed, again and again; now and then delete games that were left long ago."""
        for number in itertools.count():
            await asyncio.sleep(_SAVE)
            with suppress(TurnwrightError):  # a full disk may have room again later; the games are in memory
                await self.write()
                if number % _SWEEP == 0:
                    await asyncio.to_thread(self.sweep)

    def sweep(self) -> None:
        """Delete games of the store that were left long ago, and make room in memory."""
        days, most = self._limits.untouched_days, self._limits.unfinished
        self._live.sweep(before=time.time() - 86_400 * days, most=most, kept=set(self._sessions))

    async def write(self) -> None:
        """Write what has changed up to now; all that is over gets its number in the arena."""
        async with self._writing:
            await self._write()

    async def _write(self) -> None:
        if not self._changed:
            return
        changed = self._in_writing = self._changed
        self._changed = {}
        snapshots: dict[str, Snapshot] = {
            name: snapshot_of(session.game, written=session.written) for name, session in changed.items()
        }
        try:
            numbers = await asyncio.to_thread(self._live.write, list(snapshots.values()))
        except BaseException:
            self._changed = changed | self._changed
            raise
        finally:
            self._in_writing = {}
        for name, snapshot in snapshots.items():
            changed[name].written = snapshot.turns
        for name, number in numbers.items():
            session = changed[name]
            if session.stored != number:
                session.stored = number
                session.tell({"type": "stored", "number": number})
            self._put_away(session)

    def close(self) -> None:
        """Let go of all games."""
        for session in self._sessions.values():
            session.close()
