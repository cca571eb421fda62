"""Optuna's tree-structured Parzen estimator with the same methods, as a baseline.

Its study is kept in memory. Every suggestion has a sampler with its own seed, so this optimiser, too, is a function of
its settings, its seed and the evaluations.
"""

import warnings
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.rng import generator
from turnwright.tuning.landscape import Marginal, marginal
from turnwright.tuning.space import Evaluation, Point, Space


class TpeError(TurnwrightError):
    """Optuna is not there, or its settings make no sense."""


@dataclass(frozen=True, kw_only=True)
class TpeSettings:
    """How Optuna's sampler searches."""

    initial: int = 10
    """Random points that are evaluated before the estimator begins."""
    candidates: int = 24
    """How many points the estimator draws before one is evaluated."""
    multivariate: bool = True
    """Whether dimensions are modelled together, or each alone."""

    def __post_init__(self) -> None:
        for name in ("initial", "candidates"):
            if getattr(self, name) < 1:
                raise TpeError(f"{name} is {getattr(self, name)}; it must be at least 1")


class Tpe:
    """The optimiser: `suggest` a point, evaluate it, `tell` its fitness (the larger the better), and repeat."""

    def __init__(self, space: Space, settings: TpeSettings | None = None, seed: int = 0) -> None:
        self.space = space
        self.settings = settings or TpeSettings()
        self.evaluations: list[Evaluation] = []
        """All evaluations, in order."""
        self._optuna = _optuna()
        self._seed = seed
        self._suggested: Point | None = None
        self._trial: Any = None
        """Optuna's name for the suggestion. One that is never answered stays open, which the sampler ignores."""
        self._study = self._optuna.create_study(direction="maximize")
        self._distributions = self._distributions_of(space)

    def suggest(self) -> Point:
        """The point to evaluate next; it stays the same until `tell` is called."""
        if self._suggested is None:
            seed = int(generator(self._seed, len(self.evaluations))[0]) >> 32
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # some options are called experimental
                self._study.sampler = self._optuna.samplers.TPESampler(
                    seed=seed,
                    n_startup_trials=self.settings.initial,
                    n_ei_candidates=self.settings.candidates,
                    multivariate=self.settings.multivariate,
                    constant_liar=False,
                )
            self._trial = self._study.ask(self._distributions)
            self._suggested = self.space.checked([self._trial.params[name] for name in self.space.names])
        return self._suggested

    def tell(self, point: Sequence[int], fitness: float) -> None:
        """Learn the fitness of a point, which need not be the suggested one."""
        place = self.space.checked(point)
        self.evaluations.append((place, float(fitness)))
        if place == self._suggested:
            self._study.tell(self._trial, float(fitness))
        else:
            params = dict(zip(self.space.names, place, strict=True))
            trial = self._optuna.trial.create_trial(
                params=params, distributions=self._distributions, value=float(fitness)
            )
            self._study.add_trial(trial)
        self._suggested = None

    def recommend(self) -> Point:
        """The evaluated point with the best estimate; among equals the first."""
        estimates = self._estimates()
        if not estimates:
            raise TpeError("nothing has been evaluated, so nothing can be recommended")
        return max(estimates, key=lambda point: estimates[point])

    def estimate(self, point: Sequence[int]) -> float:
        """The mean of a point's evaluations and one average one: a single lucky evaluation counts for little."""
        place = self.space.checked(point)
        average = sum(fitness for _, fitness in self.evaluations) / max(1, len(self.evaluations))
        return self._estimates().get(place, average)

    def marginal(self, *dimensions: int) -> Marginal:
        """The fitness by the values of one dimension, or of two."""
        return marginal(self.space, self.evaluations, *dimensions)

    def _estimates(self) -> dict[Point, float]:
        scores: dict[Point, list[float]] = defaultdict(list)
        for point, fitness in self.evaluations:
            scores[point].append(fitness)
        average = sum(fitness for _, fitness in self.evaluations) / max(1, len(self.evaluations))
        return {point: (sum(found) + average) / (len(found) + 1) for point, found in scores.items()}

    def _distributions_of(self, space: Space) -> dict[str, Any]:
        kinds = self._optuna.distributions
        return {
            dimension.name: kinds.IntDistribution(0, len(dimension.values) - 1)
            if dimension.is_ordered
            else kinds.CategoricalDistribution(range(len(dimension.values)))
            for dimension in space.dimensions
        }


def _optuna() -> ModuleType:
    try:
        import optuna
    except ImportError as error:
        raise TpeError("optuna is not installed; install it with: pip install 'turnwright[tuning]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    module: ModuleType = optuna
    return module
