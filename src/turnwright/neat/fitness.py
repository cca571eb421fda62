"""The fitness of networks: games as the first player against an ε-greedy opponent.

Games are compiled from the deal to the result and need no interpreter, so threads play them side by side.
"""

import numpy as np

from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.neat.fitness_kernel import play_first

POLICIES = ("global", "local")
"""How the opponent is greedy: over all actions, or (as the published code) within one random piece."""
_FIRST_POLICY = 2
"""The place of `global` among the rollout policies."""


def deals_of(seed: int, generation: int, games: int) -> np.ndarray:
    """The deals of a generation: the same for all networks, and others in every generation."""
    return np.array([generator(seed, generation, number)[0] for number in range(games)], dtype=np.uint64)


def score(game: Game, deals: np.ndarray, policy: str, epsilon: float) -> float:
    """The points of a game's evaluation as the first player's in all games; a draw is half a point."""
    scores = np.empty(deals.size)
    control = new_control(Budget(iterations=1))
    play_first(game, game.blank(), deals, _FIRST_POLICY + POLICIES.index(policy), epsilon, control, scores)
    return float(scores.sum())
