"""The open-addressing table knows what a dictionary knows, crowded, full or growing, the key 0 included."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.core.compiled import entry
from turnwright.core.hash_table import (
    KEY,
    add,
    clear,
    enlarged,
    enlarged_set,
    is_full,
    is_known,
    new_table,
    place_of,
    put,
    size,
    table_room,
)

VALUE = np.dtype(np.float64)


@entry
def _lowest_of_all(table, given, values, before):
    """Give every key in turn its lowest value; `before` gets what it had, or infinity."""
    for i in range(given.size):
        if is_full(table):
            table = enlarged(table)
        place = place_of(table, given[i])
        if is_known(table, place):
            before[i] = table.values[place]
            table.values[place] = min(table.values[place], values[i])
        else:
            before[i] = np.inf
            put(table, place, given[i], values[i])
    return size(table)


@entry
def _add_all(table, given, fresh):
    for i in range(given.size):
        fresh[i] = add(table, given[i])


@entry
def _add_all_enlarging(table, given, fresh):
    for i in range(given.size):
        if is_full(table):
            table = enlarged_set(table)
        fresh[i] = add(table, given[i])
    return table


def keys_with_repeats(count: int, seed: int) -> np.ndarray:
    """Random keys, 0 among them, most of them several times."""
    rng = np.random.default_rng(seed)
    different = rng.integers(2**64, size=count // 3, dtype=np.uint64)
    different[0] = 0
    return rng.choice(different, size=count)


@pytest.mark.parametrize("count", [100, 3000, 200_000])
@pytest.mark.parametrize("most", [1000, 70_000])
def test_a_table_knows_what_a_dictionary_knows(count, most):
    """Through several doublings, in the midst of which keys are looked up and values are lowered; with too little room
    to begin with, too."""
    table = new_table(VALUE, most)
    for seed in range(2):  # the second finds a table that was used before
        clear(table, most)
        given = keys_with_repeats(count, seed)
        values = np.random.default_rng(seed).random(count)
        before = np.empty(count)
        used = _lowest_of_all(table, given, values, before)
        known: dict[int, float] = {}
        for key, value, had in zip(given.tolist(), values.tolist(), before.tolist(), strict=True):
            key = key or 1  # 0 marks a free place
            assert had == known.get(key, np.inf)
            known[key] = min(value, known.get(key, np.inf))
        assert used == len(known)


# Few values, so that many are equal; words that differ only in their high bits, so that many collide.
keys_strategy = st.lists(st.integers(0, 40).map(lambda n: n << 58 | n % 3), max_size=90)


@settings(deadline=None)
@given(keys_strategy)
def test_a_set_is_a_set(values: list[int]):
    fresh = np.zeros(len(values), dtype=np.bool_)
    table = new_table(KEY, 5)
    larger = _add_all_enlarging(table, np.array(values, dtype=np.uint64), fresh)
    # 0 marks a free place and is stored as 1: the two are the same key.
    seen: set[int] = set()
    for value, was_new in zip(values, fresh, strict=True):
        assert was_new == (max(value, 1) not in seen)
        seen.add(max(value, 1))
    assert larger.header["used"][0] == len(seen)


@pytest.mark.parametrize("most", [1, 500, 3072, 5000])
def test_a_full_set_takes_no_more_keys(most):
    given = np.arange(1, 20_001, dtype=np.uint64)
    table = new_table(KEY, most)
    fresh = np.empty(given.size, dtype=np.bool_)
    _add_all(table, given, fresh)
    assert fresh.all()
    _add_all(table, given, fresh)
    assert (~fresh).sum() == most
    assert not fresh[:most].any()


def test_a_table_has_room_to_spare():
    """Two powers of two, the second never more than three quarters full."""
    for most in (0, 1, 12, 13, 100, 1000, 3071, 3072, 1 << 20):
        room = table_room(most)
        assert room & room - 1 == 0
        assert 4 * most <= 3 * (room // 2)
