"""The tick: a unit of work that is the same on every machine.

A tick is the time of one step of the dependent chain `x = mix(x + 0x9E3779B97F4A7C15)`, `mix` being
splitmix64's finaliser. Every step needs the one before, so it cannot be vectorised or overlapped, and it
touches no memory: machine and noise cancel when other work is measured in ticks of the same run.
"""

import numpy as np

from turnwright.core.compiled import entry
from turnwright.core.rng import GOLDEN, mix

TICK_STEPS = 20_000_000
ROUNDS = 7
"""Every measure is taken this often; the median counts."""


@entry
def chain(steps):
    """Run the chain; the last word is returned so that nothing can be left out."""
    x = np.uint64(1)
    for _ in range(steps):
        x = mix(x + GOLDEN)
    return x
