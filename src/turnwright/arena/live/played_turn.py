"""Turns that are over, kept small: a server holds thousands of games, a game has hundreds of turns."""

from array import array
from collections.abc import Sequence

import numpy as np

from turnwright.core.game import Game
from turnwright.core.records import record_type
from turnwright.core.state import State


class PlayedTurn:
    """A turn that is over."""

    __slots__ = ("_actions", "_game", "_start", "_text", "figures", "seat", "value")

    def __init__(
        self,
        *,
        start: State,
        actions: Sequence[int],
        texts: Sequence[str],
        value: float | None = None,
        figures: dict[str, float] | None = None,
    ) -> None:
        self._game = start.game
        self._start, self._actions, self._text = bytes(start.records), array("i", actions), start.game.join_turn(texts)
        self.seat = start.player
        """Who played it."""
        self.value = value
        """What its agent thought of it."""
        self.figures = figures or {}
        """The figures of its search."""

    @property
    def start(self) -> State:
        """Where it began."""
        return _state_from(self._game, self._start)

    @property
    def actions(self) -> tuple[int, ...]:
        return tuple(self._actions)

    @property
    def text(self) -> str:
        """The turn in notation."""
        return self._text

    @property
    def texts(self) -> list[str]:
        """Its actions in notation."""
        return self._game.split_turn(self._text)

    def __len__(self) -> int:
        """The number of its actions."""
        return len(self._actions)


def _state_from(game: Game, record: bytes) -> State:
    return State(game, np.frombuffer(bytearray(record), dtype=record_type(game.state_dtype)))
