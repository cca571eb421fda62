"""A study that a server runs: people agree, tell how well they play, and get a game; at the end they may comment."""

import asyncio
import secrets
from typing import Any

from turnwright.arena.store import Store
from turnwright.study.games import SKILLS
from turnwright.study.ledger import Ledger
from turnwright.study.plan import StudyError, StudyPlan
from turnwright.web.hosting import Host, Hosted
from turnwright.web.live_game import Setup
from turnwright.web.seats import Seat


class NoStudyError(StudyError):
    """A server that runs no study."""


class ClosedError(StudyError):
    """Something that a server does not do while it runs a study."""


class Study:
    """A study in progress."""

    def __init__(self, plan: StudyPlan, store: Store) -> None:
        self._plan, self._ledger = plan, Ledger(store)

    def shown(self) -> dict[str, Any]:
        """What people read before they begin; nothing about the agent."""
        plan = self._plan
        return {"title": plan.title, "consent": plan.consent, "rules": plan.rules, "skills": list(SKILLS)}

    async def begin(self, host: Host, *, skill: str, person: str | None, visitor: str) -> tuple[Hosted, str]:
        """A new game, noted as this person's, and the person's random id."""
        plan, who = self._plan, person or secrets.token_hex(8)
        seat = {"first": 0, "second": 1}.get(plan.person)
        if seat is None:
            seat = secrets.randbelow(2)
        agent = Seat(agent=plan.spec, budget=plan.spending)
        seats = (Seat(), agent) if seat == 0 else (agent, Seat())
        hosted = host.create(Setup.new(game=plan.game, seats=seats, view=plan.view, deal=None), visitor)
        begin = self._ledger.begin
        await asyncio.to_thread(begin, hosted.game.name, plan=plan, person=who, skill=skill, seat=seat)
        return hosted, who

    async def comment(self, name: str, text: str) -> None:
        """Keep what a person has to say about a game."""
        await asyncio.to_thread(self._ledger.comment, name, text)
