"""Who plays: an agent and what it may spend on a turn."""

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass

from turnwright.agents.registry import agent
from turnwright.core.budget import Budget, BudgetError
from turnwright.wire.command import is_command


@dataclass(frozen=True, kw_only=True)
class Player:
    """An agent with its budget. In text: `oep:population=50@1s`, or the agent's spec alone if it needs none."""

    agent: str
    """Spec of the agent."""
    budget: Budget | None = None
    """What it may spend on each turn."""

    @classmethod
    def parse(cls, text: str, budget: Budget | None = None) -> "Player":
        """A player from text; the budget is for one that names none.

        An agent that does not exist, or needs a budget and has none, is refused.
        """
        spec, own = _split(text)
        with redirect_stdout(sys.stderr):  # what an agent prints is not a result
            made = agent(spec)
        limit = own or budget
        if limit is None and made.needs_budget:
            raise BudgetError(f"{made.name} needs a budget, such as --budget 100ms, or {spec}@5000ev")
        return cls(agent=made.spec, budget=limit)

    def __str__(self) -> str:
        return self.agent if self.budget is None else f"{self.agent}@{self.budget}"


def _split(text: str) -> tuple[str, Budget | None]:
    spec, at, amount = text.rpartition("@")
    if not at:
        return text, None
    try:
        return spec, Budget.parse(amount)
    except BudgetError:
        if is_command(text) or "/" in amount or "." in amount:  # the @ belongs to a command line or a file's name
            return text, None
        raise
