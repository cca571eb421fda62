"""An open-addressing hash table of 64-bit keys in plain arrays, which grows without pauses.

0 marks a free slot, so the key 0 is stored as 1. The value of a key is in `values` at the same index. The table of
length n occupies slots n to 2n of its arrays. When it is three quarters full, the next table starts after it, and with
every new key some old keys move there. The arrays are long enough for the largest table; memory that is never touched
costs nothing.
"""

from typing import NamedTuple

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.records import blank_records

KEY = np.dtype(np.uint64)
HEADER = np.dtype(
    [
        ("length", np.int64),  # of the current table, a power of two
        ("moved", np.int64),  # slots of the previous table that have been processed
        ("used", np.int64),  # keys
        ("most", np.int64),  # maximum number of keys
    ]
)
_FREE, _ONE = np.uint64(0), np.uint64(1)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SHORTEST = 1 << 14
_MOVES = 4
"""Old slots processed with every new key. Two would be enough to finish before the next table starts."""


class Table(NamedTuple):
    """Keys with their values. In a set of keys, the values are the keys themselves."""

    keys: np.ndarray
    values: np.ndarray
    header: np.ndarray


def table_room(most: int) -> int:
    """The array length for a table of at most this many keys."""
    return 2 * max(_SHORTEST, 1 << (most * 4 // 3).bit_length())


def clear(table: Table, most: int) -> None:
    """Empty a table and set its maximum number of keys."""
    table.keys[: 2 * int(table.header["length"][0])] = _FREE
    table.header[0] = (_SHORTEST, _SHORTEST // 2, 0, most)


def new_table(values: np.dtype, most: int) -> Table:
    """An empty table for values of a type; with `KEY`, a set of keys."""
    keys = np.zeros(table_room(most), dtype=KEY)
    table = Table(keys, keys if values is KEY else np.zeros(keys.size, dtype=values), blank_records(HEADER))
    clear(table, most)
    return table


@rule
def _find(keys, length, key):
    """The slot of a key in the table of a given length, or the free slot where it belongs."""
    first = np.uint64(length)
    mask = first - _ONE
    place = ((key * _SPREAD) >> np.uint64(20)) & mask
    while keys[first + place] != key and keys[first + place] != _FREE:
        place = (place + _ONE) & mask
    return np.int64(first + place)


@rule
def place_of(table, key):
    """The slot of a key, or the free slot where it belongs. It is valid until the next key is inserted."""
    if key == _FREE:
        key = _ONE
    header = table.header[0]
    place = _find(table.keys, header.length, key)
    if table.keys[place] == _FREE and header.moved < header.length >> 1:
        old = _find(table.keys, header.length >> 1, key)
        if table.keys[old] != _FREE:
            return old
    return place


@rule
def is_known(table, place):
    """Whether the slot that `place_of` returned holds a key."""
    return table.keys[place] != _FREE


@rule
def put(table, place, key, value):
    """Store a key and its value in the free slot that `place_of` returned. A full table ignores it."""
    keys, values, header = table.keys, table.values, table.header[0]
    if header.used >= header.most:
        return
    keys[place] = _ONE if key == _FREE else key
    values[place] = value
    header.used += 1
    half = header.length >> 1
    for _ in range(_MOVES):
        if header.moved == half:
            break
        old = half + header.moved
        header.moved += 1
        if keys[old] != _FREE:
            new = _find(keys, header.length, keys[old])
            keys[new] = keys[old]
            values[new] = values[old]
    if 4 * header.used >= 3 * header.length:
        header.length *= 2
        header.moved = 0


@rule
def add(table, key):
    """Insert a key into a set; returns whether it was new. A full set ignores it."""
    if key == _FREE:
        key = _ONE
    place = place_of(table, key)
    if is_known(table, place):
        return False
    put(table, place, key, key)
    return True


@rule
def size(table):
    """The number of keys."""
    return table.header[0].used


@rule
def is_full(table):
    """Whether the table is full."""
    return table.header[0].used >= table.header[0].most


@rule
def enlarged(table):
    """A table of twice the size with the same keys and values."""
    values = np.zeros(2 * table.values.size, dtype=table.values.dtype)
    values[: table.values.size] = table.values
    larger = enlarged_set(table)
    return Table(larger.keys, values, larger.header)


@rule
def enlarged_set(table):
    """A set of twice the size with the same keys."""
    keys = np.zeros(2 * table.keys.size, dtype=np.uint64)
    keys[: table.keys.size] = table.keys
    header = table.header.copy()
    header[0].most = (3 * table.keys.size - 1) // 4  # the longest table has as many slots as all arrays before
    return Table(keys, keys, header)
