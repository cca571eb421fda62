"""How a game's evaluation fares as the first player's: against an ε-greedy opponent, or against another evaluation.

Games are compiled from the deal to the result and need no interpreter, so threads play them side by side.
"""

import numpy as np

from turnwright.agents.choice_kernel import GLOBAL, LOCAL
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.neat.fitness_kernel import RANDOM_TIES, play_against_evaluation, play_against_policy

_POLICIES = {"global": RANDOM_TIES, "first": GLOBAL, "local": LOCAL}


def deals_of(seed: int, part: int, games: int) -> np.ndarray:
    """The deals of a part of an evolution, such as a generation: the same for all networks."""
    return np.array([generator(seed, part, number)[0] for number in range(games)], dtype=np.uint64)


def scores_against_policy(game: Game, deals: np.ndarray, policy: str, epsilon: float) -> np.ndarray:
    """The first player's score in every game against a policy that follows the action ordering as often as ε says."""
    scores, control = np.empty(deals.size), new_control(Budget(iterations=1))
    play_against_policy(game, game.blank(), deals, _POLICIES[policy], epsilon, control, scores)
    return scores


def scores_against_evaluation(game: Game, rival: Game, deals: np.ndarray) -> np.ndarray:
    """The first player's score in every game against Greedy Action with another evaluation of the same game."""
    scores, control = np.empty(deals.size), new_control(Budget(iterations=1))
    play_against_evaluation(game, rival, game.blank(), deals, control, scores)
    return scores
