"""From an evaluation to a chance of winning: one scale, fitted to how games ended.

The chance of the first player is 1 / (1 + exp(-evaluation / scale)) at the start of every turn of every game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.extras import need

Games = list[tuple[Sequence[float], float]]
"""Evaluations of games for the first player, and his results."""

_RESAMPLES = 200
_WIDEST = 40.0
"""Beyond this exponent a chance is as good as certain."""


@dataclass(frozen=True, kw_only=True)
class Bin:
    """Positions whose chance is said to be between two shares."""

    low: float
    high: float
    positions: int
    said: float
    """The mean chance that the scale says."""
    came: float
    """The mean result of their games, from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class Chances:
    """A fitted scale."""

    scale: float
    """The evaluation at which the chance is 73 %."""
    interval: tuple[float, float]
    """95 %, by resampling games."""
    games: int
    positions: int
    bins: tuple[Bin, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "scale": self.scale,
            "low": self.interval[0],
            "high": self.interval[1],
            "games": self.games,
            "positions": self.positions,
            "bins": [vars(one) for one in self.bins],
        }


def chance(evaluation: np.ndarray, scale: float) -> np.ndarray:
    """The chances of the first player."""
    shares: np.ndarray = 1 / (1 + np.exp(-np.clip(evaluation / scale, -_WIDEST, _WIDEST)))
    return shares


def fit_chances(games: Sequence[tuple[Sequence[float], float]], bins: int = 10) -> Chances:
    """The scale that makes the results of games most likely.

    games: the evaluations of a game for the first player, and its result for him, from 0 to 1.
    """
    kept = [(np.asarray(values, dtype=float), result) for values, result in games if len(values)]
    if not any(result != 0.5 for _, result in kept):
        raise TurnwrightError("no game was won, so chances cannot be estimated; give more games")
    rng = np.random.default_rng(0)
    scale = _fitted(kept)
    drawn = [_fitted([kept[i] for i in rng.integers(len(kept), size=len(kept))]) for _ in range(_RESAMPLES)]
    low, high = (float(end) for end in np.quantile(drawn, (0.025, 0.975)))
    evaluations, results = _joined(kept)
    said = chance(evaluations, scale)
    edges = np.linspace(0, 1, bins + 1)
    places = np.clip(np.digitize(said, edges) - 1, 0, bins - 1)
    found = [
        Bin(
            low=float(edges[i]),
            high=float(edges[i + 1]),
            positions=int((places == i).sum()),
            said=float(said[places == i].mean()),
            came=float(results[places == i].mean()),
        )
        for i in range(bins)
        if (places == i).any()
    ]
    return Chances(scale=scale, interval=(low, high), games=len(kept), positions=len(evaluations), bins=tuple(found))


def in_parts(games: Sequence[tuple[Sequence[float], float]], parts: int) -> list[tuple[int, Games]]:
    """Games in parts with about the same number of positions each: the first turn of each part, from 1, and the part.

    In some games the same evaluation means more the later it is.
    """
    turns = np.sort(np.concatenate([np.arange(len(values)) for values, _ in games]))
    firsts = sorted({int(turns[len(turns) * part // parts]) for part in range(parts)}) if len(turns) else [0]
    ends = [*firsts[1:], None]
    return [
        (first + 1, [(values[first:end], result) for values, result in games])
        for first, end in zip(firsts, ends, strict=True)
    ]


def merged(bins: Sequence[Bin]) -> tuple[Bin, ...]:
    """Bins of several parts, those of the same chances put together."""
    found = []
    for low, high in sorted({(one.low, one.high) for one in bins}):
        same = [one for one in bins if one.low == low]
        count = sum(one.positions for one in same)
        said, came = (sum(getattr(one, what) * one.positions for one in same) / count for what in ("said", "came"))
        found.append(Bin(low=low, high=high, positions=count, said=said, came=came))
    return tuple(found)


def _joined(games: Sequence[tuple[np.ndarray, float]]) -> tuple[np.ndarray, np.ndarray]:
    evaluations = np.concatenate([values for values, _ in games])
    return evaluations, np.concatenate([np.full(len(values), result) for values, result in games])


def _fitted(games: Sequence[tuple[np.ndarray, float]]) -> float:
    evaluations, results = _joined(games)

    def surprise(logarithm: float) -> float:
        said = np.clip(chance(evaluations, float(np.exp(logarithm))), 1e-9, 1 - 1e-9)
        return float(-(results * np.log(said) + (1 - results) * np.log(1 - said)).mean())

    spread = float(np.abs(evaluations).max()) or 1.0
    need("scipy", "fitting a scale")
    from scipy.optimize import minimize_scalar

    found = minimize_scalar(surprise, bounds=(np.log(spread / 1000), np.log(spread * 100)), method="bounded")
    return float(np.exp(found.x))
