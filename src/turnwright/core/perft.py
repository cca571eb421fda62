"""Turn-perft: counts the ways to play a turn, and their different outcomes.

Sequences of actions that lead to the same state are merged. They are counted over the distinct states of each depth, so
billions of sequences cost only as much as the thousands of states they pass through.
"""

from dataclasses import dataclass

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.hash_table import KEY, new_table
from turnwright.core.perft_kernel import LIMBS, deepen
from turnwright.core.state import State

_ROOM = 64
_KEYS = 3000  # initial size of a table, in keys
_INDEX = np.dtype(np.int64)


class PerftError(TurnwrightError):
    """The turn is too large to count."""


@dataclass(frozen=True, kw_only=True)
class Depth:
    """What a number of actions can lead to."""

    actions: int
    """The number of actions played, not counting the end of the turn."""
    sequences: int
    """The number of sequences of that many actions."""
    states: int
    """The number of distinct states that they lead to."""


@dataclass(frozen=True, kw_only=True)
class Perft:
    """The size of a turn."""

    depths: tuple[Depth, ...]
    """By number of actions, starting at one."""
    turns: int
    """The number of sequences that are a whole turn: until the player changes or the game ends."""
    outcomes: int
    """The number of distinct states after the turn."""


def perft(state: State, *, pruned: bool = False, limit: int = 20_000_000) -> Perft:
    """The size of the turn that starts or continues in a state.

    All legal actions are played, or only the candidates with `pruned`. Where there are none, the turn is ended. Raises
    an error if there are more than `limit` distinct states.

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
