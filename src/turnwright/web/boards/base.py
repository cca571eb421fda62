"""What the web app asks of a game beyond its rules: descriptions that a page can draw."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True)
class Effect:
    """One thing that an action does."""

    kind: str
    """What: `damage`, `heal`, `move`, `wins` …; each board has its own."""
    at: str = ""
    """The place that it happens at."""
    to: str = ""
    """Where something goes, if it does."""
    amount: int = 0
    """How much of it."""
    what: str = ""
    """Which piece or item."""

    def as_dict(self) -> dict[str, Any]:
        """The effect as plain data, without what is empty."""
        return {key: value for key, value in self.__dict__.items() if value or key == "kind"}


class Board(ABC):
    """A game as the page shows it. A position is plain data; a place is a word that the page can point at."""

    @abstractmethod
    def catalogue(self) -> dict[str, Any]:
        """What never changes: kinds of pieces and cards with their numbers, maps, what can be chosen for a game."""

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """What there is to see. Whatever must stay unseen has been concealed in the state before."""

    @abstractmethod
    def places(self, state: State, action: int) -> tuple[str, str]:
        """What an action is begun with and what it is aimed at, as places of the page."""

    @abstractmethod
    def effects(self, before: State, action: int, after: State) -> list[Effect]:
        """What the action did, found by comparing the positions before and after it."""

    @abstractmethod
    def as_others_see(self, text: str, start: State) -> str:
        """An action in notation, without what it tells of hidden cards; `start` is where its turn began."""

    @abstractmethod
    def glyphs(self) -> dict[str, str]:
        """Drawings of pieces, cards and squares by name: SVG around (0, 0), about 40 units wide.

        They are painted in `currentColor` and, for details, in the custom property `--ground`.
        """
