"""A small set of 64-bit keys that forgets: of several keys in one place, only the last is remembered."""

import numpy as np

from turnwright.core.compiled import rule

SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""Multiplied by it, small numbers become salts that tell the keys of searches apart."""


@rule
def is_noted(keys, key):
    """Whether a key has been noted; it is from now on. The number of `keys` is a power of two."""
    place = np.int64((key * SPREAD) >> np.uint64(40)) & (keys.size - 1)
    if keys[place] == key:
        return True
    keys[place] = key
    return False
