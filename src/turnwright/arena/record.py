"""A game as the arena knows it: how it was set up, and how it went."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from turnwright.arena.players import Player
from turnwright.core.budget import Budget
from turnwright.core.views import ViewKind

FIGURES = (
    "milliseconds", "evaluations", "steps", "iterations", "generations", "unique", "depth_mean", "depth_max",
    "completed",
)  # fmt: skip
"""What is kept of every turn's search report."""


@dataclass(frozen=True, kw_only=True)
class GameSetup:
    """Everything that decides how a game goes: with counted budgets, the same setup gives the same game."""

    game: str
    """Spec of the game."""
    players: tuple[Player, Player]
    """The one who moves first first."""
    deal: int
    """Seed of the game's start."""
    seeds: tuple[int, int]
    """Seeds of the players; each turn's seed follows from them."""
    view: ViewKind = "open"
    """What the players may know."""

    @cached_property
    def key(self) -> str:
        """A name for the setup that no other setup has."""
        return hashlib.sha256(json.dumps(self.as_dict(), sort_keys=True).encode()).hexdigest()[:32]

    def as_dict(self) -> dict[str, Any]:
        """The setup as plain data."""
        return {
            "game": self.game,
            "agents": [player.agent for player in self.players],
            "budgets": [None if player.budget is None else str(player.budget) for player in self.players],
            "deal": self.deal,
            "seeds": list(self.seeds),
            "view": self.view,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "GameSetup":
        """The setup that `as_dict` has written."""
        first, second = (
            Player(agent=agent, budget=None if budget is None else Budget.parse(budget))
            for agent, budget in zip(data["agents"], data["budgets"], strict=True)
        )
        return cls(
            game=data["game"],
            players=(first, second),
            deal=data["deal"],
            seeds=(data["seeds"][0], data["seeds"][1]),
            view=data["view"],
        )


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """How a game went."""

    setup: GameSetup
    outcome: int
    """1 if the first player won, -1 if the second did, 0 for a draw."""
    turns: tuple[str, ...]
    """All turns in notation."""
    forfeit: str = ""
    """Why the loser's last answer was refused, if the game ended so."""
    reports: Mapping[str, list[float | None]] = field(default_factory=dict)
    """For every turn: the `seat` that played it, the `value` that it was worth to its player, and the `FIGURES` of its
    search; figures that were nought in every turn are left out."""
    started: float = 0.0
    """When it began, in seconds since 1970."""
    seconds: float = 0.0
    """How long it took."""
    overrun: float | None = None
    """By how many milliseconds a turn went over its time at most; none without a time budget."""

    def points(self, seat: int) -> float:
        """What the player in a seat gets: 1 for a win, half for a draw."""
        return (1 + (self.outcome if seat == 0 else -self.outcome)) / 2

    def figure(self, name: str) -> list[float | None]:
        """A figure of the search reports, turn by turn."""
        return self.reports.get(name, [None if name == "value" else 0.0] * len(self.turns))
