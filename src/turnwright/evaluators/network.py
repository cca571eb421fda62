"""Feed-forward networks as flat arrays, which compiled code runs.

A network is a list of nodes in the order of computation, the output last. Node i may use the inputs and the nodes
before it: place p is input p, or node p - inputs.
"""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.evaluators.network_kernel import MOST_NODES

MOST_INPUTS = 1024
MOST_LINKS = 4096

NETWORK_FIELDS = [
    ("network_inputs", np.int64),
    ("network_nodes", np.int64),
    ("node_bias", np.float64, MOST_NODES),
    ("node_response", np.float64, MOST_NODES),
    # By place, where the links from it end; they begin where those of the place before end. Most inputs are 0 in most
    # states, so values are sent forth from their sources, and what is 0 costs nothing.
    ("links_end", np.int32, MOST_INPUTS + MOST_NODES),
    ("link_target", np.int16, MOST_LINKS),
    ("link_weight", np.float64, MOST_LINKS),
]
"""What a game's parameter record has in it for a network."""


class NetworkError(TurnwrightError):
    """A network that cannot be run."""


@dataclass(frozen=True, kw_only=True)
class Node:
    """A neuron: `1 / (1 + exp(-4.924273 (bias + response * sum)))`, the sum over its links."""

    sources: tuple[int, ...]
    """Places that it takes values from."""
    weights: tuple[float, ...]
    """One for each source."""
    bias: float = 0.0
    response: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Network:
    """A feed-forward network with one output, the last node."""

    inputs: int
    """How many numbers it is given."""
    nodes: tuple[Node, ...]

    def __post_init__(self) -> None:
        if not (1 <= self.inputs <= MOST_INPUTS and 1 <= len(self.nodes) <= MOST_NODES and self.links <= MOST_LINKS):
            raise NetworkError(
                f"a network of {self.inputs} inputs, {len(self.nodes)} nodes and {self.links} links cannot be run; it "
                f"must have 1 to {MOST_INPUTS} inputs, 1 to {MOST_NODES} nodes and at most {MOST_LINKS} links"
            )
        for number, node in enumerate(self.nodes):
            if len(node.sources) != len(node.weights):
                raise NetworkError(
                    f"node {number} has {len(node.sources)} sources but {len(node.weights)} weights; "
                    "there must be one for each"
                )
            for source in node.sources:
                if not 0 <= source < self.inputs + number:
                    raise NetworkError(
                        f"node {number} takes a value from place {source}; there are {self.inputs + number} before it"
                    )
            if not all(map(isfinite, (*node.weights, node.bias, node.response))):
                raise NetworkError(f"node {number} has a weight that is no finite number")

    @property
    def links(self) -> int:
        """The number of all links."""
        return sum(len(node.sources) for node in self.nodes)

    def fill(self, params: np.record) -> None:
        """Write it into a parameter record that has `NETWORK_FIELDS`."""
        params.network_inputs, params.network_nodes = self.inputs, len(self.nodes)
        params.node_bias[: len(self.nodes)] = [node.bias for node in self.nodes]
        params.node_response[: len(self.nodes)] = [node.response for node in self.nodes]
        sources = np.array([source for node in self.nodes for source in node.sources], dtype=np.int64)
        weights = np.array([weight for node in self.nodes for weight in node.weights], dtype=np.float64)
        targets = np.repeat(np.arange(len(self.nodes)), [len(node.sources) for node in self.nodes])
        order = np.argsort(sources, kind="stable")
        params.link_target[: self.links], params.link_weight[: self.links] = targets[order], weights[order]
        places = self.inputs + len(self.nodes)
        params.links_end[:places] = np.cumsum(np.bincount(sources, minlength=places))
