"""A game's own protocol for programs, from the referee's end: text over stdin and stdout, as a contest defines it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import View, Walk


class ProtocolError(TurnwrightError):
    """A message or an answer that a protocol does not allow."""


class Referee(ABC):
    """Asks one program for the turns of one game, by the limits of the protocol."""

    dropped = 0
    """Actions that were not legal, and so were not played, where the protocol forgives them."""
    dropped_first = ""
    """The first answer that had such an action."""

    @abstractmethod
    def message(self, view: View) -> str:
        """What the program is sent for a turn."""

    @abstractmethod
    def milliseconds(self, view: View) -> float:
        """What it has for the answer."""

    @abstractmethod
    def actions(self, view: View, seed: int, line: str) -> Sequence[int]:
        """The turn that its answer means; a `ProtocolError` says what is wrong with it."""

    @abstractmethod
    def see(self, walk: Walk) -> None:
        """The opponent has played."""
