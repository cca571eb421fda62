"""How many games a difference needs, and which difference a number of games can show."""

from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist

from turnwright.core.errors import TurnwrightError

_NORMAL = NormalDist()


@dataclass(frozen=True, kw_only=True)
class Design:
    """How a match will be judged, and what its games are like."""

    alpha: float = 0.05
    """How often equals are called different (two-sided)."""
    power: float = 0.8
    """How often a real difference is to be shown."""
    draws: float = 0.0
    """The share of games that end in a draw; draws make a score surer."""
    paired: bool = True
    """Whether games come in pairs, the same deal with seats swapped."""
    pair_correlation: float = 0.0
    """The correlation of the two games of a pair, from −1 to 1: below 0 where deal or seat decide; 0 gains nothing."""

    def __post_init__(self) -> None:
        for name, chance, example in (("alpha", self.alpha, 0.05), ("power", self.power, 0.8)):
            if not 0 < chance < 1:
                raise TurnwrightError(f"{name} is {chance:g}; it must be between 0 and 1, such as {example}")
        if self.power <= self.alpha:
            raise TurnwrightError(
                f"the power is {self.power:g} and alpha is {self.alpha:g}; the power must be the greater"
            )
        if not 0 <= self.draws < 1:
            raise TurnwrightError(f"the share of draws is {self.draws:g}; it must be from 0 to below 1")
        if not -1 < self.pair_correlation <= 1:
            raise TurnwrightError(
                f"the pair correlation is {self.pair_correlation:g}; it must be above -1 and at most 1"
            )
        if self.pair_correlation and not self.paired:
            raise TurnwrightError("single games have no pair correlation; leave it out, or play pairs")

    def deviation(self, share: float) -> float:
        """Of one game's points if the true share is that, as far as it counts for the error of a match's score."""
        # A win's share is w = share − draws / 2, and w + draws / 4 is the mean of the squared points.
        variance = share * (1 - share) - self.draws / 4
        return sqrt(max(0.0, variance) * (1 + self.pair_correlation))

    @property
    def quantile(self) -> float:
        """How many standard errors from one half a score is significant."""
        return _NORMAL.inv_cdf(1 - self.alpha / 2)

    @property
    def largest_share(self) -> float:
        """What somebody scores who never loses."""
        return 1 - self.draws / 2


USUAL = Design()


def games_needed(share: float, design: Design = USUAL) -> int:
    """How many games show, with the design's power, that somebody who scores that share is not an equal."""
    gap = abs(_checked(share, design) - 0.5)
    if gap == 0:
        raise TurnwrightError("no number of games shows a difference of 0; give a share other than 0.5")
    errors = design.quantile * design.deviation(0.5) + _NORMAL.inv_cdf(design.power) * design.deviation(share)
    # A trace less, so that rounding errors do not ask for one game more.
    games = max(1, ceil((errors / gap) ** 2 - 1e-9))
    return games + games % 2 if design.paired else games


def chance_to_show(share: float, games: int, design: Design = USUAL) -> float:
    """How often this many games show that somebody who scores that share is not an equal."""
    _checked_games(games)
    gap, deviation = abs(_checked(share, design) - 0.5), design.deviation(share)
    bound = design.quantile * design.deviation(0.5)
    if deviation == 0:
        return float(gap * sqrt(games) > bound)
    above, below = (gap * sqrt(games) - bound) / deviation, (-gap * sqrt(games) - bound) / deviation
    return _NORMAL.cdf(above) + _NORMAL.cdf(below)


def smallest_share(games: int, design: Design = USUAL) -> float | None:
    """The smallest share above one half that this many games show with the design's power; None if there is none."""
    _checked_games(games)
    most = design.largest_share
    if chance_to_show(most, games, design) < design.power:
        return None
    # For somebody who never loses, the chance jumps to 1; the root is looked for below that jump.
    below = most - 1e-9
    if chance_to_show(below, games, design) < design.power:
        return most
    low, high = 0.5, below
    while low < (middle := (low + high) / 2) < high:  # the chance rises with the share
        low, high = (middle, high) if chance_to_show(middle, games, design) < design.power else (low, middle)
    return high


def _checked(share: float, design: Design) -> float:
    if not 1 - design.largest_share <= share <= design.largest_share:
        raise TurnwrightError(
            f"a share of {share:g} is impossible with {100 * design.draws:g} % draws; "
            f"it must be from {1 - design.largest_share:g} to {design.largest_share:g}"
        )
    return share


def _checked_games(games: int) -> None:
    if games < 1:
        raise TurnwrightError(f"{games} games show nothing; give at least 1")
