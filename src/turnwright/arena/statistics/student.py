"""Student's t distribution, as far as intervals need it."""

from math import exp, inf, lgamma, log
from statistics import NormalDist

_TINY = 1e-300
_MOST_TERMS = 10_000


def student_quantile(freedom: float, chance: float) -> float:
    """The value below which Student's t, with that many degrees of freedom, lies with a chance.

    >>> round(student_quantile(10, 0.975), 6)
    2.228139
    """
    if not 0 < chance < 1:
        return inf if chance >= 1 else -inf
    if chance < 0.5:
        return -student_quantile(freedom, 1 - chance)
    low, high = 0.0, max(1.0, NormalDist().inv_cdf(chance))
    while _above(freedom, high) > 1 - chance:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _above(freedom, middle) > 1 - chance else (low, middle)
    return (low + high) / 2


def _above(freedom: float, value: float) -> float:
    """The chance of more than a value that is not negative."""
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + value * value)) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    return front * _continued_fraction(a, b, x) / a


def _continued_fraction(a: float, b: float, x: float) -> float:
    """Of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / _kept(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _kept(1 + term * d)
            c = _kept(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _kept(number: float) -> float:
    """A number that can be divided by."""
    return number if abs(number) > _TINY else _TINY
