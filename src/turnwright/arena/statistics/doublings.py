"""How much more budget one agent needs than another to be as strong: skill ladders, compared sideways."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwright.arena.statistics.intervals import Interval
from turnwright.arena.statistics.ratings import Ratings
from turnwright.core.errors import TurnwrightError

_DRAWS = 2000
"""Ratings that are drawn from what is known of them; the ends of an interval are quantiles of what follows."""
_LEVELS = 51
"""Strengths at which two ladders are compared."""
_STEEPER = 1e-6
"""Elo that every rung is lifted above the one below, so that a level part can be read backwards."""


@dataclass(frozen=True, kw_only=True)
class Doublings:
    """By how many doublings one agent's budget must exceed another's for equal strength."""

    doublings: float
    """Infinite if one is stronger with the lowest budget than the other with the highest."""
    interval: Interval
    """Where the number lies; an end may be infinite."""
    measurable: Interval
    """What the budgets played can show; beyond it, only that there is more."""

    def __str__(self) -> str:
        """As a factor of the budget.

        >>> print(Doublings(doublings=1.5, interval=Interval(0.8, 2.4), measurable=Interval(-3, 3)))
        2^1.5 times (2^0.8 to 2^2.4)
        >>> print(Doublings(doublings=float("inf"), interval=Interval(2.1, float("inf")), measurable=Interval(-3, 3)))
        more than 2^3 times (2^2.1 or more)
        """
        match isinf(self.interval.low), isinf(self.interval.high):
            case False, False:
                known = f"2^{self.interval.low:.2g} to 2^{self.interval.high:.2g}"
            case False, True:
                known = f"2^{self.interval.low:.2g} or more"
            case True, False:
                known = f"2^{self.interval.high:.2g} or less"
            case _:
                known = "surely" if self.interval.low == self.interval.high else "no bound"
        return f"{self._factor()} ({known})"

    def _factor(self) -> str:
        if isinf(self.doublings):
            word, end = ("more", self.measurable.high) if self.doublings > 0 else ("less", self.measurable.low)
            return f"{word} than 2^{end:.2g} times"
        return f"2^{self.doublings:.2g} times"

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON, which knows no infinity: None stands for what is beyond the budgets played."""
        found = {"doublings": self.doublings, "low": self.interval.low, "high": self.interval.high}
        ends = {"measurable": list(self.measurable)}
        return {name: None if isinf(number) else number for name, number in found.items()} | ends


def doublings_for_equal_strength(
    ratings: Ratings, one: Sequence[int], other: Sequence[int], amounts: Sequence[float]
) -> Doublings:
    """How many doublings more one agent needs than another.

    `one` and `other` are the places of two agents' rungs among the ratings, in the order of the budgets `amounts`. The
    two curves of strength are compared at all strengths that both agents have, and the distances averaged. The
    interval follows from the covariance of the ratings.
    """
    if not len(one) == len(other) == len(amounts) or len(amounts) < 2:
        raise TurnwrightError(
            f"ladders of {len(one)} and {len(other)} rungs cannot be compared over {len(amounts)} budgets; give both "
            "agents a rung for each of two or more budgets"
        )
    height = np.log2(np.asarray(amounts, dtype=np.float64))
    elo = np.asarray(ratings.elo)
    reach = log2(amounts[-1] / amounts[0])
    rng = np.random.default_rng(0)  # the same ratings give the same interval
    draws = rng.multivariate_normal(elo, ratings.covariance, size=_DRAWS, method="eigh")
    shifts = np.sort([_shift(drawn[list(one)], drawn[list(other)], height) for drawn in draws])
    tail = (1 - ratings.confidence) / 2
    low, high = shifts[int(tail * _DRAWS)], shifts[int((1 - tail) * _DRAWS)]
    return Doublings(
        doublings=_shift(elo[list(one)], elo[list(other)], height),
        interval=Interval(float(low), float(high)),
        measurable=Interval(-reach, reach),
    )


def _shift(one: NDArray[np.float64], other: NDArray[np.float64], height: NDArray[np.float64]) -> float:
    """The mean distance between two curves of strength, in doublings; infinite if they have no strength in common."""
    first, second = _rising(one), _rising(other)
    lowest, highest = max(first[0], second[0]), min(first[-1], second[-1])
    if lowest > highest:
        return inf if first[-1] < second[0] else -inf
    levels = np.linspace(lowest, highest, _LEVELS)
    return float(np.mean(np.interp(levels, first, height) - np.interp(levels, second, height)))


def _rising(elo: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ratings as a curve that never falls, half way between what they had reached and what they will not fall below."""
    reached, kept = np.maximum.accumulate(elo), np.minimum.accumulate(elo[::-1])[::-1]
    rising: NDArray[np.float64] = (reached + kept) / 2 + _STEEPER * np.arange(len(elo))
    return rising
