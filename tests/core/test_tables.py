"""Open-addressing tables behave like sets of keys, crowded or growing, the key 0 included."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.core.compiled import entry
from turnwright.core.tables import add, find, grown, is_free, table_size


@entry
def _add_all(keys, new, results):
    for i in range(new.size):
        results[i] = add(keys, new[i])


@entry
def _holds(keys, key):
    return not is_free(keys, find(keys, key))


@entry
def _grown(keys):
    return grown(keys)


# Few values, so that many are equal; words that differ only in their high bits, so that many collide.
keys_strategy = st.lists(st.integers(0, 40).map(lambda n: n << 58 | n % 3), max_size=90)


@settings(deadline=None)
@given(keys_strategy)
def test_a_table_is_a_set(values: list[int]):
    keys = np.zeros(table_size(len(values)), dtype=np.uint64)
    results = np.zeros(len(values), dtype=np.bool_)
    _add_all(keys, np.array(values, dtype=np.uint64), results)
    # 0 marks a free place and is stored as 1: the two are the same key.
    seen: set[int] = set()
    for value, was_new in zip(values, results, strict=True):
        assert was_new == (max(value, 1) not in seen)
        seen.add(max(value, 1))
    larger = _grown(keys)
    assert larger.size == 2 * keys.size
    for table in (keys, larger):
        assert np.count_nonzero(table) == len(seen)
        assert all(_holds(table, np.uint64(value)) for value in values)
        assert not _holds(table, np.uint64(12345))


def test_a_table_has_room_to_spare():
    """A power of two, never more than three quarters full."""
    for entries in (0, 1, 12, 13, 100, 1000, 1 << 20):
        size = table_size(entries)
        assert size & size - 1 == 0
        assert 4 * entries <= 3 * size
