"""The N-tuple model: how good points are, learned from what parts of them have scored.

A tuple is a choice of dimensions. For every combination of their values it keeps the number of evaluations and their
sum; a point is judged by the means of all its parts.
"""

from collections.abc import Sequence
from itertools import combinations
from math import log1p, prod
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwright.core.errors import TurnwrightError
from turnwright.tuning.space import Point

TupleSize = int | Literal["all"]

_MOST_COMBINATIONS = 1 << 20
"""Tuples with more combinations than this store only those that were evaluated."""
_NEVER_MET = 0
"""The cell of a combination that has none of its own; nothing is ever added to it."""


def tuples_of(sizes: Sequence[TupleSize], dimensions: int) -> list[tuple[int, ...]]:
    """All tuples of some sizes, `all` being the one of all dimensions; no tuple comes twice."""
    found: dict[tuple[int, ...], None] = {}
    for size in sizes:
        width = dimensions if size == "all" else size
        if width < 1:
            raise TurnwrightError(f"there are no tuples of {width} dimensions; a size is at least 1")
        found |= dict.fromkeys(combinations(range(dimensions), width))
    if not found:
        raise TurnwrightError(f"no tuples of these sizes among {dimensions} dimensions: {list(sizes)}; add size 1")
    return list(found)


class TupleModel:
    """The bookkeeping of all tuples: one cell for every combination of values."""

    def __init__(self, sizes: Sequence[int], tuples: Sequence[tuple[int, ...]]) -> None:
        self.tuples = tuple(tuples)
        self.total = 0
        """How many evaluations were added."""
        self._strides = np.zeros((len(sizes), len(self.tuples)), dtype=np.int64)
        self._offsets = np.zeros(len(self.tuples), dtype=np.int64)
        self._cells_met: dict[int, dict[int, int]] = {}
        """By number, the tuples that keep only what they have met: the cell of every combination."""
        self._used = _NEVER_MET + 1
        for number, dimensions in enumerate(self.tuples):
            widths = [sizes[dimension] for dimension in dimensions]
            for place, dimension in enumerate(dimensions):
                self._strides[dimension, number] = prod(widths[:place])
            if prod(widths) > _MOST_COMBINATIONS:
                self._cells_met[number] = {}
            else:
                self._offsets[number] = self._used
                self._used += prod(widths)
        self._counts = np.zeros(self._used)
        self._sums = np.zeros(self._used)

    def add(self, point: Point, fitness: float) -> None:
        """Learn the fitness of one evaluation of a point."""
        codes = np.asarray([point]) @ self._strides
        for number, met in self._cells_met.items():
            if met.setdefault(int(codes[0, number]), self._used) == self._used:
                self._used += 1
        if self._used > len(self._counts):
            more = np.zeros(self._used)
            self._counts, self._sums = (np.concatenate((kept, more)) for kept in (self._counts, self._sums))
        cells = self._cells(codes)[0]
        self._counts[cells] += 1
        self._sums[cells] += fitness
        self.total += 1

    def exploit(self, points: NDArray[np.int64]) -> NDArray[np.float64]:
        """The expected fitness of points: the mean over all tuples that have met their part; 0 if none has."""
        return self._exploit(self._cells(points @ self._strides))

    def ucb(self, points: NDArray[np.int64], k: float, epsilon: float) -> NDArray[np.float64]:
        """An upper confidence bound: the expected fitness, plus k times a bonus for rarely evaluated parts."""
        cells = self._cells(points @ self._strides)
        bound: NDArray[np.float64] = self._exploit(cells) + k * self._explore(cells, epsilon)
        return bound

    def _cells(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        cells: NDArray[np.int64] = codes + self._offsets
        for number, met in self._cells_met.items():
            cells[:, number] = [met.get(code, _NEVER_MET) for code in codes[:, number].tolist()]
        return cells

    def _exploit(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        counts = self._counts[cells]
        # Parts never met have a sum of 0, so that they add nothing.
        means: NDArray[np.float64] = self._sums[cells] / np.maximum(counts, 1)
        expected: NDArray[np.float64] = means.sum(axis=1) / np.maximum((counts > 0).sum(axis=1), 1)
        return expected

    def _explore(self, cells: NDArray[np.int64], epsilon: float) -> NDArray[np.float64]:
        """How little is known of points: the mean over all tuples of sqrt(ln(1 + N) / (n + epsilon)), where n of N
        evaluations had the point's part."""
        unknown: NDArray[np.float64] = np.sqrt(log1p(self.total) / (self._counts[cells] + epsilon)).mean(axis=1)
        return unknown
