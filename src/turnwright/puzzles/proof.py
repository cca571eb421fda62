"""Proof that a position can be won within the turn, and in how many ways: every turn is played, none is sampled.

Turns that lead to the same state are merged by its 64-bit key, as `perft` does.
"""

from dataclasses import dataclass

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.hash_table import KEY, new_table
from turnwright.core.state import State
from turnwright.puzzles.winning_turns_kernel import ACTION, ENDED, PLACE, STEPS, WINS, Layer, deepen

MOST_STATES = 300_000
"""Distinct states of one depth that a proof keeps at most."""
_MOST_ENDS = 100_000
_INDEX = np.dtype(np.int64)
_TOLD = 5


class ProofError(TurnwrightError):
    """The turn is too large to be played in every way."""


@dataclass(frozen=True, kw_only=True)
class Proof:
    """The wins of a position within the turn."""

    turn: tuple[int, ...]
    """One of the shortest, with the end of the turn only if that is what wins; empty if there is none."""
    length: int
    """Actions of the shortest, the end of the turn not counted."""
    ends: int
    """Distinct states that the wins end in."""
    turns: int
    """Sequences of actions that win."""
    steps: int
    """Actions that were tried."""

    @property
    def is_unique(self) -> bool:
        """Whether all wins end in one and the same state."""
        return self.ends == 1


def prove(state: State, *, shortest: bool = False, most_states: int = MOST_STATES) -> Proof:
    """All wins of the player to move within the turn; with `shortest`, only those of the fewest actions.

    Every sequence of actions is played, the short ones first; only states from which the rules rule out a win within
    the turn (`may_win`) are not followed. A turn with more distinct states of one depth than `most_states` is refused.
    """
    game = state.game
    told = np.zeros(_TOLD, dtype=np.int64)
    ends = new_table(KEY, _MOST_ENDS)
    layers = [_layer(game, 1)]
    layers[0].states[0] = state.records[0]
    layers[0].counts[0] = 1
    number = 0 if state.is_over else 1
    turn: tuple[int, ...] = ()
    length = 0
    while number and not (shortest and length):
        following = _layer(game, most_states + 1)
        number = int(deepen(game, layers[-1], number, following, new_table(_INDEX, most_states), ends, told))
        if told[WINS] and not length:
            turn, length = _first_turn(state, layers, told), len(layers)
        if number < 0 or ends.header["used"][0] >= _MOST_ENDS:
            raise ProofError(f"the turn passes through more than {most_states} states of one depth; raise the limit")
        layers.append(_trimmed(following, number))
    return Proof(
        turn=turn, length=length, ends=int(ends.header["used"][0]), turns=int(told[WINS]), steps=int(told[STEPS])
    )


def _layer(game: Game, room: int) -> Layer:
    """Room for states; what is never touched costs nothing."""
    return Layer(game.blank(room), np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int32))


def _trimmed(layer: Layer, number: int) -> Layer:
    return Layer(*(part[: max(1, number)].copy() for part in layer))


def _first_turn(state: State, layers: list[Layer], told: np.ndarray) -> tuple[int, ...]:
    """The actions that lead to the first win that was found."""
    turn = [int(told[ACTION])]
    place = int(told[PLACE])
    for layer in reversed(layers[1:]):
        turn.insert(0, int(layer.actions[place]))
        place = int(layer.parents[place])
    return (*turn, state.end_action) if told[ENDED] else tuple(turn)
