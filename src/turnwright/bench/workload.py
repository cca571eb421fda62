"""What is measured on: positions of a game, in the settings they were played with."""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import numpy as np

from turnwright.bench.engine import deal_running, room_for_actions, scatter
from turnwright.core.game import Game
from turnwright.core.rng import generator

SAMPLE = 4096
_DEALT = 256
_DEPTH = 120


@dataclass(frozen=True, kw_only=True)
class Workload:
    """Positions under one set of parameters."""

    game: Game
    positions: np.ndarray
    """The positions themselves; games are played from them."""

    def sample(self, count: int) -> np.ndarray:
        """The positions in random order: thousands, so that no branch predictor learns their sequence."""
        states = self.game.blank(count)
        scatter(self.positions, states, generator(1))
        return states


def own_module(game: Game) -> ModuleType | None:
    """The module of this package that knows a game better than its contract does, if there is one."""
    name = f"{__package__}.{game.name}"
    return import_module(name) if game.name.isidentifier() and find_spec(name) else None


def workloads(game: Game) -> list[Workload]:
    """The positions that a game is measured on: its own choice, or what random play leads to."""
    module = own_module(game)
    chosen: list[Workload] = module.workloads(game) if module else []
    return chosen or [Workload(game=game, positions=_random_positions(game))]


def _random_positions(game: Game) -> np.ndarray:
    positions = game.blank(_DEALT)
    deal_running(game, positions, room_for_actions(game), generator(0), _DEPTH)
    return positions
