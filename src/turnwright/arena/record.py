"""A game as the arena knows it: how it was set up, and how it went.

A record has one form as plain data, `GameRecord.as_dict`. Worker processes, Ray and exports all use it; docs/arena.md
lists its names. The store keeps the same data in columns (`row_of`, `record_in_row`).
"""

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
    """Player 0, who moves first, and player 1."""
    seed: int
    """Seed of the game's start, its deal."""
    agent_seeds: tuple[int, int]
    """Seeds of the players; each turn's seed follows from them."""
    view: ViewKind = "open"
    """What the players may know."""

    @cached_property
    def key(self) -> str:
        """A name for the setup that no other setup has."""
        first, second = self.players
        # Stores know games by this digest, so its words never change.
        words = {
            "game": self.game,
            "agents": [first.agent, second.agent],
            "budgets": [_text(first.budget), _text(second.budget)],
            "deal": self.seed,
            "seeds": list(self.agent_seeds),
            "view": self.view,
        }
        return hashlib.sha256(json.dumps(words, sort_keys=True).encode()).hexdigest()[:32]

    def as_dict(self) -> dict[str, Any]:
        """The setup as plain data."""
        first, second = self.players
        return {
            "game": self.game,
            "first": first.agent,
            "second": second.agent,
            "budgets": [_text(first.budget), _text(second.budget)],
            "view": self.view,
            "seed": self.seed,
            "agent_seeds": list(self.agent_seeds),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "GameSetup":
        """The setup that `as_dict` has written; other entries are ignored."""
        agents = data["first"], data["second"]
        first, second = (
            Player(agent=agent, budget=None if budget is None else Budget.parse(budget))
            for agent, budget in zip(agents, data["budgets"], strict=True)
        )
        one, other = data["agent_seeds"]
        return cls(
            game=data["game"], players=(first, second), seed=data["seed"], agent_seeds=(one, other), view=data["view"]
        )


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """How a game went."""

    setup: GameSetup
    outcome: int
    """1 if player 0 won, -1 if player 1 did, 0 for a draw."""
    turns: tuple[str, ...]
    """All turns in notation."""
    ending: str | None = None
    """How the game ended, in the game's own words; none for a forfeit, and where the game has no words for it."""
    forfeit: str = ""
    """Why the loser's last answer was refused, if the game ended so."""
    reports: Mapping[str, list[float | None]] = field(default_factory=dict)
    """For every turn: the `seat` that played it, the `value` that it was worth to its player, and the `FIGURES` of its
    search; figures that were nought in every turn are left out, unknown ones are None."""
    started: float = 0.0
    """When it began, in seconds since 1970."""
    seconds: float = 0.0
    """How long it took."""
    overrun_ms: float | None = None
    """By how many milliseconds a turn went over its time at most; none without a time budget."""

    def points(self, seat: int) -> float:
        """What the player in a seat gets: 1 for a win, half for a draw."""
        return (1 + (self.outcome if seat == 0 else -self.outcome)) / 2

    def figure(self, name: str) -> list[float | None]:
        """A figure of the search reports, turn by turn."""
        return self.reports.get(name, [None if name == "value" else 0.0] * len(self.turns))

    def as_dict(self) -> dict[str, Any]:
        """The record with its setup as plain data."""
        return self.setup.as_dict() | {
            "outcome": self.outcome,
            "ending": self.ending,
            "forfeit": self.forfeit,
            "turns": list(self.turns),
            "reports": dict(self.reports),
            "started": self.started,
            "seconds": self.seconds,
            "overrun_ms": self.overrun_ms,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], setup: GameSetup | None = None) -> "GameRecord":
        """The record that `as_dict` has written; other entries are ignored. A setup at hand is not read again."""
        return cls(
            setup=GameSetup.from_dict(data) if setup is None else setup,
            outcome=data["outcome"],
            ending=data["ending"],
            forfeit=data["forfeit"],
            turns=tuple(data["turns"]),
            reports=data["reports"],
            started=data["started"],
            seconds=data["seconds"],
            overrun_ms=data["overrun_ms"],
        )


def row_of(record: GameRecord) -> dict[str, Any]:
    """A record as the columns of the store's table of games."""
    data = record.as_dict()
    first_budget, second_budget = data.pop("budgets")
    first_seed, second_seed = data.pop("agent_seeds")
    return data | {
        "key": record.setup.key,
        "first_budget": first_budget,
        "second_budget": second_budget,
        "first_seed": first_seed,
        "second_seed": second_seed,
        "turns": json.dumps(data["turns"]),
        "reports": json.dumps(data["reports"]),
        "overrun": data.pop("overrun_ms"),
    }


def record_in_row(row: Mapping[str, Any]) -> GameRecord:
    """The record that a row of the store holds. Rows of older stores may have no ending."""
    return GameRecord.from_dict(
        {
            **row,
            "budgets": [row["first_budget"], row["second_budget"]],
            "agent_seeds": [row["first_seed"], row["second_seed"]],
            "turns": json.loads(row["turns"]),
            "reports": json.loads(row["reports"]),
            "overrun_ms": row["overrun"],
            "ending": row.get("ending"),
        }
    )


def _text(budget: Budget | None) -> str | None:
    return None if budget is None else str(budget)
