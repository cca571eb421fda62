"""The forward pass of a network that is written in a parameter record (see `network`)."""

from math import exp

from turnwright.core.compiled import rule

STEEPNESS = 4.924273
"""NEAT's sigmoid, as JNEAT has it."""
FLAT = 700.0
"""Sums beyond this change nothing; the exponential of larger ones would overflow."""


@rule
def propagate(params, values):
    """The network's output. `values` has the inputs in front, and room for all nodes."""
    biases, responses, ends = params.node_bias, params.node_response, params.node_end
    sources, weights = params.link_source, params.link_weight
    place, link = params.network_inputs, 0
    for node in range(params.network_nodes):
        total = 0.0
        while link < ends[node]:
            total += values[sources[link]] * weights[link]
            link += 1
        steep = max(-FLAT, min(FLAT, STEEPNESS * (biases[node] + responses[node] * total)))
        values[place] = 1.0 / (1.0 + exp(-steep))
        place += 1
    return values[place - 1]
