"""`java.util.Random`, bit for bit: the generator of drafts and shuffles.

A generator is a word of 48 bits. Every function takes it, and returns the next word and the number drawn.
"""

import numpy as np

from turnwright.core.compiled import rule

_MULTIPLIER = np.uint64(0x5DEECE66D)
_INCREMENT = np.uint64(0xB)
_MASK = np.uint64((1 << 48) - 1)
_S16, _S17 = np.uint64(16), np.uint64(17)


@rule
def seeded(seed):
    """The generator that Java creates from a seed."""
    return (np.uint64(seed) ^ _MULTIPLIER) & _MASK


@rule
def _advanced(word):
    return (word * _MULTIPLIER + _INCREMENT) & _MASK


@rule
def next_int(word, bound):
    """`nextInt(bound)`: a number from 0 to bound - 1."""
    while True:
        word = _advanced(word)
        bits = np.int64(word >> _S17)
        if bound & (bound - 1) == 0:
            return word, (bound * bits) >> 31
        value = bits % bound
        if bits - value + (bound - 1) < 1 << 31:
            return word, value


@rule
def next_long(word):
    """`nextLong()`: a signed number of 64 bits."""
    word = _advanced(word)
    high = word >> _S16
    word = _advanced(word)
    low = np.int64(word >> _S16)
    low -= (low >> 31) << 32  # the low half is signed: its sign borrows from the high half
    return word, np.int64(high << np.uint64(32)) + low
