"""The game on the first page. Two agents play it for as long as somebody looks.

All visitors see the same game, and a turn is planned once it has had time to be shown. So it costs one small search in
a few seconds, however many look, and none if nobody does. It waits for its place among the searches like everybody's.
"""

import asyncio
import itertools
import logging
import secrets
import time
from contextlib import suppress
from typing import Any

import turnwright
from turnwright.arena.live.seat import Seat
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.games.registry import DEFAULT_GAME
from turnwright.web.boards import board_of
from turnwright.web.limits import Limits, TooMuchError
from turnwright.web.page_files import PageFile
from turnwright.web.search_pool import Found, Search, SearchPool, StoppedError
from turnwright.web.serialise import on_the_wire, shown_steps

GAME = f"{DEFAULT_GAME}:map=a-small,deck=SMALL"

_TACTICIAN, _CAPTAIN, _SAGE = (
    Seat(agent=agent, budget=Budget.parse(budget))
    for agent, budget in (
        ("oep:diversity=tabu", "2000ev"),
        ("oep:diversity=tabu", "20000ev"),
        ("reply", "60000ev"),
    )
)
PAIRS = ((_CAPTAIN, _TACTICIAN), (_TACTICIAN, _SAGE), (_SAGE, _CAPTAIN), (_TACTICIAN, _CAPTAIN))
"""Who plays, in turn: opponents of the page that think briefly. The first two need no code but the usual opponent's."""

_VISITOR = "the first page"
_STEP = 0.75
"""Seconds for which the page shows an action."""
_AT_THE_END = 6.0
"""Seconds for which the end of a game is shown."""

_log = logging.getLogger(__name__)


class Showcase:
    """A game that goes on while somebody asks for it."""

    def __init__(self, pool: SearchPool, limits: Limits, *, seed: int | None = None) -> None:
        self._pool, self._limits = pool, limits
        self._deals = itertools.count(secrets.randbelow(1 << 31) if seed is None else seed)
        self._pairs = itertools.cycle(PAIRS)
        self._number = 0
        self._turn = 0
        self._due = 0.0
        self._told: PageFile | None = None
        self._going_on: asyncio.Task[None] | None = None

    def told(self) -> PageFile:
        """The latest turn. If the next one is due, it is planned from now on, and told to who asks later."""
        if self._told is None:
            self._begin()
        elif time.monotonic() >= self._due and (self._going_on is None or self._going_on.done()):
            self._going_on = asyncio.create_task(self._go_on())
        assert self._told is not None
        return self._told

    def _begin(self) -> None:
        self._seats, self._seed = next(self._pairs), next(self._deals)
        self._state: State = turnwright.game(GAME).start(self._seed)
        self._number, self._turn = self._number + 1, 0
        self._tell(self._state, [])

    def _tell(self, start: State, steps: list[dict[str, Any]]) -> None:
        """`start`: the position before the steps of the latest turn."""
        board, over = board_of(start.game), self._state.is_over
        shown = {
            "board": board.name,
            "seats": [seat.as_dict() for seat in self._seats],
            "number": self._number,
            "turn": self._turn,
            "position": board.position(start),
            "steps": steps,
            "over": over,
            "outcome": self._state.outcome,
        }
        self._told = PageFile(on_the_wire(shown).encode(), "application/json")
        self._due = time.monotonic() + _STEP * len(steps) + _AT_THE_END * over

    async def _go_on(self) -> None:
        """Play the next turn, or begin the next game."""
        if self._state.is_over:
            self._begin()
            return
        seat = self._seats[self._state.player]
        search = Search(
            self._state,
            agent=seat.agent,
            budget=seat.budget,
            seed=self._seed + self._turn,
            view="open",
            limits=self._limits,
            describe=_shown,
        )
        try:
            found = await self._pool.run(search, _VISITOR)
        except (TooMuchError, StoppedError):  # the page asks again
            return
        except TurnwrightError:  # our fault or the game's
            _log.exception("the game on the first page could not go on; another one begins")
            self._begin()
            return
        start, self._state = self._state, found.walk.after
        self._turn += 1
        self._tell(start, found.shown)

    async def close(self) -> None:
        """Stop thinking."""
        if self._going_on is not None:
            self._going_on.cancel()
            with suppress(asyncio.CancelledError):
                await self._going_on


def _shown(found: Found) -> list[dict[str, Any]]:
    """The steps of a turn; made in the search's thread."""
    walk, board = found.walk, board_of(found.walk.start.game)
    return shown_steps(walk.start, walk.actions, walk.start.game.format_actions(walk), board.without_future)
