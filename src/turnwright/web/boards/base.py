"""What the web app asks of a game beyond its rules: what can be chosen, and descriptions that a page can draw."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.web.schemas.base import Answer, Hands, Message

PAGE = Path(__file__).parents[1] / "page"
"""The files that a browser is given."""


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

    name: str
    """Names the board in addresses and messages: letters, digits and `_`."""
    title: str
    """The game's name for people."""
    summary: str = ""
    """What kind of game it is, in a few words."""
    credit: str = ""
    """The game's authors, for the first page; empty if unknown."""
    hands: Hands = "open"
    """Whether players see each other's cards, unless somebody chooses otherwise."""
    Options: ClassVar[type[Message]]
    """What can be chosen for a game."""
    Position: ClassVar[type[Answer]]
    """What `position` gives, described."""

    @property
    def game(self) -> str:
        """What spec strings call the game."""
        return self.name

    @property
    def scripts(self) -> Path:
        """The folder of the page's part: `kit.js`, `style.css`, and what they load."""
        return PAGE / "js" / "games" / self.name

    @abstractmethod
    def game_with(self, options: Any) -> Game:
        """The game that somebody has chosen; `options` is of the kind `Options`."""

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

    def actor(self, state: State, action: int) -> str:
        """Who or what acts, in a word; empty where that goes without saying."""
        return ""

    def as_others_see(self, text: str, start: State) -> str:
        """An action in notation, without what it tells of hidden cards; `start` is where its turn began."""
        return text

    def without_future(self, state: State) -> State:
        """A position of a running game as it is sent in notation: without what tells what chance will bring."""
        return state

    def view_of(self, state: State) -> ViewKind:
        """How an agent must look at a position: `hidden` where something in it is unknown and left to guess."""
        return "open"

    def unfit_for_study(self, game: Game) -> str:
        """Why a study cannot be run with a game of these settings; empty where it can."""
        return ""

    def glyphs(self) -> dict[str, str]:
        """Drawings of pieces, cards and squares by name: SVG around (0, 0), about 40 units wide.

        They are painted in `currentColor` and, for details, in the custom property `--ground`.
        """
        return {}
