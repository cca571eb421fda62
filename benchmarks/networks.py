"""What an evaluation by a network costs, and how fast an evolution plays.

    python benchmarks/networks.py [evaluations]

The states are those of random games. Every evaluation is for the player to move, as a search asks for it; the
heuristic, which is kept up to date in the state, stands beside it.
"""

import sys
import time

import numpy as np

import turnwright
from turnwright.agents.choice_kernel import random_choice
from turnwright.core.compiled import entry
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.neat.fitness import deals_of, scores_against_policy

STATES = 4096
GAMES = 400
TINY, STANDARD = "hero_academy:map=a-tiny,deck=TINY", "hero_academy"
JUDGES = [
    (TINY, "described"),
    (TINY, "neat(hero-academy-neat-simple-5x3)"),
    (TINY, "neat(hero-academy-neat-complex-5x3)"),
    (STANDARD, "described"),
    (STANDARD, "neat(hero-academy-neat-complex-9x5)"),
]


@entry
def collect(game, states, rng):
    """Fill `states` with positions of random games."""
    actions = np.empty(game.list_room, dtype=np.int32)
    game.deal(states[0], rng)
    for i in range(1, states.size):
        states[i] = states[i - 1]
        if game.is_over(states[i]):
            game.deal(states[i], rng)
        else:
            game.apply(states[i], random_choice(game, states[i], actions, rng))


@entry
def evaluate_all(game, states, times):
    total = 0.0
    for _ in range(times):
        for i in range(states.size):
            total += game.evaluate(states[i], game.player(states[i]))
    return total


def nanoseconds(game: Game, evaluations: int) -> float:
    """The best of five runs: what disturbs it only adds."""
    states = game.blank(STATES)
    collect(game, states, generator(1))
    times = max(1, evaluations // STATES)
    evaluate_all(game, states, 1)
    runs = []
    for _ in range(5):
        begun = time.perf_counter()
        evaluate_all(game, states, times)
        runs.append((time.perf_counter() - begun) / times / STATES)
    return 1e9 * min(runs)


def main() -> None:
    evaluations = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
    for spec, evaluation in JUDGES:
        game = turnwright.game(spec).variant(evaluation=evaluation)
        line = f"{spec}, {evaluation}: {nanoseconds(game, evaluations):,.0f} ns an evaluation"
        if evaluation != "described":
            begun = time.perf_counter()
            scores_against_policy(game, deals_of(1, 0, GAMES), "global", 1.0)
            line += f", {1e6 * (time.perf_counter() - begun) / GAMES:,.0f} µs a game against ε = 1"
        print(line)


if __name__ == "__main__":
    main()
