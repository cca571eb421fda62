"""What evaluations say about single dimensions and pairs of them: means over everything else."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwright.tuning.space import Evaluation, Space


@dataclass(frozen=True, kw_only=True)
class Marginal:
    """The fitness by the values of one or two dimensions; arrays with an axis for each."""

    dimensions: tuple[int, ...]
    counts: NDArray[np.int64]
    """How many evaluations there were."""
    means: NDArray[np.float64]
    """Their mean; not a number where there was none."""
    errors: NDArray[np.float64]
    """The mean's standard error; not a number below two evaluations."""


def marginal(space: Space, evaluations: Sequence[Evaluation], *dimensions: int) -> Marginal:
    """The marginal values of some dimensions.

    An optimiser evaluates good points more often, so that this is what was found on its way, not the mean of the space.
    """
    shape = tuple(space.sizes[dimension] for dimension in dimensions)
    points = np.array([point for point, _ in evaluations], dtype=np.int64).reshape(-1, len(space.sizes))
    fitness = np.array([value for _, value in evaluations], dtype=np.float64)
    cells = np.ravel_multi_index([points[:, dimension] for dimension in dimensions], shape)
    room = int(np.prod(shape))
    counts = np.bincount(cells, minlength=room)
    with np.errstate(divide="ignore", invalid="ignore"):
        means = np.bincount(cells, weights=fitness, minlength=room) / counts
        spread = np.bincount(cells, weights=(fitness - means[cells]) ** 2, minlength=room) / (counts - 1)
        errors = np.where(counts > 1, np.sqrt(spread / counts), np.nan)
    return Marginal(
        dimensions=dimensions,
        counts=counts.reshape(shape),
        means=means.reshape(shape),
        errors=errors.reshape(shape),
    )
