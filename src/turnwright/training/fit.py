"""Logistic regression of results on terms, pulled towards a prior.

The chance that the first player wins is sigma((terms · weights) / scale + tempo · mover). The scale, in points to a
unit of the logit, and the tempo are fitted to the prior first; so the new weights are points of the same size.
"""

from dataclasses import dataclass

import numpy as np

from turnwright.core.extras import need
from turnwright.training.positions import Positions

_GAME = 8.0
"""Positions that a game counts for: those of one game say little more than one another."""
_BINS = 10


@dataclass(frozen=True, kw_only=True)
class Fit:
    """Weights with what turns their value into a chance to win."""

    weights: np.ndarray
    scale: float
    tempo: float

    def chances(self, positions: Positions) -> np.ndarray:
        """The first player's chance to win, position by position."""
        found: np.ndarray = _share(positions.terms @ self.weights / self.scale + self.tempo * positions.mover)
        return found

    def loss(self, positions: Positions) -> float:
        """The mean log loss on the results, every game counting once."""
        chances = np.clip(self.chances(positions), 1e-9, 1 - 1e-9)
        losses = -positions.result * np.log(chances) - (1 - positions.result) * np.log(1 - chances)
        return float(np.average(losses, weights=positions.weight))

    def calibration(self, positions: Positions) -> tuple[tuple[float, float, int], ...]:
        """By tenths of the predicted chance: mean prediction, mean result, number of positions."""
        chances = self.chances(positions)
        tenths = np.minimum((chances * _BINS).astype(int), _BINS - 1)
        rows = []
        for tenth in range(_BINS):
            here = tenths == tenth
            if here.any():
                means = float(chances[here].mean()), float(positions.result[here].mean())
                rows.append((round(means[0], 4), round(means[1], 4), int(here.sum())))
        return tuple(rows)


def scaled(weights: np.ndarray, positions: Positions) -> Fit:
    """The scale and tempo that suit given weights best."""
    values = (positions.terms @ weights).astype(np.float64)
    size = float(np.std(values)) or 1.0
    terms = np.stack([values / size, positions.mover], axis=1)
    found = _logistic(terms, np.zeros(len(values)), positions.result, positions.weight, np.zeros(2))
    return Fit(weights=weights, scale=size / max(float(found[0]), 1e-6), tempo=float(found[1]))


def labels(positions: Positions, judge: Fit, share: float) -> np.ndarray:
    """The result, mixed with the chance after the opponent's reply as the judge sees it.

    Positions of a game stand in order, so that after the reply is the next one; the last of a game has its result.
    """
    if share == 0.0:
        return positions.result
    chances = judge.chances(positions)
    later = np.append(chances[1:], 0.0)
    is_last = np.append(positions.game[1:] != positions.game[:-1], True)
    after = np.where(is_last, positions.result, later)
    mixed: np.ndarray = (1 - share) * positions.result + share * after
    return mixed


def fitted(positions: Positions, wanted: np.ndarray, prior: Fit, spread: np.ndarray, pull: float) -> Fit:
    """The weights that explain the labels best, pulled towards the prior's in units of the spread."""
    terms = np.concatenate(
        [positions.terms * (spread / prior.scale).astype(np.float32), positions.mover[:, None].astype(np.float32)],
        axis=1,
    )
    given = (positions.terms @ prior.weights) / prior.scale
    ridge = np.append(np.full(len(spread), pull), 0.0)
    found = _logistic(terms, given, wanted, _GAME * positions.weight, ridge)
    return Fit(weights=prior.weights + spread * found[:-1], scale=prior.scale, tempo=float(found[-1]))


def _logistic(
    terms: np.ndarray, given: np.ndarray, wanted: np.ndarray, weight: np.ndarray, ridge: np.ndarray
) -> np.ndarray:
    """The coefficients of least loss, by L-BFGS from 0."""
    total = weight.sum()

    def loss(coefficients: np.ndarray) -> tuple[float, np.ndarray]:
        logits = given + terms @ coefficients.astype(terms.dtype)
        errors = weight * (_share(logits) - wanted)
        value = float((weight * (np.logaddexp(0.0, logits) - wanted * logits)).sum())
        gradient = (terms.T @ errors.astype(terms.dtype)).astype(np.float64)
        penalty = ridge * coefficients
        return (value + float(penalty @ coefficients)) / total, (gradient + 2.0 * penalty) / total

    start = np.zeros(terms.shape[1])
    need("scipy", "fitting weights")
    from scipy.optimize import minimize

    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    coefficients: np.ndarray = found.x
    return coefficients


def _share(logits: np.ndarray) -> np.ndarray:
    """The chance that a logit means, without overflow."""
    small = np.exp(-np.abs(logits))
    shares: np.ndarray = np.where(logits >= 0, 1.0, small) / (1 + small)
    return shares
