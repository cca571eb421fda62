"""Shallow networks as model files have them, and as compiled code takes them."""

import base64
import binascii
from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from turnwright.evaluators.model import ModelError
from turnwright.evaluators.shallow_kernel import HIDDEN, LANES, MOST_WEIGHT


def shallow_fields(inputs: int) -> list[tuple[object, ...]]:
    """What a game's parameter record has in it for a shallow network with so many inputs."""
    return [
        ("shallow_rows", np.int16, (inputs, LANES)),
        ("shallow_bias", np.int16, LANES),
        ("shallow_weight", np.int16, LANES),
        ("shallow_unit", np.float64),  # what 1 of the output is worth, in points of the evaluation
    ]


@dataclass(frozen=True, kw_only=True)
class Shallow:
    """A shallow network as one player sees the game; the other sees it mirrored, with the same numbers."""

    rows: str
    """What every input adds to every neuron: 16-bit integers, row by row, in base 64."""
    bias: tuple[int, ...]
    """What every neuron begins with."""
    weight: tuple[int, ...]
    """What every neuron counts for in the output."""
    unit: float
    """What 1 of the output is worth, in points of the evaluation."""

    def __post_init__(self) -> None:
        if len(self.bias) != HIDDEN or len(self.weight) != HIDDEN:
            raise ModelError(f"a shallow network must have {HIDDEN} neurons, each with a bias and a weight")
        if max(map(abs, self.bias)) > np.iinfo(np.int16).max or max(map(abs, self.weight)) > MOST_WEIGHT:
            raise ModelError(f"a bias must fit into 16 bits, and a weight must be from -{MOST_WEIGHT} to {MOST_WEIGHT}")
        if not isfinite(self.unit):
            raise ModelError("the unit of a shallow network must be a finite number")
        _ = self.table

    @property
    def table(self) -> np.ndarray:
        """The rows as an array: one for every input, with a number for every neuron."""
        try:
            found = np.frombuffer(base64.b64decode(self.rows, validate=True), dtype="<i2")
        except (binascii.Error, ValueError) as error:
            raise ModelError(f"the rows of a shallow network cannot be read: {error}") from error
        if found.size % HIDDEN:
            raise ModelError(f"the rows of a shallow network are cut off; each must have {HIDDEN} numbers")
        return found.reshape(-1, HIDDEN).astype(np.int16)

    def fill(self, params: np.record, places: np.ndarray, mirrored: np.ndarray) -> None:
        """Write it into a parameter record that has `shallow_fields`.

        `places`: where in the record the inputs have their rows; `mirrored`: which input each one is to the other
        player.
        """
        table = self.table
        if len(table) != len(places):
            raise ModelError(f"the network has {len(table)} inputs; this board needs one with {len(places)}")
        params.shallow_rows[places, :HIDDEN] = table
        params.shallow_rows[places, HIDDEN:] = table[mirrored]
        params.shallow_bias[:] = [*self.bias, *self.bias]
        params.shallow_weight[:] = [*self.weight, *(-weight for weight in self.weight)]
        params.shallow_unit = self.unit


class Inputs(ABC):
    """The inputs of a game's shallow networks, for training."""

    count: int
    """How many there are."""

    @abstractmethod
    def seen(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The inputs that are 1 in states before the ends of turns, by state and view: the player who moved first, then
        the other one; and how many of them."""

    @abstractmethod
    def content(self, network: Shallow) -> dict[str, Any]:
        """The content of a model with this network."""


def packed(table: np.ndarray) -> str:
    """Rows as a model file has them."""
    return base64.b64encode(np.ascontiguousarray(table, dtype="<i2").tobytes()).decode()
