"""States to try things on: those of random games."""

import numpy as np

from turnwright.core.game import Game
from turnwright.core.state import State

_LONGEST = 3000
"""Actions of a random game; a longer one is broken off."""


def choices(state: State) -> list[int]:
    """What can be played, the end of the turn included where it may end."""
    return state.legal_actions() or ([state.end_action] if state.may_end else [])


def random_game(game: Game, seed: int, *, longest: int = _LONGEST) -> list[State]:
    """All states of a random game, from its start to its end; without the end if it takes too long or cannot go on."""
    rng = np.random.default_rng(seed)
    state = game.start(seed)
    states = [state]
    while not state.is_over and len(states) < longest and (actions := choices(state)):
        state = state.play(int(rng.choice(actions)))
        states.append(state)
    return states


def same_fields(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether all fields of records are equal. Bytes between fields mean nothing and may differ."""
    return bool(np.all(first == second))
