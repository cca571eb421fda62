"""What is asked for ahead of time is what the table reads later."""

import numpy as np

from turnwright.core.compiled import entry
from turnwright.core.hash_table import KEY, add, new_table, place_of
from turnwright.core.prefetch import expected_place, prefetch_key


@entry
def _found_as_expected(table, keys):
    """How many keys the table has, or would put, where they are expected, as it fills."""
    found = 0
    for key in keys:
        prefetch_key(table, key)
        found += expected_place(table, key) == place_of(table, key)
        add(table, key)
    return found


def test_a_key_is_where_it_is_expected_unless_another_took_its_place():
    keys = np.random.default_rng(1).integers(1, 2**63, size=1000, dtype=np.uint64)
    assert _found_as_expected(new_table(KEY, 5000), keys) > 950
