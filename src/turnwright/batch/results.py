"""What batches come to: arrays with a place for every game or turn."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turnwright.core.game import Game
from turnwright.core.state import State


@dataclass(frozen=True, kw_only=True, eq=False)
class RandomGames:
    """Games played at random."""

    game: Game
    states: np.ndarray
    """How each ended: records, as `State` has them."""
    lengths: np.ndarray
    """How many actions were played in each."""
    digests: np.ndarray
    """A word that every state of the game has gone into: two equal digests, two equal games."""

    @cached_property
    def steps(self) -> int:
        """How many actions were played in all."""
        return int(self.lengths.sum())

    def state(self, number: int) -> State:
        """How a game ended."""
        return State(self.game, self.states[number : number + 1].copy())


@dataclass(frozen=True, kw_only=True, eq=False)
class PlannedTurns:
    """A turn for every position."""

    game: Game
    actions: np.ndarray
    """A row for every turn, its end included; -1 behind it."""
    lengths: np.ndarray
    values: np.ndarray
    """What each turn is worth, to the player whose turn it is; for replies, to the player who waits for them."""

    def turn(self, number: int) -> list[int]:
        """The actions of a turn."""
        turn: list[int] = self.actions[number, : self.lengths[number]].tolist()
        return turn


@dataclass(frozen=True, kw_only=True, eq=False)
class SelfPlay:
    """Games in which every turn was evolved."""

    game: Game
    states: np.ndarray
    """How each ended, or where it was left."""
    turns: np.ndarray
    """How many turns were played in each."""
    digests: np.ndarray
    """A word that the state behind every turn has gone into."""
    ends: np.ndarray
    """A row for every game: the states in which its first turns were judged, as many as were asked for."""
    end_values: np.ndarray
    """What those states were worth to the player whose turn it was; NaN where the game had no such turn, or where the
    game's book played it."""

    def state(self, number: int) -> State:
        """How a game ended, or where it was left."""
        return State(self.game, self.states[number : number + 1].copy())
