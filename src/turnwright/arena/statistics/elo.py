"""Differences in strength on the Elo scale: 400 points are ten to one."""

from dataclasses import dataclass
from math import inf, isinf, isnan, log10
from typing import Any

from turnwright.arena.statistics.intervals import Interval
from turnwright.core.errors import TurnwrightError


def elo_of_share(share: float) -> float:
    """By how many Elo points somebody is stronger who scores that share; infinite at 0 and 1."""
    if not 0 <= share <= 1:
        raise TurnwrightError(f"a share of {share} is impossible; it must be from 0 to 1")
    if share in (0, 1):
        return inf if share else -inf
    return 400 * log10(share / (1 - share))


def share_of_elo(elo: float) -> float:
    """Which share somebody scores who is that many Elo points stronger."""
    if isnan(elo):
        raise TurnwrightError("a difference of nan Elo is impossible; it must be a number, such as 20")
    # One sign of the exponent never overflows.
    weaker = 10 ** (-abs(elo) / 400)
    share = 1 / (1 + weaker)
    return share if elo >= 0 else weaker * share


@dataclass(frozen=True, kw_only=True)
class EloDifference:
    """By how much one is stronger than the other."""

    elo: float | None
    """Infinite after nothing but wins (or losses); None without games."""
    interval: Interval
    """Where the difference lies; an end may be infinite."""

    @classmethod
    def of(cls, share: float | None, interval: Interval) -> "EloDifference":
        """From a share and its interval, preferably those of pairs."""
        return cls(
            elo=None if share is None else elo_of_share(share),
            interval=Interval(elo_of_share(interval.low), elo_of_share(interval.high)),
        )

    def __str__(self) -> str:
        """Honest about what is not known.

        >>> from turnwright.arena.statistics import wilson_interval
        >>> print(EloDifference.of(0.6, wilson_interval(60, 100)))
        +70 (+1 to +139)
        >>> print(EloDifference.of(1.0, wilson_interval(20, 20)))
        at least +287
        """
        low, high = self.interval
        match self.elo is None or isinf(self.elo), isinf(low), isinf(high):
            case True, True, True:
                return "unknown"
            case True, True, False:
                return f"at most {high:+.0f}"
            case True, False, True:
                return f"at least {low:+.0f}"
        return f"{self.elo:+.0f} ({low:+.0f} to {high:+.0f})"

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON, which knows no infinity: None stands for what has no bound."""
        low, high = self.interval
        elo = None if self.elo is None or isinf(self.elo) else self.elo
        return {"elo": elo, "low": None if isinf(low) else low, "high": None if isinf(high) else high}
