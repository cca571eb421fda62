"""A population of neat-python that can be written down and continued from there.

The library draws from Python's global random numbers, and its counters cannot be read. Here the population has random
numbers and counters of its own, so what follows depends on what is written down, and on nothing else.
"""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from graphlib import TopologicalSorter
from typing import Any

from turnwright.core.errors import in_one_line
from turnwright.evaluators.network import Network, Node
from turnwright.neat.settings import ACTIVATION, NeatError, NeatSettings, configuration

Genome = Any
"""neat-python has no types."""


class _Counter:
    """Whole numbers one after the other; unlike `itertools.count`, it says which one is next."""

    def __init__(self, following: int) -> None:
        self.following = following

    def __next__(self) -> int:
        self.following += 1
        return self.following - 1


class Population:
    """The genomes of a generation in their species."""

    def __init__(self, settings: NeatSettings, inputs: int, seed: int) -> None:
        self._prepare(settings, inputs)
        self._random = random.Random(seed).getstate()
        with self._own_random_numbers():
            self._genomes = self._reproduction.create_new(
                self._config.genome_type, self._config.genome_config, settings.population
            )
            self._species.speciate(self._config, self._genomes, 0)

    def _prepare(self, settings: NeatSettings, inputs: int) -> None:
        config = configuration(settings, inputs)
        import neat
        from neat.reporting import ReporterSet

        self._config = config
        reporters = ReporterSet()
        stagnation = neat.DefaultStagnation(config.stagnation_config, reporters)
        self._reproduction = neat.DefaultReproduction(config.reproduction_config, reporters, stagnation)
        self._species = neat.DefaultSpeciesSet(config.species_set_config, reporters)
        self._reproduction.genome_indexer = _Counter(1)
        self._species.indexer = _Counter(1)
        config.genome_config.node_indexer = _Counter(1)  # 0 is the output
        self.generation = 0

    @contextmanager
    def _own_random_numbers(self) -> Iterator[None]:
        others = random.getstate()
        random.setstate(self._random)
        try:
            yield
        finally:
            self._random = random.getstate()
            random.setstate(others)

    @property
    def genomes(self) -> dict[int, Genome]:
        """The genomes by their numbers."""
        return dict(self._genomes)

    @property
    def species(self) -> int:
        """How many species there are."""
        return len(self._species.species)

    def networks(self) -> dict[int, Network]:
        """The networks of all genomes, by their numbers."""
        return {key: network_of(genome, self._config) for key, genome in self._genomes.items()}

    def reproduce(self, fitness: Mapping[int, float]) -> None:
        """Make the next generation; `fitness` has a number for every genome."""
        for key, genome in self._genomes.items():
            genome.fitness = fitness[key]
        with self._own_random_numbers():
            size = self._config.pop_size
            try:
                self._genomes = self._reproduction.reproduce(self._config, self._species, size, self.generation)
            except RuntimeError as error:
                raise NeatError(
                    f"there are {self.species} species, too many for a population of {size} ({in_one_line(error)}); a "
                    "larger threshold makes fewer"
                ) from error
            self._species.speciate(self._config, self._genomes, self.generation)
        # Grows with every genome that has ever been; nothing here asks for it.
        self._reproduction.ancestors.clear()
        self.generation += 1

    # Written down

    def as_dict(self) -> dict[str, Any]:
        """All that the next generations depend on, as plain data."""
        version, words, gauss = self._random
        return {
            "generation": self.generation,
            "random": [version, list(words), gauss],
            "next": [
                self._reproduction.genome_indexer.following,
                self._species.indexer.following,
                self._config.genome_config.node_indexer.following,
                self._reproduction.innovation_tracker.global_counter,
            ],
            "genomes": [_genome_data(genome) for genome in self._genomes.values()],
            "species": [
                {
                    "key": one.key,
                    "created": one.created,
                    "last_improved": one.last_improved,
                    "representative": one.representative.key,
                    "members": list(one.members),
                    "history": one.fitness_history,
                }
                for one in self._species.species.values()
            ],
        }

    @classmethod
    def from_dict(cls, settings: NeatSettings, inputs: int, data: Mapping[str, Any]) -> "Population":
        """The population that was written down."""
        from neat.species import Species

        self = cls.__new__(cls)
        self._prepare(settings, inputs)
        self.generation = data["generation"]
        version, words, gauss = data["random"]
        self._random = (version, tuple(words), gauss)
        genomes, species, nodes, innovations = data["next"]
        self._reproduction.genome_indexer.following = genomes
        self._species.indexer.following = species
        self._config.genome_config.node_indexer.following = nodes
        self._reproduction.innovation_tracker.global_counter = innovations
        made = [_genome_from(self._config.genome_type(one["key"]), one) for one in data["genomes"]]
        self._genomes = {genome.key: genome for genome in made}
        for one in data["species"]:
            kept = Species(one["key"], one["created"])
            kept.last_improved, kept.fitness_history = one["last_improved"], list(one["history"])
            kept.update(self._genomes[one["representative"]], {key: self._genomes[key] for key in one["members"]})
            self._species.species[kept.key] = kept
        self._species.genome_to_species = {
            key: one.key for one in self._species.species.values() for key in one.members
        }
        return self


def _genome_data(genome: Genome) -> dict[str, Any]:
    return {
        "key": genome.key,
        "nodes": [[node.key, node.bias, node.response] for node in genome.nodes.values()],
        "links": [[*link.key, link.innovation, link.weight, int(link.enabled)] for link in genome.connections.values()],
    }


def _genome_from(genome: Genome, data: Mapping[str, Any]) -> Genome:
    """A genome with the genes that were written down, in their order: the library draws by it."""
    from neat.genes import DefaultConnectionGene, DefaultNodeGene

    for key, bias, response in data["nodes"]:
        node = genome.nodes[key] = DefaultNodeGene(key)
        node.bias, node.response, node.time_constant = bias, response, 1.0
        node.activation, node.aggregation = ACTIVATION, "sum"
    for source, target, innovation, weight, enabled in data["links"]:
        link = genome.connections[source, target] = DefaultConnectionGene((source, target), innovation=innovation)
        link.weight, link.enabled = weight, bool(enabled)
    return genome


def network_of(genome: Genome, config: Any) -> Network:
    """The network of a genome: what neat-python's `FeedForwardNetwork` computes, node by node.

    As there, a link is used if it is enabled and the output depends on it.
    """
    from neat.graphs import required_for_output

    inputs, (output,) = config.genome_config.input_keys, config.genome_config.output_keys
    enabled = [(link.key, link.weight) for link in genome.connections.values() if link.enabled]
    required = required_for_output(set(inputs), [output], [key for key, _ in enabled])
    incoming: dict[int, list[tuple[int, float]]] = {node: [] for node in required}
    for (source, target), weight in enabled:
        if target in required and (source in required or source < 0):
            incoming[target].append((source, weight))
    order = TopologicalSorter({key: [source for source, _ in links] for key, links in incoming.items()}).static_order()
    computed = [key for key in order if key >= 0]  # the output last: all others lead there
    places = {key: place for place, key in enumerate([*inputs, *computed])}
    nodes = []
    for key in computed:
        links = sorted((places[source], weight) for source, weight in incoming[key])
        nodes.append(
            Node(
                sources=tuple(source for source, _ in links),
                weights=tuple(weight for _, weight in links),
                bias=genome.nodes[key].bias,
                response=genome.nodes[key].response,
            )
        )
    return Network(inputs=len(inputs), nodes=tuple(nodes))
