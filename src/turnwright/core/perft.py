"""Turn-perft: how many ways a turn can be played, and how many different outcomes they have.

Sequences of actions that lead to the same state are merged: they are counted over the distinct states of
every depth, so that billions of them cost as much as the thousands of states they pass through.
"""

from dataclasses import dataclass

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.hash_table import KEY, new_table
from turnwright.core.perft_kernel import LIMBS, deepen
from turnwright.core.state import State

_ROOM = 64
_KEYS = 3000  # room for keys that a table begins with
_INDEX = np.dtype(np.int64)


class PerftError(TurnwrightError):
    """The turn is too large to count."""


@dataclass(frozen=True, kw_only=True)
class Depth:
    """What some number of actions can lead to."""

    actions: int
    """How many actions were played, the end of the turn not counted."""
    sequences: int
    """Sequences of so many actions."""
    states: int
    """Distinct states that they lead to."""


@dataclass(frozen=True, kw_only=True)
class Perft:
    """The size of a turn."""

    depths: tuple[Depth, ...]
    """By number of actions, from one on."""
    turns: int
    """Sequences that make a whole turn: to a change of player or the end of the game."""
    outcomes: int
    """Distinct states after the turn, the next player to move."""


def perft(state: State, *, pruned: bool = False, limit: int = 20_000_000) -> Perft:
    """The size of the turn that begins (or goes on) in a state.

    Of every list (all legal actions, or with `pruned` the candidates) each action is played; where the list
    is empty the turn is ended. More than `limit` distinct states are refused.

    >>> import turnwright
    >>> perft(turnwright.game("hero_academy:map=a-tiny").start(seed=7)).outcomes > 0
    True
    """
    game = state.game
    depths: list[Depth] = []
    turns = 0
    ends = new_table(KEY, _KEYS)
    states, counts = state.records.copy(), np.zeros((1, LIMBS), dtype=np.uint64)
    counts[0, 0] = 1
    seen = 0
    while len(states) and not (state.is_over and not depths):
        totals = np.zeros((2, LIMBS), dtype=np.uint64)
        states, counts, reached, ends = deepen(
            game, states, counts, new_table(_INDEX, _KEYS), ends, totals, game.blank(_ROOM + 1), pruned, limit - seen
        )
        if reached < 0:
            raise PerftError(
                f"the turn passes through more than {limit} distinct states; "
                "take fewer action points, prune, or raise the limit"
            )
        seen += reached
        turns += _whole(totals[1])
        if reached:
            depths.append(Depth(actions=len(depths) + 1, sequences=_whole(totals[0]), states=int(reached)))
    return Perft(depths=tuple(depths), turns=turns, outcomes=int(ends.header["used"][0]))


def _whole(limbs: np.ndarray) -> int:
    return sum(int(limb) << 64 * i for i, limb in enumerate(limbs))
