"""Writing a set's members into a list: the vectorised, the portable and the plain form agree."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.core.compiled import entry
from turnwright.core.spread import MARGIN, _spread_portable, spread


@entry
def _vectorised(out, n, base, squares):
    return spread(out, n, base, squares)


@entry
def _portable(out, n, base, squares):
    return _spread_portable(out, n, base, squares)


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(0, 20), st.integers(0, 2**30))
def test_members_are_appended_in_order(squares: int, start: int, base: int):
    """Everything before and everything beyond the margin stays as it was."""
    members = [base + square for square in range(64) if squares >> square & 1]
    for write in (_vectorised, _portable, spread):
        out = np.full(start + 64 + MARGIN + 8, -1, dtype=np.int32)
        assert write(out, start, base, np.uint64(squares)) == start + len(members)
        assert out[start : start + len(members)].tolist() == members
        assert (out[:start] == -1).all()
        assert (out[start + max(len(members), 48) + MARGIN :] == -1).all()
