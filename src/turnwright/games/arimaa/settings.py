"""What a game of Arimaa can be played with, every choice named."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from turnwright.core.errors import TurnwrightError

WEIGHTS = (
    "rabbit", "cat", "dog", "horse", "camel", "elephant", "last_rabbits",
    "advance", "goal_threat", "capture_threat", "hostage", "frozen", "trap", "centre",
)  # fmt: skip
"""The weights of the evaluation, in the order in which `features(…)` has them."""
_WEIGHTED = re.compile(r"features\(([^()]*)\)")
_MOST_TURNS = 10_000


class SettingsError(TurnwrightError):
    """A setting is outside what the game allows."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a game."""

    setup: Literal["played", "book", "random"] = "played"
    """Who places the pieces: the players, the book, or chance. With the last two, the game starts at turn 2."""
    immobilisation: Literal["turn", "step"] = "turn"
    """Who loses by immobilisation: a player without a legal turn, or only a player without a step. With `step`, a
    player whose every turn would repeat a position for the third time may repeat it."""
    turn_limit: int = 400
    """Number of turns, of both players and including setups, after which the pieces on the board decide the game."""

    book: Literal["common", "none"] = "common"
    """How agents place their pieces: with a common setup, or by search."""
    pruning: Literal["suicides", "none"] = "suicides"
    """Which legal actions are not candidates: steps that lose an own piece in a trap, and placements on any
    square but the next; or none."""
    evaluation: Literal["features", "win_lose"] = "features"
    """How states are evaluated: weighted features, or only the result."""
    rabbit: float = 1.0
    """Weight of a rabbit."""
    cat: float = 1.8
    """Weight of a cat."""
    dog: float = 2.4
    """Weight of a dog."""
    horse: float = 4.0
    """Weight of a horse."""
    camel: float = 6.5
    """Weight of the camel."""
    elephant: float = 10.0
    """Weight of the elephant."""
    last_rabbits: float = 2.0
    """Extra weight of rabbits: all of it for the first, half of it for the second, a third for the third, …"""
    advance: float = 2.4
    """Weight of a rabbit one step from the goal; a quarter less for every step further away."""
    goal_threat: float = 30.0
    """Weight of a rabbit that can walk to the goal in its side's next turn; a tenth of it if the opponent moves
    first."""
    capture_threat: float = 0.6
    """Share of a piece's value that counts as lost if one push or pull would capture it; a quarter of that if its
    owner moves first."""
    hostage: float = 0.15
    """Share of a piece's value that counts as lost if a stronger piece holds it next to a trap."""
    frozen: float = 0.08
    """Share of a piece's value that counts as lost while it is frozen."""
    trap: float = 0.2
    """Weight of every trap that a side guards with more pieces than the other."""
    centre: float = 0.15
    """Weight of an elephant or a camel on one of the sixteen central squares; half of it for a horse."""

    def __post_init__(self) -> None:
        if not 3 <= self.turn_limit <= _MOST_TURNS:
            raise SettingsError(f"turn_limit is {self.turn_limit}; it must be from 3 to {_MOST_TURNS}")
        for name in WEIGHTS:
            weight = getattr(self, name)
            if not -1000 <= weight <= 1000:
                raise SettingsError(f"{name} is {weight}; it must be from -1000 to 1000")

    def weighted(self, text: str) -> "Settings":
        """The settings with the weights of an evaluation such as `features(1/1.8/…)`."""
        found = _WEIGHTED.fullmatch(text)
        try:
            weights = dict(zip(WEIGHTS, map(float, found[1].split("/") if found else ()), strict=True))
        except ValueError:
            raise SettingsError(
                f"the evaluation {text!r} cannot be read; write win_lose, features, or all its weights: "
                f"features({'/'.join(WEIGHTS)})"
            ) from None
        return replace(self, evaluation="features", **weights)  # type: ignore[arg-type]
