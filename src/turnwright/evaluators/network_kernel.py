"""The forward pass of a network that is written in a parameter record (see `network`).

Whoever computes an output makes room for the sum of every node and clears it, sends forth the inputs that are not 0,
and asks for it.
"""

from math import exp

from turnwright.core.compiled import rule

MOST_NODES = 512
"""Room in the parameters of a game; a network that was evolved for 655 generations in the thesis had 299 neurons."""
STEEPNESS = 4.924273
"""NEAT's sigmoid, as JNEAT has it."""
FLAT = 700.0
"""Sums beyond this change nothing; the exponential of larger ones would overflow."""


@rule
def clear_sums(params, sums):
    """Set the sum of every node to 0."""
    for node in range(params.network_nodes):
        sums[node] = 0.0


@rule
def send(params, sums, place, value):
    """Send the value of an input or a node along its links."""
    first = params.links_end[place - 1] if place > 0 else 0
    for link in range(first, params.links_end[place]):
        sums[params.link_target[link]] += value * params.link_weight[link]


@rule
def output(params, sums):
    """The network's output, after all inputs have been sent."""
    value = 0.0
    for node in range(params.network_nodes):
        steep = STEEPNESS * (params.node_bias[node] + params.node_response[node] * sums[node])
        value = 1.0 / (1.0 + exp(-max(-FLAT, min(FLAT, steep))))
        send(params, sums, params.network_inputs + node, value)
    return value
