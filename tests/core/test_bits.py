"""Sets of squares as words: the same answers compiled and in plain Python."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.core.bits import bit, ctz, popcount
from turnwright.core.compiled import entry

words = st.integers(0, 2**64 - 1)


@entry
def _compiled(word, square):
    return ctz(word), popcount(word), bit(square)


@settings(deadline=None)
@given(words, st.integers(0, 63))
def test_lowest_member_and_size(word: int, square: int):
    binary = f"{word:064b}"[::-1]
    lowest = binary.index("1") if word else 64
    expected = (lowest, binary.count("1"), 1 << square)
    assert (ctz(np.uint64(word)), popcount(np.uint64(word)), int(bit(square))) == expected
    assert tuple(map(int, _compiled(np.uint64(word), square))) == expected
