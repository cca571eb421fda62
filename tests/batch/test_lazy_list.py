"""A lazy list reads as the plain one that was written in the same way."""

import random

import numpy as np

from turnwright.batch.lazy_list import (
    Groups,
    Sought,
    found_action,
    note_action,
    note_group,
    read_action,
    write_action,
    write_group,
)
from turnwright.core.compiled import entry
from turnwright.core.spread import spread


@entry
def write_both(plain, groups, bases, squares, out):
    """Write sets and single actions to both lists, every second one over the last; and read the lazy one."""
    count = lazy_count = 0
    for i in range(bases.size):
        count = spread(plain, count, bases[i], squares[i])
        lazy_count = write_group(groups, lazy_count, bases[i], squares[i])
        plain[count] = bases[i] + 7
        write_action(groups, lazy_count, bases[i] + 7)
        if i % 2:
            count, lazy_count = count + 1, lazy_count + 1
    for i in range(lazy_count):
        out[i] = read_action(groups, i)
    return count, lazy_count


def test_a_lazy_list_reads_as_a_plain_one():
    chance = random.Random(5)
    groups = Groups(np.zeros(99, np.int32), np.zeros(99, np.uint64), np.full(2, 55, np.int64))
    for size in (0, 1, 6, 20):
        words = [chance.getrandbits(64) & chance.getrandbits(64) & -chance.randrange(2) for _ in range(size)]
        squares = np.array([word & (1 << 64) - 1 for word in words], dtype=np.uint64)
        bases = np.array([64 * chance.randrange(100) for _ in range(size)], dtype=np.int64)
        plain, out = np.zeros(4096, np.int32), np.zeros(4096, np.int64)
        count, lazy_count = write_both(plain, groups, bases, squares, out)
        assert count == lazy_count
        assert out[:count].tolist() == plain[:count].tolist()


@entry
def seek_all(plain, sought, bases, squares, out):
    """Write a list, every second action over the last, once for every place; and note what is found there."""
    count = 0
    for i in range(bases.size):
        count = spread(plain, count, bases[i], squares[i])
        plain[count] = bases[i] + 7
        count += i % 2
    for place in range(count):
        sought.place[0] = place
        n = 0
        for i in range(bases.size):
            n = note_group(sought, n, bases[i], squares[i])
            note_action(sought, n, bases[i] + 7)
            n += i % 2
        out[place] = found_action(sought)
    return count, n if count else 0


def test_a_sought_list_finds_every_action_of_a_plain_one():
    chance = random.Random(6)
    sought = Sought(np.zeros(2, np.int64), np.zeros(1, np.int64), np.zeros(1, np.uint64))
    for size in (0, 1, 6, 20):
        words = [chance.getrandbits(64) & chance.getrandbits(64) & -chance.randrange(2) for _ in range(size)]
        squares = np.array([word & (1 << 64) - 1 for word in words], dtype=np.uint64)
        bases = np.array([64 * chance.randrange(100) for _ in range(size)], dtype=np.int64)
        plain, out = np.zeros(4096, np.int32), np.zeros(4096, np.int64)
        count, length = seek_all(plain, sought, bases, squares, out)
        assert count == length
        assert out[:count].tolist() == plain[:count].tolist()
