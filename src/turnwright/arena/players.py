"""Who plays: an agent and what it may spend on a turn."""

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass

from turnwright.agents.registry import agent
from turnwright.core.budget import Budget, BudgetError
from turnwright.core.spec import Command, Spec, SpecError, parse_spec


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
        spec, own = split_budget(text)
        with redirect_stdout(sys.stderr):  # what an agent prints is not a result
            made = agent(spec)
        limit = own or budget
        if limit is None and made.needs_budget:
            raise BudgetError(f"{made.name} needs a budget, such as --budget 100ms, or {spec}@5000ev")
        return cls(agent=made.spec, budget=limit)

    @property
    def spec(self) -> Spec:
        """What the agent's spec means."""
        return parse_spec(self.agent)

    @classmethod
    def noted(cls, text: str) -> "Player":
        """A player as somebody has noted it. Nothing of the agent is loaded or made."""
        spec, budget = split_budget(text)
        return cls(agent=str(spec), budget=budget)

    def __str__(self) -> str:
        return self.agent if self.budget is None else f"{self.agent}@{self.budget}"


def split_budget(text: str) -> tuple[Spec, Budget | None]:
    """The agent's spec and the budget of a player's text. The budget follows the last `@`."""
    spec, at, amount = text.rpartition("@")
    if not at:
        return parse_spec(text), None
    try:
        budget = Budget.parse(amount)
    except BudgetError:
        if not _is_in_place(text):
            raise
        return parse_spec(text), None
    return parse_spec(spec), budget


def _is_in_place(text: str) -> bool:
    """Whether the last `@` belongs to a command line or a path."""
    try:
        spec = parse_spec(text)
    except SpecError:
        return False
    if isinstance(spec, Command):
        return True
    return spec.runs_foreign_code and "@" in spec.label and not any("@" in value for value in spec.raw.values())
