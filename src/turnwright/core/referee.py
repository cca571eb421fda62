"""A game's own protocol for programs, on the referee's side: text over stdin and stdout, as a contest defines it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import View, Walk


class ProtocolError(TurnwrightError):
    """A message or an answer that the protocol does not allow."""


class Referee(ABC):
    """Asks one program for its turns in one game, within the limits of the protocol."""

    dropped = 0
    """The number of illegal actions that were skipped, if the protocol forgives them."""
    dropped_first = ""
    """The first answer with such an action."""

    @abstractmethod
    def message(self, view: View) -> str:
        """The text that the program receives for a turn."""

    @abstractmethod
    def milliseconds(self, view: View) -> float:
        """The time that it has for the answer."""

    @abstractmethod
    def actions(self, view: View, seed: int, line: str) -> Sequence[int]:
        """The turn in its answer. Raises a `ProtocolError` that says what is wrong with it."""

    @abstractmethod
    def see(self, walk: Walk) -> None:
        """The opponent has played."""
