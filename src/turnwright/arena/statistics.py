"""How sure a result is."""

from math import sqrt
from statistics import NormalDist

from turnwright.core.errors import TurnwrightError


def wilson_interval(score: float, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Between which shares the true one lies, after `score` points in so many games (Wilson's interval).

    A draw is half a point, which makes the interval a little wider than it need be. Without games, nothing
    is known.
    """
    if not 0 <= score <= games:
        raise TurnwrightError(f"a score of {score} in {games} games is impossible; it must be from 0 to {games}")
    if games == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = score / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
