"""Populations of neat-python: networks compute what the library computes; written down, they continue alike."""

import json
import random

import neat
import pytest

from turnwright.neat.population import Population, network_of
from turnwright.neat.settings import NeatError, NeatSettings, configuration

_SETTINGS = NeatSettings(population=8, add_node=0.6, add_link=0.6)


def forward(network, inputs):
    """A network computed with plain Python, from the definition."""
    from math import exp

    values = list(inputs)
    for node in network.nodes:
        total = sum(values[source] * weight for source, weight in zip(node.sources, node.weights, strict=True))
        values.append(1 / (1 + exp(-4.924273 * (node.bias + node.response * total))))
    return values[-1]


def test_the_network_of_a_genome_is_the_librarys(grown):
    population = grown(7, generations=25)
    config = configuration(_SETTINGS, 7)
    draw = random.Random(3)
    sizes = []
    for genome in population.genomes.values():
        library, ours = neat.nn.FeedForwardNetwork.create(genome, config), network_of(genome, config)
        sizes.append(len(ours.nodes))
        for _ in range(20):
            inputs = [draw.random() for _ in range(7)]
            assert forward(ours, inputs) == pytest.approx(library.activate(inputs)[0], abs=1e-12)
    assert max(sizes) >= 5


def test_disabled_links_and_nodes_that_lead_nowhere_are_left_out(grown):
    population = grown(3, generations=0)
    genome = next(iter(population.genomes.values()))
    config = configuration(_SETTINGS, 3)
    genome.connections[-1, 0].enabled = False
    assert network_of(genome, config).nodes[-1].sources == (1, 2)
    genome.nodes[9] = genome.create_node(config.genome_config, 9)
    genome.add_connection(config.genome_config, -1, 9, 1.0, True, innovation=99)
    assert len(network_of(genome, config).nodes) == 1


def test_a_population_that_was_written_down_continues_alike(grown):
    draw = random.Random(5)
    population = grown(4)
    again = Population.from_dict(_SETTINGS, 4, json.loads(json.dumps(population.as_dict())))
    assert again.as_dict() == population.as_dict()
    for _ in range(6):
        fitness = {key: draw.random() for key in population.genomes}
        population.reproduce(fitness)
        again.reproduce(fitness)
        assert again.as_dict() == population.as_dict()
        assert again.networks() == population.networks()


def test_it_depends_on_its_seed_alone_and_leaves_other_random_numbers_alone(grown):
    random.seed(1)
    before = random.getstate()
    first = grown(4, seed=2).as_dict()
    assert random.getstate() == before
    random.seed(99)
    assert grown(4, seed=2).as_dict() == first
    assert grown(4, seed=3).as_dict() != first


def test_children_cross_over_as_in_the_library(grown, monkeypatch):
    """Leaving out the library's look for cycles changes no child."""
    ours = grown(4, generations=20).as_dict()
    from turnwright.neat.genome import Genome

    monkeypatch.setattr(Genome, "configure_crossover", neat.DefaultGenome.configure_crossover)
    assert grown(4, generations=20).as_dict() == ours


def test_too_many_species_are_told_with_what_to_do(grown):
    with pytest.raises(NeatError, match="a larger threshold makes fewer"):
        grown(4, threshold=1e-9, elitism=3)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"population": 1}, "population is 1; it must be at least 2"),
        ({"add_link": 1.5}, "add_link is 1.5; it must be from 0 to 1"),
        ({"threshold": -1.0}, "threshold is -1; it must be a number, 0 or more"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, words):
    with pytest.raises(NeatError, match=words):
        NeatSettings(**settings)
