"""Who sits on one side of a game in progress: a person or an agent."""

from dataclasses import dataclass
from typing import Any

from turnwright.arena.players import Player
from turnwright.core.budget import Budget

HUMAN = "human"
"""What stands in place of an agent's spec where a person plays."""


@dataclass(frozen=True, kw_only=True)
class Seat:
    """Who sits on one side of the board."""

    agent: str = HUMAN
    """Spec of the agent, or `human`."""
    budget: Budget | None = None
    """What the agent may spend on a turn."""

    @property
    def is_human(self) -> bool:
        return self.agent == HUMAN

    @property
    def player(self) -> Player:
        """The seat as the arena's records have it."""
        return Player(agent=self.agent, budget=self.budget)

    def as_dict(self) -> dict[str, Any]:
        """The seat as plain data."""
        return {"agent": self.agent, "budget": None if self.budget is None else str(self.budget)}
