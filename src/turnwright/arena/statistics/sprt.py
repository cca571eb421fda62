"""A test that stops as soon as the question is answered: Wald's sequential probability ratio test on pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from turnwright.arena.statistics.elo import share_of_elo
from turnwright.arena.statistics.pentanomial import checked_counts, most_likely_with_share
from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import read_settings
from turnwright.core.spec import SpecError, parse_spec

Decision = Literal["elo0", "elo1", "undecided"]

_FARTHEST = 2000.0


@dataclass(frozen=True, kw_only=True)
class SprtState:
    """Where a sequential test stands."""

    llr: float
    """Logarithm of how many times likelier the pairs are under `elo1` than under `elo0`."""
    lower: float
    """At or below it, `elo0` is accepted."""
    upper: float
    """At or above it, `elo1` is accepted."""
    decision: Decision
    """Which hypothesis is accepted, or *undecided*: play on."""


@dataclass(frozen=True, kw_only=True)
class Sprt:
    """Is the first agent stronger by `elo1`, or only by `elo0`?"""

    elo0: float = 0.0
    """The lesser difference: that there is nothing to gain, usually."""
    elo1: float = 20.0
    """The greater difference: one worth having."""
    alpha: float = 0.05
    """How often `elo1` is accepted although `elo0` is true."""
    beta: float = 0.05
    """How often `elo0` is accepted although `elo1` is true."""

    def __post_init__(self) -> None:
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not isfinite(elo) or abs(elo) > _FARTHEST:
                raise TurnwrightError(f"{name} is {elo:g}; it must be from {-_FARTHEST:g} to {_FARTHEST:g}")
        if self.elo0 >= self.elo1:
            raise TurnwrightError(f"elo0 is {self.elo0:g} and elo1 is {self.elo1:g}; elo1 must be the greater")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise TurnwrightError(f"{name} is {error:g}; it must be between 0 and 0.5, such as 0.05")

    @classmethod
    def parse(cls, text: str) -> "Sprt":
        """A test from text, such as `elo0=0,elo1=20` or `elo0=-5,elo1=5,alpha=0.01,beta=0.01`.

        >>> Sprt.parse("elo0=0,elo1=30")
        Sprt(elo0=0.0, elo1=30.0, alpha=0.05, beta=0.05)
        """
        if not text.strip():
            raise SpecError("a sequential test needs its hypotheses, such as elo0=0,elo1=20")
        settings = parse_spec(f"sprt:{text}").raw
        return read_settings(cls, settings, "sprt")

    def __str__(self) -> str:
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g}"

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log-likelihood ratio."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def state(self, counts: Sequence[int]) -> SprtState:
        """The state of the test, from the number of pairs with 0, ½, 1, 1½ and 2 points.

        How the pairs spread is not known beforehand: each hypothesis is given the chances most favourable to it
        among those with its share (the generalised test).
        """
        llr = float(self.llr(np.asarray(checked_counts(counts))))
        lower, upper = self.bounds
        decision: Decision = "elo1" if llr >= upper else "elo0" if llr <= lower else "undecided"
        return SprtState(llr=llr, lower=lower, upper=upper, decision=decision)

    def llr(self, counts: NDArray[Any]) -> NDArray[np.float64]:
        """The log-likelihood ratios of many matches at once; counts have the shape (…, 5)."""
        shares = np.array([share_of_elo(self.elo0), share_of_elo(self.elo1)])
        # A match without pairs is given one that does not count, for there is no frequency without pairs.
        some = counts + (counts.sum(axis=-1, keepdims=True) == 0)
        chances = most_likely_with_share(some[..., np.newaxis, :], shares)
        seen = counts > 0
        ratios = np.divide(chances[..., 1, :], chances[..., 0, :], out=np.ones(counts.shape), where=seen)
        llrs: NDArray[np.float64] = (counts * np.log(ratios)).sum(axis=-1)
        return llrs
