"""Many comparisons at once: how many of the differences found are to be believed."""

from collections.abc import Sequence
from math import erfc, sqrt

from turnwright.arena.statistics.intervals import Interval, normal_quantile


def p_of_difference(difference: float, interval: Interval, confidence: float = 0.95) -> float:
    """The two-sided p of no difference, from a difference and its interval: the side towards 0 counts."""
    side = difference - interval.low if difference > 0 else interval.high - difference
    if side <= 0:
        return 0.0 if difference else 1.0
    return erfc(abs(difference) / side * normal_quantile(confidence) / sqrt(2))


def discoveries(p_values: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many comparisons are differences if no more than `rate` of these may be false (Benjamini–Hochberg).

    >>> discoveries([0.001, 0.04, 0.012, 0.6])
    [True, False, True, False]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    last = max((rank for rank, place in enumerate(order, 1) if p_values[place] <= rate * rank / len(order)), default=0)
    found = set(order[:last])
    return [place in found for place in range(len(p_values))]
