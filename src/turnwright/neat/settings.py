"""How NEAT evolves: the settings of JNEAT in the thesis, as far as neat-python has them, and its configuration."""

import tempfile
from dataclasses import dataclass
from math import exp, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from turnwright.core.errors import TurnwrightError
from turnwright.evaluators.network_kernel import FLAT, STEEPNESS

if TYPE_CHECKING:
    import neat


ACTIVATION = "steepened"
"""The name of the sigmoid in genomes."""


class NeatError(TurnwrightError):
    """An evolution that cannot be run as it is wanted."""


@dataclass(frozen=True, kw_only=True)
class NeatSettings:
    """Settings of NEAT. The defaults are those of the thesis (JNEAT's names in brackets)."""

    population: int = 64
    """Networks of a generation, as in the text (pop_size 100 in the parameter file)."""
    add_link: float = 0.1
    """How often a child gets a new link (mutate_add_link_prob)."""
    add_node: float = 0.06
    """How often a link of a child is split by a new node (mutate_add_node_prob)."""
    initial_links: Literal["full", "none"] = "full"
    """Whether the first networks have links from all inputs to the output."""
    initial_weight: float = 1.0
    """Standard deviation of new weights."""
    mutate_weight: float = 0.9
    """How often a weight is changed (mutate_link_weights_prob)."""
    weight_power: float = 1.4
    """Standard deviation of the change; JNEAT's is uniform up to 2.5 (weight_mut_power), which has this deviation."""
    replace_weight: float = 0.1
    """How often a weight is replaced by a new random one."""
    most_weight: float = 30.0
    """Weights stay within this; JNEAT has no bound."""
    disjoint: float = 1.0
    """What a gene that only one of two genomes has adds to their distance (disjoint_coeff, excess_coeff)."""
    weight_difference: float = 0.4
    """What a difference of weights adds (mutdiff_coeff)."""
    threshold: float = 3.0
    """Genomes at a smaller distance are of one species (compat_thresh)."""
    survival: float = 0.2
    """The share of a species that has children (survival_thresh)."""
    stagnation: int = 15
    """A species ends that has not improved for this many generations (dropoff_age)."""
    kept_species: int = 2
    """The best species, which do not end so."""
    elitism: int = 1
    """The best of each species that live on unchanged."""

    def __post_init__(self) -> None:
        for name, least in (("population", 2), ("stagnation", 1), ("kept_species", 1), ("elitism", 0)):
            if getattr(self, name) < least:
                raise NeatError(f"{name} is {getattr(self, name)}; it must be at least {least}")
        for name in ("add_link", "add_node", "mutate_weight", "replace_weight", "survival"):
            if not 0 <= getattr(self, name) <= 1:
                raise NeatError(f"{name} is {getattr(self, name):g}; it must be from 0 to 1")
        for name in ("initial_weight", "weight_power", "most_weight", "disjoint", "weight_difference", "threshold"):
            if not (isfinite(getattr(self, name)) and getattr(self, name) >= 0):
                raise NeatError(f"{name} is {getattr(self, name):g}; it must be a number, 0 or more")


def configuration(settings: NeatSettings, inputs: int) -> "neat.Config":
    """neat-python's configuration for networks with this many inputs and one output."""
    try:
        import neat
    except ModuleNotFoundError:
        raise NeatError("NEAT needs neat-python; install it with: pip install 'turnwright[neat]'") from None

    from turnwright.neat.genome import Genome

    with tempfile.TemporaryDirectory() as folder:  # the library reads files only
        file = Path(folder) / "neat.ini"
        file.write_text(_text(settings, inputs), encoding="utf-8")
        made = neat.Config(Genome, neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation, str(file))
    made.genome_config.add_activation(ACTIVATION, _steepened_sigmoid)
    return made


def _steepened_sigmoid(x: float) -> float:
    """The sigmoid of compiled networks. The library's own ends at sums of ±12, beyond which all states are equal."""
    return 1.0 / (1.0 + exp(-max(-FLAT, min(FLAT, STEEPNESS * x))))


def _text(s: NeatSettings, inputs: int) -> str:
    """The configuration as a file has it. The bias is an input, so nodes have none; nothing is ever deleted."""
    still = "init_mean = {0}\n{1}_init_stdev = 0\n{1}_init_type = gaussian\n{1}_replace_rate = 0\n{1}_mutate_rate = 0\n"
    still += "{1}_mutate_power = 0\n{1}_max_value = {0}\n{1}_min_value = {0}\n"
    return f"""
[NEAT]
pop_size = {s.population}
fitness_criterion = max
fitness_threshold = 0
no_fitness_termination = True
reset_on_extinction = False

[Genome]
num_inputs = {inputs}
num_outputs = 1
num_hidden = 0
feed_forward = True
initial_connection = {"full_direct" if s.initial_links == "full" else "unconnected"}
conn_add_prob = {s.add_link}
conn_delete_prob = 0
node_add_prob = {s.add_node}
node_delete_prob = 0
single_structural_mutation = False
structural_mutation_surer = false
compatibility_disjoint_coefficient = {s.disjoint}
compatibility_weight_coefficient = {s.weight_difference}
activation_default = {ACTIVATION}
activation_options = {ACTIVATION}
activation_mutate_rate = 0
aggregation_default = sum
aggregation_options = sum
aggregation_mutate_rate = 0
enabled_default = True
enabled_mutate_rate = 0
enabled_rate_to_true_add = 0
enabled_rate_to_false_add = 0
weight_init_mean = 0
weight_init_stdev = {s.initial_weight}
weight_init_type = gaussian
weight_mutate_rate = {s.mutate_weight}
weight_mutate_power = {s.weight_power}
weight_replace_rate = {s.replace_weight}
weight_max_value = {s.most_weight}
weight_min_value = {-s.most_weight}
bias_{still.format(0, "bias")}response_{still.format(1, "response")}time_constant_{still.format(1, "time_constant")}
[DefaultSpeciesSet]
compatibility_threshold = {s.threshold}

[DefaultStagnation]
species_fitness_func = max
max_stagnation = {s.stagnation}
species_elitism = {s.kept_species}

[DefaultReproduction]
elitism = {s.elitism}
survival_threshold = {s.survival}
min_species_size = {max(1, s.elitism)}
"""
