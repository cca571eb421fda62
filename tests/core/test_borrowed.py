"""Borrowed arrays are the same memory, in tuples of tuples too, and nobody loses or keeps a reference."""

import sys
from typing import NamedTuple

import numpy as np

from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule


class Inner(NamedTuple):
    words: np.ndarray
    table: np.ndarray


class Outer(NamedTuple):
    numbers: np.ndarray
    inner: Inner


@rule
def _raise_all(outer, by):
    for i in range(outer.numbers.size):
        outer.numbers[i] += by
        outer.inner.table[i, 1] += outer.inner.words[i]


@entry
def _worked_on(outer, times):
    outer = borrowed(outer)
    for _ in range(times):
        _raise_all(outer, 2)
        part = outer.numbers[1:3]
        part[0] += 100
    return outer.numbers.sum()


def test_work_on_borrowed_arrays_is_work_on_their_owners():
    outer = Outer(np.arange(5), Inner(np.arange(5, dtype=np.uint64), np.zeros((5, 2), dtype=np.uint64)))
    arrays = [outer.numbers, outer.inner.words, outer.inner.table]
    before = [sys.getrefcount(array) for array in arrays]
    assert _worked_on(outer, 3) == 10 + 5 * 6 + 300
    assert outer.numbers.tolist() == [6, 307, 8, 9, 10]
    assert outer.inner.table.tolist() == [[0, 0], [0, 3], [0, 6], [0, 9], [0, 12]]
    assert [sys.getrefcount(array) for array in arrays] == before


def test_one_array_can_be_borrowed_too():
    @entry
    def doubled(array):
        own = borrowed(array)
        own *= 2
        return own.size

    array = np.arange(4.0)
    assert doubled(array) == 4
    assert array.tolist() == [0, 2, 4, 6]
