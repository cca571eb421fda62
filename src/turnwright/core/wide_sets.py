"""Sets of up to 128 squares as two unsigned words, the low one first.

For boards that one word of `bits` does not hold. A set is a pair `(low, high)`; pairs are taken apart and put together
at no cost in compiled code.
"""

import numpy as np

from turnwright.core.bits import EMPTY, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.spread import spread

WORD = 64


@rule
def shifted(low, high, distance):
    """A set moved up by a distance from -63 to 63, other than 0; what leaves the 128 squares is gone."""
    if distance > 0:
        up, rest = np.uint64(distance), np.uint64(WORD - distance)
        return low << up, (high << up) | (low >> rest)
    down, rest = np.uint64(-distance), np.uint64(WORD + distance)
    return (low >> down) | (high << rest), high >> down


@rule
def single(square):
    """The set of one square."""
    return (bit(square), EMPTY) if square < WORD else (EMPTY, bit(square - WORD))


@rule
def holds(low, high, square):
    """Whether a square is in a set."""
    if square < WORD:
        return low & bit(square) != EMPTY
    return high & bit(square - WORD) != EMPTY


@rule
def count_of(low, high):
    """How many squares a set has."""
    return np.int64(popcount(low)) + np.int64(popcount(high))


@rule
def lowest(low, high):
    """The lowest square of a set that is not empty."""
    return np.int64(ctz(low)) if low != EMPTY else WORD + np.int64(ctz(high))


@rule
def spread_wide(out, n, base, low, high):
    """Append `base + square` for every member, ascending; the new length. It writes ahead, as `spread` does."""
    n = spread(out, n, base, low)
    return spread(out, n, base + WORD, high)
