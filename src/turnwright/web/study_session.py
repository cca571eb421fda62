"""A study that a server runs: people agree, tell how well they play, and get a game; at the end they may comment."""

import asyncio
import secrets
import time
from typing import Any

from turnwright.arena.live.live_game import LiveGame, Setup
from turnwright.arena.live.seat import Seat
from turnwright.arena.play_game import game_of
from turnwright.arena.store import Store
from turnwright.study.games import SKILLS
from turnwright.study.ledger import Ledger, whole_minute
from turnwright.study.plan import StudyError, StudyPlan
from turnwright.web.boards import board_of
from turnwright.web.sessions import Session, Sessions


class NoStudyError(StudyError):
    """A server that runs no study."""


class ClosedError(StudyError):
    """Something that a server does not do while it runs a study."""


def check_plan(plan: StudyPlan) -> None:
    """Refuse a plan whose game the page cannot show, or whose settings would spoil the study."""
    game = game_of(plan.game)
    if reason := board_of(game).unfit_for_study(game):
        raise StudyError(f"game is {plan.game!r}; {reason}")


class Study:
    """A study in progress."""

    def __init__(self, plan: StudyPlan, store: Store) -> None:
        check_plan(plan)
        self._plan, self._ledger = plan, Ledger(store)

    def shown(self) -> dict[str, Any]:
        """What people read before they begin; nothing about the agent."""
        plan = self._plan
        board = board_of(game_of(plan.game))
        return {
            "title": plan.title,
            "consent": plan.consent,
            "rules": plan.rules,
            "skills": list(SKILLS),
            "board": board.name,
            "game": board.title,
        }

    async def begin(self, sessions: Sessions, *, skill: str, person: str | None, visitor: str) -> tuple[Session, str]:
        """A new game, noted as this person's, and the person's random id."""
        plan, who = self._plan, person or secrets.token_hex(8)
        seat = {"first": 0, "second": 1}.get(plan.person)
        if seat is None:
            seat = secrets.randbelow(2)
        agent = Seat(agent=plan.spec, budget=plan.spending)
        seats = (Seat(), agent) if seat == 0 else (agent, Seat())
        sessions.check_new(visitor)
        setup = Setup.new(game=plan.game, seats=seats, view=plan.view, deal=None)
        session = sessions.hold(LiveGame(setup, started=whole_minute(time.time())))
        begin = self._ledger.begin
        await asyncio.to_thread(begin, session.game.name, plan=plan, person=who, skill=skill, seat=seat)
        return session, who

    async def comment(self, name: str, text: str) -> None:
        """Keep what a person has to say about a game."""
        await asyncio.to_thread(self._ledger.comment, name, text)
