"""Seeded random numbers: splitmix64 in a one-element `uint64` array.

Each search has one generator: it is reproducible and independent of threads, and a draw costs about a nanosecond.
"""

import numpy as np

from turnwright.core.compiled import rule

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MUL1 = np.uint64(0xBF58476D1CE4E5B9)
_MUL2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32, _S11 = (np.uint64(s) for s in (27, 30, 31, 32, 11))
_UNIT = 1.0 / 9007199254740992.0  # 2^-53


@rule
def mix(x):
    """splitmix64's finaliser: a bijection of 64-bit words that mixes all bits."""
    x = (x ^ (x >> _S30)) * _MUL1
    x = (x ^ (x >> _S27)) * _MUL2
    return x ^ (x >> _S31)


@rule
def draw(rng):
    """The next 64 random bits."""
    rng[0] += GOLDEN
    return mix(rng[0])


@rule
def skip(rng, n):
    """Skip the next n draws."""
    rng[0] += GOLDEN * np.uint64(n)


@rule
def below(rng, n):
    """A random integer in 0..n-1 (n at most 2^31; the bias is under n / 2^32)."""
    return np.int64(((draw(rng) >> _S32) * np.uint64(n)) >> _S32)


@rule
def uniform(rng):
    """A random float in [0, 1)."""
    return np.float64(draw(rng) >> _S11) * _UNIT


@rule
def fork(rng):
    """The seed word of an independent generator."""
    return mix(draw(rng) ^ GOLDEN)


def generator(*seeds: int) -> np.ndarray:
    """A generator for a seed, or for a sequence of seeds such as `(match, game, seat)`."""
    word = 0
    for seed in seeds:
        word = _python_mix((word + _GOLDEN + (seed & _MASK) * _M2) & _MASK)
    return np.array([word], dtype=np.uint64)


def words(seed: int, count: int) -> list[int]:
    """`count` random words that never change, for tables of hash keys."""
    return [_python_mix((seed * _M2 + i * _GOLDEN) & _MASK) for i in range(1, count + 1)]


_MASK = (1 << 64) - 1
_GOLDEN, _M1, _M2 = int(GOLDEN), int(_MUL1), int(_MUL2)


def _python_mix(x: int) -> int:
    x = ((x ^ (x >> 30)) * _M1) & _MASK
    x = ((x ^ (x >> 27)) * _M2) & _MASK
    return x ^ (x >> 31)
