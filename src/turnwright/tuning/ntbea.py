"""The N-tuple bandit evolutionary algorithm: a walk through neighbours, led by a model of all evaluations.

An optimiser is a function of its settings, its seed and the evaluations it has received. Given the same list, it
continues in the same way, so nothing else needs to be stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnwright.core.errors import TurnwrightError
from turnwright.tuning.landscape import Marginal, marginal
from turnwright.tuning.space import Evaluation, Point, Space
from turnwright.tuning.tuple_model import TupleModel, TupleSize, tuples_of

_FEWEST_NEIGHBOURS = 5
"""The fewest neighbours where they are limited to a quarter of the space."""
_DRAWS = 20
"""How often neighbours are drawn at most until enough of them differ."""


class NtbeaError(TurnwrightError):
    """Settings of the optimiser that make no sense."""


@dataclass(frozen=True, kw_only=True)
class NtbeaSettings:
    """How it searches. The defaults are those of the LOCM paper, or readings where it is silent."""

    tuples: tuple[TupleSize, ...] = (1, 2, "all")
    """Sizes of the tuples in the model; `all` is the one of all dimensions."""
    k: float = 1.4
    """Exploration: how strongly rarely tried settings are preferred, in units of fitness."""
    epsilon: float = 0.5
    """Added to the number of evaluations of a part, so that a part without any is not infinitely rare."""
    neighbours: int = 100
    """How many mutants of the current point the model compares before one is evaluated."""
    limit: Literal["none", "quarter"] = "none"
    """quarter: at most a quarter as many neighbours as the space has points (but at least 5)."""
    unique: bool = False
    """Whether all neighbours differ."""
    mutation: float = 0.1
    """How much a neighbour differs, as `mutation_unit` says."""
    mutation_unit: Literal["probability", "positions"] = "probability"
    """Whether `mutation` is the chance of each dimension to change, or the number of dimensions expected to."""
    forced_flip: bool = True
    """Whether one random dimension always changes."""
    new_value: Literal["other", "any"] = "other"
    """Whether a change takes one of the other values, or any, the old one included."""
    noise: float = 1e-6
    """Ties between neighbours are broken by a random number below this."""
    initial: int = 1
    """Random points that are evaluated before the walk begins."""
    walk: Literal["last", "best"] = "last"
    """Whose neighbours come next: those of the last point, or (elitist) of the best point so far."""

    def __post_init__(self) -> None:
        for name, least in (("k", 0.0), ("noise", 0.0), ("mutation", 0.0), ("neighbours", 1), ("initial", 1)):
            value = getattr(self, name)
            if not (isfinite(value) and value >= least):
                raise NtbeaError(f"{name} is {value}; it must be at least {least:g}")
        if not (isfinite(self.epsilon) and self.epsilon > 0):
            raise NtbeaError(f"epsilon is {self.epsilon}; it must be more than 0")
        if self.mutation_unit == "probability" and self.mutation > 1:
            raise NtbeaError(f"mutation is {self.mutation}; a probability is at most 1")
        if self.mutation == 0 and not self.forced_flip:
            raise NtbeaError("mutation is 0 without forced_flip; the walk would never leave its first point")


VARIANTS = {
    "locm": NtbeaSettings(),
    "java": NtbeaSettings(k=100.0, limit="quarter", mutation=2.0, mutation_unit="positions"),
    "python": NtbeaSettings(k=100.0, tuples=(1, "all"), neighbours=50, unique=True, mutation=1.0, new_value="any"),
    "tag": NtbeaSettings(
        k=1.0,
        tuples=(1, 2),
        neighbours=50,
        limit="quarter",
        epsilon=0.1,
        mutation=1.0,
        mutation_unit="positions",
    ),
    "gameai": NtbeaSettings(tuples=(1, 2), initial=100, walk="best"),
}
"""The published variants by name."""


class Ntbea:
    """The optimiser: `suggest` a point, evaluate it, `tell` its fitness (the larger the better), and repeat.

    >>> found = Ntbea(Space.of({"x": range(10), "y": range(10)}), seed=1)
    >>> for _ in range(300):
    ...     x, y = point = found.suggest()
    ...     found.tell(point, -((x - 7) ** 2) - (y - 2) ** 2)
    >>> found.recommend()
    (7, 2)
    """

    def __init__(self, space: Space, settings: NtbeaSettings | None = None, seed: int = 0) -> None:
        self.space = space
        self.settings = settings or NtbeaSettings()
        self.evaluations: list[Evaluation] = []
        """All evaluations, in order."""
        self._seed = _checked_seed(seed)
        self._model = TupleModel(space.sizes, tuples_of(self.settings.tuples, len(space.sizes)))
        self._suggested: Point | None = None
        self._current: Point | None = None
        """The point whose neighbours come next."""
        self._best = -np.inf
        self._met: dict[Point, None] = {}

    @property
    def model(self) -> TupleModel:
        """What it believes."""
        return self._model

    def suggest(self) -> Point:
        """The point to evaluate next; it stays the same until `tell` is called."""
        if self._suggested is None:
            random = self._random(0)
            if self._current is None or len(self.evaluations) < self.settings.initial:
                self._suggested = self.space.drawn(random.random(len(self.space.sizes)))
            else:
                neighbours = self._neighbours(self._current, random)
                bounds = self._model.ucb(neighbours, self.settings.k, self.settings.epsilon)
                bounds += self.settings.noise * random.random(len(bounds))
                self._suggested = _as_point(neighbours[bounds.argmax()])
        return self._suggested

    def tell(self, point: Sequence[int], fitness: float) -> None:
        """Learn the fitness of a point, which need not be the suggested one."""
        place = self.space.checked(point)
        if not isfinite(fitness):
            raise NtbeaError(f"the fitness {fitness} of {self.space.text(place)} is not a number")
        self.evaluations.append((place, float(fitness)))
        self._model.add(place, fitness)
        self._met[place] = None
        self._suggested = None
        if self.settings.walk == "last" or fitness >= self._best:
            self._current = place
        self._best = max(self._best, fitness)

    def recommend(self) -> Point:
        """The evaluated point with the highest expected fitness; ties are broken at random."""
        if not self._met:
            raise NtbeaError("nothing has been evaluated, so nothing can be recommended")
        met = np.array(list(self._met), dtype=np.int64)
        expected = self._model.exploit(met)
        best = np.flatnonzero(expected == expected.max())
        return _as_point(met[best[int(self._random(1).random() * len(best))]])

    def estimate(self, point: Sequence[int]) -> float:
        """The fitness that the model expects of a point."""
        return float(self._model.exploit(np.asarray([self.space.checked(point)]))[0])

    def marginal(self, *dimensions: int) -> Marginal:
        """The fitness by the values of one dimension, or of two."""
        return marginal(self.space, self.evaluations, *dimensions)

    def _random(self, purpose: int) -> np.random.Generator:
        """Random numbers for the current step. Only `random` is called: its stream is the same in all versions."""
        return np.random.default_rng([self._seed, len(self.evaluations), purpose])

    def _neighbours(self, point: Point, random: np.random.Generator) -> NDArray[np.int64]:
        """Mutants of a point, one a row."""
        settings, size = self.settings, self.space.size
        wanted = settings.neighbours
        if settings.limit == "quarter":
            wanted = min(wanted, max(_FEWEST_NEIGHBOURS, size // 4))
        mutants = self._mutants(point, wanted, random)
        if settings.unique:
            different = dict.fromkeys(map(_as_point, mutants))
            for _ in range(_DRAWS):
                if len(different) >= min(wanted, size):
                    break
                different |= dict.fromkeys(map(_as_point, self._mutants(point, wanted, random)))
            mutants = np.array(list(different)[:wanted], dtype=np.int64)
        return mutants

    def _mutants(self, point: Point, count: int, random: np.random.Generator) -> NDArray[np.int64]:
        settings, sizes = self.settings, np.array(self.space.sizes)
        width = len(sizes)
        chance = settings.mutation / (width if settings.mutation_unit == "positions" else 1)
        flips = random.random((count, width)) < chance
        if settings.forced_flip:
            flips[np.arange(count), (random.random(count) * width).astype(np.int64)] = True
        lots = random.random((count, width))
        if settings.new_value == "other":
            drawn = (np.array(point) + 1 + (lots * (sizes - 1)).astype(np.int64)) % sizes
        else:
            drawn = (lots * sizes).astype(np.int64)
        mutants: NDArray[np.int64] = np.where(flips, drawn, np.array(point))
        return mutants


def _checked_seed(seed: int) -> int:
    if seed < 0:
        raise NtbeaError(f"the seed is {seed}; it must be at least 0")
    return seed


def _as_point(row: NDArray[np.int64]) -> Point:
    return tuple(row.tolist())
