"""What a game of Amazons can be played with, every choice named."""

from dataclasses import dataclass
from typing import Literal

from turnwright.core.errors import TurnwrightError
from turnwright.games.amazons.engine.state import MOST


class SettingsError(TurnwrightError):
    """A setting is outside what the game allows."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a game."""

    side: int = 10
    """Side length of the board, 4 to 10; 10 and 6 are common."""
    evaluation: Literal["territory", "win_lose"] = "territory"
    """How states are evaluated: territory and mobility, or only the result."""
    territory: float = 1.0
    """Weight of a square that a side reaches in fewer moves than the other."""
    mobility: float = 0.3
    """Weight of a square that a side can reach in one move."""

    def __post_init__(self) -> None:
        if not 4 <= self.side <= MOST:
            raise SettingsError(f"side is {self.side}; it must be from 4 to {MOST}")
        for name in ("territory", "mobility"):
            if not 0 <= getattr(self, name) <= 1000:
                raise SettingsError(f"{name} is {getattr(self, name)}; it must be from 0 to 1000")
