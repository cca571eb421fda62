"""Whether our figure agrees with a published one."""

from dataclasses import dataclass
from math import hypot, sqrt
from typing import Literal

from turnwright.arena.statistics.intervals import Interval, Sample, mean_difference_interval, wilson_interval
from turnwright.core.errors import TurnwrightError

VerdictWord = Literal["differs", "agrees", "undecided", "not borne out"]
"""The fourth word is for claims of significance: our games, as many as were published, do not show it."""

MARGIN = 0.10
"""Differences up to this are taken as none: 10 points of a share, or 10 % of a published mean."""
_MOST_GAMES = 1 << 20
"""More games than anybody plays for one number."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Ours against the published figure."""

    word: VerdictWord
    """*agrees*: the whole interval lies within the margin; *differs*: else it excludes 0; else *undecided*."""
    difference: float | None
    """Ours − published; None without games of ours."""
    interval: Interval
    """Of that difference, the errors of both samples included."""


def verdict(
    ours_points: float,
    ours_games: int,
    published_share: float,
    published_games: float,
    *,
    margin: float = MARGIN,
    interval: Interval | None = None,
    confidence: float = 0.95,
) -> Verdict:
    """Compare our points in a number of games with a published share (from 0 to 1) of a number of games.

    `interval` is the interval of our share, if a better one than Wilson's is known, such as a paired one.
    """
    if not 0 <= published_share <= 1:
        raise TurnwrightError(f"a published share of {published_share} is impossible; it must be from 0 to 1")
    if ours_games == 0:
        return Verdict(word="undecided", difference=None, interval=Interval(-1.0, 1.0))
    share = ours_points / ours_games
    ours = wilson_interval(ours_points, ours_games, confidence) if interval is None else interval
    between = share_difference(share, ours, published_share, published_games, confidence)
    return Verdict(word=word_of(between, margin), difference=share - published_share, interval=between)


def share_difference(
    share: float, interval: Interval, published_share: float, published_games: float, confidence: float = 0.95
) -> Interval:
    """Newcombe's interval of a share with a known interval, minus a published share of a number of games."""
    theirs = _wilson(published_share, published_games, confidence)
    return Interval(
        share - published_share - hypot(share - interval.low, theirs.high - published_share),
        share - published_share + hypot(interval.high - share, published_share - theirs.low),
    )


def _wilson(share: float, games: float, confidence: float) -> Interval:
    """Wilson's interval of a share of a number of games that need not be whole, such as an effective one."""
    whole = max(1, round(games))
    return wilson_interval(share * whole, whole, confidence)


def games_to_decide(
    share: float,
    interval: Interval,
    games: int,
    published_share: float,
    published_games: float,
    *,
    margin: float = MARGIN,
) -> int | None:
    """How many games we need to decide an *undecided* verdict if our share does not change; None if no number is
    enough.

    The interval of our share shrinks with the square root of the number of games.
    """

    def is_decided(more: int) -> bool:
        shrunk = sqrt(games / more)
        ours = Interval(share - shrunk * (share - interval.low), share + shrunk * (interval.high - share))
        return word_of(share_difference(share, ours, published_share, published_games), margin) != "undecided"

    low, high = games, 2 * games
    while not is_decided(high):
        if high >= _MOST_GAMES:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_decided(middle) else (middle, high)
    return high + high % 2


def verdict_of_means(ours: Sample, published: Sample, margin: float | None = None, confidence: float = 0.95) -> Verdict:
    """What our mean says about a published one.

    `margin` is the largest difference that is taken as none: 10 % of the published mean unless given. Where a paper
    prints no deviation, ours may stand in for it.
    """
    interval = mean_difference_interval(ours, published, confidence)
    limit = MARGIN * abs(published.mean) if margin is None else margin
    return Verdict(word=word_of(interval, limit), difference=ours.mean - published.mean, interval=interval)


def word_of(interval: Interval, margin: float) -> VerdictWord:
    """The word for an interval of a difference: equivalence within the margin comes first."""
    if -margin <= interval.low and interval.high <= margin:
        return "agrees"
    return "undecided" if 0.0 in interval else "differs"
