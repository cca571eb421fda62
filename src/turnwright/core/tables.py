"""Open-addressing tables of 64-bit keys in plain arrays.

A table is a `uint64` array whose length is a power of two; 0 marks a free place, so the key 0 is stored as 1. What
belongs to a key lives in other arrays at the same place. A table never holds more than three quarters of its length.
"""

import numpy as np

from turnwright.core.compiled import rule

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


def table_size(entries: int) -> int:
    """The length of a table with room for that many keys."""
    return 1 << max(4, (entries * 4 // 3).bit_length())


@rule
def find(keys, key):
    """The place of a key, or the free place where it belongs. The table must have a free place."""
    if key == _ZERO:
        key = _ONE
    mask = np.uint64(keys.size - 1)
    place = ((key * _SPREAD) >> np.uint64(20)) & mask
    while keys[place] != key and keys[place] != _ZERO:
        place = (place + _ONE) & mask
    return np.int64(place)


@rule
def is_free(keys, place):
    return keys[place] == _ZERO


@rule
def occupy(keys, place, key):
    """Store a key at the free place that `find` gave."""
    keys[place] = _ONE if key == _ZERO else key


@rule
def add(keys, key):
    """Put a key in; whether it was new."""
    place = find(keys, key)
    if keys[place] != _ZERO:
        return False
    occupy(keys, place, key)
    return True


@rule
def grown(keys):
    """A table twice as long with the same keys."""
    larger = np.zeros(2 * keys.size, dtype=np.uint64)
    for i in range(keys.size):
        if keys[i] != _ZERO:
            larger[find(larger, keys[i])] = keys[i]
    return larger
