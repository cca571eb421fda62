"""The highest confidence bound, against the same in NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.core.compiled import entry
from turnwright.core.highest_bound import BLOCK, highest_bound


@entry
def _highest(means, widths, first, count, factor):
    return highest_bound(means, widths, first, count, factor)


@pytest.mark.parametrize("number", [np.float32, np.float64])
@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=70), st.integers(0, 5))
def test_the_highest_bound_is_found_and_of_equals_the_first(number, pairs, first):
    """In blocks, whatever lies behind the last place."""
    means, widths = (np.full(first + len(pairs) + BLOCK, 100, dtype=number) for _ in range(2))
    means[first : first + len(pairs)], widths[first : first + len(pairs)] = np.array(pairs, dtype=number).T
    for factor in (number(0.0), number(0.7), number(1.5)):
        bounds = (means + factor * widths)[first : first + len(pairs)]
        assert _highest(means, widths, first, len(pairs), factor) == first + int(np.argmax(bounds))
