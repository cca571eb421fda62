"""Room for a search: reserved at once and left to the next one, so that no turn waits for memory.

Memory that is reserved but never touched costs nothing; getting, copying and giving back what has been used takes
milliseconds, which a turn with a deadline does not have.

A table of states grows without a pause, too: the table of length n lies in the places n to 2n of one array. When it
is three quarters full the next table begins behind it, and with every new key some of the old ones move over. What
belongs to a key lives in another array at the same place.
"""

import mmap
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnwright.core.budget import Budget
from turnwright.core.compiled import rule
from turnwright.core.records import record_type
from turnwright.core.tables import table_size

TABLE = np.dtype(
    [
        ("length", np.int64),  # of the present table, a power of two
        ("moved", np.int64),  # places of the table before it that have been looked through
        ("used", np.int64),  # keys
        ("most", np.int64),  # keys that it may hold
    ]
)
KEY, NUMBER = np.dtype(np.uint64), np.dtype(np.int32)
SINGLE, DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_FREE, _ONE = np.uint64(0), np.uint64(1)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SHORTEST = 1 << 12
_LARGE = 1 << 20
_MOVES = 4
"""Old places looked through with every new key; two would be enough to be done before the next table begins."""
_PER_MILLISECOND = 4000
"""More nodes than any search makes."""


def expected_nodes(budget: Budget, most: int) -> int:
    """More nodes than the search will make, or as many as there may be."""
    limits = [limit for limit in (budget.iterations, budget.evaluations, budget.steps) if limit is not None]
    if budget.milliseconds is not None:
        limits.append(int(budget.milliseconds * _PER_MILLISECOND))
    return min(1024 + min(limits), most)


def table_room(keys: int) -> int:
    """The length of arrays for a table that holds so many keys at most."""
    return 2 * max(_SHORTEST, table_size(keys))


@dataclass(frozen=True)
class Room:
    """Arrays that one search has for itself."""

    whole: list[np.ndarray]
    parts: list[np.ndarray]
    """As much of each as was asked for: a search must not find more room only because there is some."""

    def clear_table(self, keys: int, table: int, most: int) -> None:
        """Begin a table of at most so many keys anew, in the arrays of these numbers."""
        header = self.whole[table]
        self.whole[keys][: 2 * int(header["length"][0])] = _FREE
        header[0] = (_SHORTEST, _SHORTEST // 2, 0, most)


class Rooms:
    """The room that an agent's searches leave for the next ones."""

    def __init__(self, *kinds: np.dtype) -> None:
        self._kinds = kinds
        self._free: list[list[np.ndarray]] = []

    def take(self, *sizes: int) -> Room:
        """An array of every kind and of the sizes asked for; what they hold is left over from earlier searches."""
        try:
            whole = self._free.pop()
        except IndexError:
            whole = [_reserved(kind, 0) for kind in self._kinds]
        for i, (kind, size) in enumerate(zip(self._kinds, sizes, strict=True)):
            if whole[i].size < size:  # more than asked for, since time budgets differ a little from turn to turn
                whole[i] = _reserved(kind, size + size // 4)
        return Room(whole, [array[:size] for array, size in zip(whole, sizes, strict=True)])

    def give(self, rooms: Sequence[Room]) -> None:
        """Leave rooms for the next search."""
        self._free.extend(room.whole for room in rooms)


def _reserved(kind: np.dtype, size: int) -> np.ndarray:
    """Zeros that take memory only where they are touched, a small page at a time.

    NumPy asks for huge pages, each of which is cleared at once: up to five milliseconds on a virtual machine.
    """
    kind = record_type(kind) if kind.names else kind
    length = size * kind.itemsize
    if length < _LARGE or not hasattr(mmap, "MAP_ANONYMOUS"):
        array = np.zeros(size, dtype=kind)
    else:
        memory = mmap.mmap(-1, length, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0))
        if hasattr(mmap, "MADV_NOHUGEPAGE"):
            memory.madvise(mmap.MADV_NOHUGEPAGE)
        array = np.frombuffer(memory, dtype=kind)
    return array


@rule
def find_place(keys, length, key):
    """The place of a key in the table of some length, or the free place where it belongs."""
    first = np.uint64(length)
    mask = first - _ONE
    place = ((key * _SPREAD) >> np.uint64(20)) & mask
    while keys[first + place] != key and keys[first + place] != _FREE:
        place = (place + _ONE) & mask
    return np.int64(first + place)


@rule
def place_of(keys, table, key):
    """The place of a key, or the free place where it belongs. It holds until the next key is put in."""
    if key == _FREE:
        key = _ONE
    place = find_place(keys, table.length, key)
    if keys[place] == _FREE and table.moved < table.length >> 1:
        old = find_place(keys, table.length >> 1, key)
        if keys[old] != _FREE:
            return old
    return place


@rule
def is_known(keys, place):
    return keys[place] != _FREE


@rule
def put(keys, values, table, place, key, value):
    """Store a key and its value at the free place that `place_of` gave; a full table takes nothing more."""
    if table.used >= table.most:
        return
    keys[place] = _ONE if key == _FREE else key
    values[place] = value
    table.used += 1
    half = table.length >> 1
    for _ in range(_MOVES):
        if table.moved == half:
            break
        old = half + table.moved
        table.moved += 1
        if keys[old] != _FREE:
            new = find_place(keys, table.length, keys[old])
            keys[new] = keys[old]
            values[new] = values[old]
    if 4 * table.used >= 3 * table.length:
        table.length *= 2
        table.moved = 0


@rule
def is_new(keys, table, key):
    """Whether a key without a value is not known yet; now it is, unless the table is full."""
    if key == _FREE:
        key = _ONE
    place = place_of(keys, table, key)
    if is_known(keys, place):
        return False
    put(keys, keys, table, place, key, key)
    return True
