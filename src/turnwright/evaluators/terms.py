"""Terms: what an evaluation that can be learned adds up, each times a weight."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np


class Terms(ABC):
    """The terms of a game's linear evaluation, and the weights that learning starts from.

    A term is a difference: what the first player has less what the second one has. So a position and its mirror image,
    with the players swapped, have opposite values, and one fit serves both seats.
    """

    names: tuple[str, ...]
    prior: np.ndarray
    """The weights that are pulled towards: those of the evaluation to be improved, in its own points."""
    spread: np.ndarray
    """How far from the prior each weight may plausibly lie; 0 keeps it where it is."""

    @abstractmethod
    def values(self, records: np.ndarray) -> np.ndarray:
        """The terms of many states: a row for each."""

    @abstractmethod
    def content(self, weights: np.ndarray) -> dict[str, Any]:
        """A model's content with these weights."""
