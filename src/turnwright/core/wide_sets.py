"""Sets of up to 128 squares as two unsigned words, the low one first.

For boards that are too large for one word of `bits`. A set is a pair `(low, high)`; in compiled code, building and
splitting pairs costs nothing.
"""

import numpy as np

from turnwright.core.bits import EMPTY, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.spread import spread

WORD = 64


@rule
def shifted(low, high, distance):
    """A set shifted up by a distance from -63 to 63, other than 0. What leaves the 128 squares is lost."""
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
    """The number of squares in a set."""
    return np.int64(popcount(low)) + np.int64(popcount(high))


@rule
def lowest(low, high):
    """The lowest square of a non-empty set."""
    return np.int64(ctz(low)) if low != EMPTY else WORD + np.int64(ctz(high))


@rule
def spread_wide(out, n, base, low, high):
    """Append `base + square` for every member, ascending, and return the new length. Like `spread`, it writes past the
    end."""
    n = spread(out, n, base, low)
    return spread(out, n, base + WORD, high)
