"""How a game's evaluation fares as the first player's: against an ε-greedy opponent, or against another evaluation.

Games are compiled from the deal to the result and need no interpreter, so threads play them side by side.
"""

from dataclasses import dataclass

import numpy as np

from turnwright.agents.choice_kernel import GLOBAL, LOCAL
from turnwright.core.budget import Budget
from turnwright.core.control import new_control
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.neat.fitness_kernel import GREEDY, RANDOM_TIES, play_games

_POLICIES = {"global": RANDOM_TIES, "first": GLOBAL, "local": LOCAL}


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """The games of a fitness: the same for all networks that are compared."""

    part: int
    """Of the evolution: the number of a generation, or one below 0 for the play-off and the check after it."""
    games: int
    epsilon: float
    """Of the opponent."""


def deals_of(seed: int, part: int, games: int) -> np.ndarray:
    """The deals of a part of an evolution, such as a generation: the same for all networks."""
    return np.array([generator(seed, part, number)[0] for number in range(games)], dtype=np.uint64)


def scores_against_policy(game: Game, deals: np.ndarray, policy: str, epsilon: float) -> np.ndarray:
    """The first player's score in every game against a policy that follows the action ordering as often as ε says."""
    return _scores(game, game, deals, _POLICIES[policy], epsilon)


def scores_against_evaluation(game: Game, rival: Game, deals: np.ndarray) -> np.ndarray:
    """The first player's score in every game against Greedy Action with another evaluation of the same game."""
    return _scores(game, rival, deals, GREEDY, 1.0)


def _scores(game: Game, rival: Game, deals: np.ndarray, policy: int, ordered: float) -> np.ndarray:
    scores, control = np.empty(deals.size), new_control(Budget(iterations=1))
    play_games(game, rival, game.blank(), deals, policy, ordered, control, scores)
    return scores
