"""An open-addressing table of 64-bit keys in plain arrays, which grows without a pause.

0 marks a free place, so the key 0 is stored as 1. What belongs to a key lives in `values` at the same place. The table
of length n lies in the places n to 2n of its arrays. When it is three quarters full the next table begins behind it,
and with every new key some of the old ones move over. The arrays are as long as the largest table needs; memory that is
never touched costs nothing.
"""

from typing import NamedTuple

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.records import blank_records

KEY = np.dtype(np.uint64)
HEADER = np.dtype(
    [
        ("length", np.int64),  # of the present table, a power of two
        ("moved", np.int64),  # places of the table before it that have been looked through
        ("used", np.int64),  # keys
        ("most", np.int64),  # keys that it may hold
    ]
)
_FREE, _ONE = np.uint64(0), np.uint64(1)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SHORTEST = 1 << 14
_MOVES = 4
"""Old places looked through with every new key; two would be enough to be done before the next table begins."""


class Table(NamedTuple):
    """Keys with their values; a set of keys has its keys as values."""

    keys: np.ndarray
    values: np.ndarray
    header: np.ndarray


def table_room(most: int) -> int:
    """The length of arrays for a table that holds at most this many keys."""
    return 2 * max(_SHORTEST, 1 << (most * 4 // 3).bit_length())


def clear(table: Table, most: int) -> None:
    """Empty a table, which from now on holds at most this many keys."""
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
    """The place of a key in the table of some length, or the free place where it belongs."""
    first = np.uint64(length)
    mask = first - _ONE
    place = ((key * _SPREAD) >> np.uint64(20)) & mask
    while keys[first + place] != key and keys[first + place] != _FREE:
        place = (place + _ONE) & mask
    return np.int64(first + place)


@rule
def place_of(table, key):
    """The place of a key, or the free place where it belongs. It holds until the next key is put in."""
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
    """Whether there is a key at the place that `place_of` gave."""
    return table.keys[place] != _FREE


@rule
def put(table, place, key, value):
    """Store a key and its value at the free place that `place_of` gave; a full table takes nothing more."""
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
    """Put a key into a set; whether it was new. A full set takes nothing more."""
    if key == _FREE:
        key = _ONE
    place = place_of(table, key)
    if is_known(table, place):
        return False
    put(table, place, key, key)
    return True


@rule
def size(table):
    """How many keys there are."""
    return table.header[0].used


@rule
def is_full(table):
    """Whether the table takes no more keys."""
    return table.header[0].used >= table.header[0].most


@rule
def enlarged(table):
    """A table with the same keys and values and twice the room."""
    values = np.zeros(2 * table.values.size, dtype=table.values.dtype)
    values[: table.values.size] = table.values
    larger = enlarged_set(table)
    return Table(larger.keys, values, larger.header)


@rule
def enlarged_set(table):
    """A set with the same keys and twice the room."""
    keys = np.zeros(2 * table.keys.size, dtype=np.uint64)
    keys[: table.keys.size] = table.keys
    header = table.header.copy()
    header[0].most = (3 * table.keys.size - 1) // 4  # the longest table has as many places as there were in all
    return Table(keys, keys, header)
