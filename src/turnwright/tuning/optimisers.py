"""The optimisers by name, and what they have in common."""

from collections.abc import Sequence
from typing import Protocol

from turnwright.core.spec import choose
from turnwright.tuning.landscape import Marginal
from turnwright.tuning.ntbea import Ntbea, NtbeaSettings
from turnwright.tuning.space import Evaluation, Point, Space
from turnwright.tuning.tpe import Tpe, TpeSettings

OptimiserSettings = NtbeaSettings | TpeSettings


class Optimiser(Protocol):
    """A function of its settings, its seed and its evaluations: nothing else needs to be stored."""

    space: Space
    evaluations: list[Evaluation]

    def suggest(self) -> Point:
        """The point to evaluate next."""

    def tell(self, point: Sequence[int], fitness: float) -> None:
        """Learn what a point has scored; the larger the better."""

    def recommend(self) -> Point:
        """The best point so far."""

    def estimate(self, point: Sequence[int]) -> float:
        """The fitness expected of a point."""

    def marginal(self, *dimensions: int) -> Marginal:
        """The fitness by the values of one dimension, or of two."""


SETTINGS: dict[str, type[OptimiserSettings]] = {"ntbea": NtbeaSettings, "optuna": TpeSettings}
"""The settings class of every optimiser."""


def checked_optimiser(name: str) -> str:
    """The name, if an optimiser has it."""
    return choose(name, list(SETTINGS), "optimiser")


def make_optimiser(space: Space, settings: OptimiserSettings, seed: int) -> Optimiser:
    """The optimiser that has these settings."""
    return Ntbea(space, settings, seed) if isinstance(settings, NtbeaSettings) else Tpe(space, settings, seed)
