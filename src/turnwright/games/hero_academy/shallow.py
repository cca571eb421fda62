"""The inputs of Hero Academy's shallow networks, as training takes them."""

from dataclasses import asdict
from typing import Any

import numpy as np

from turnwright.core.records import blank_records
from turnwright.evaluators.shallow import Inputs, Shallow
from turnwright.evaluators.shallow_kernel import LISTED
from turnwright.games.hero_academy.engine.shallow_inputs import (
    ALL_INPUTS,
    MOST_ACTIVE,
    input_places,
    list_inputs,
    mirrored_inputs,
)
from turnwright.games.hero_academy.engine.state import STATE
from turnwright.games.hero_academy.settings import Weights


class HeroAcademyInputs(Inputs):
    """Of a board, for networks that correct some weights."""

    def __init__(self, params: np.ndarray, weights: Weights) -> None:
        squares = int(params[0].width * params[0].height)
        places = input_places(squares)
        self._params, self._weights = params, weights
        self._mirrored = mirrored_inputs(squares, params[0].facing[1])
        self._number = np.full(ALL_INPUTS, -1)
        self._number[places] = np.arange(len(places))
        self.count = len(places)

    def seen(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        records = blank_records(STATE, len(states))
        records[:] = states  # from a file, they would be of another type to compiled code
        listed = np.zeros((len(states), 1 + MOST_ACTIVE), LISTED)
        list_inputs(self._params, records, listed)
        counts = listed[:, 0].copy()
        most = int(counts.max(initial=0))
        first = self._number[listed[:, 1 : 1 + most]]
        both = np.stack([first, self._mirrored[first]], axis=1).astype(np.int16)
        second = states["player"] == 1
        both[second] = both[second, ::-1]
        return both, counts

    def content(self, network: Shallow) -> dict[str, Any]:
        return {"weights": asdict(self._weights), **asdict(network)}
