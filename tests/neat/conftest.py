"""What the tests of NEAT share."""

import random

import pytest

from turnwright.neat.population import Population
from turnwright.neat.settings import NeatSettings

GAME = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=30"


@pytest.fixture
def grown():
    """A population after some generations of random fitness, with many more nodes and links than usual."""

    def grow(inputs: int, generations: int = 12, seed: int = 0, **settings: object) -> Population:
        wanted = {"population": 8, "add_node": 0.6, "add_link": 0.6} | settings
        population = Population(NeatSettings(**wanted), inputs, seed)
        draw = random.Random(seed)
        for _ in range(generations):
            population.reproduce({key: draw.random() for key in population.genomes})
        return population

    return grow
