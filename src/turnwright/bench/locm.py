"""What is measured for Legends of Code and Magic beyond the contract: battles, not drafts."""

from dataclasses import replace

import numpy as np

from turnwright.bench.engine import deal_running, room_for_actions
from turnwright.bench.measures import Measure
from turnwright.bench.workload import Workload
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.games.locm.game import Locm

POSITIONS = 256
DEPTH = 60
"""Random play lasts about twice as many actions, so positions come from the first half of battles."""


def workloads(game: Game) -> list[Workload]:
    """Positions of battles that random play leads to, with decks drafted at random where the game is to be drafted."""
    assert isinstance(game, Locm)
    fighting = game
    if game.settings.draft == "played":
        fighting = Locm(replace(game.settings, draft="random"))
    positions = fighting.blank(POSITIONS)
    deal_running(fighting, positions, room_for_actions(fighting), generator(0), DEPTH)
    return [Workload(game=fighting, positions=positions)]


def measures(game: Game, states: np.ndarray) -> list[Measure]:
    """None but the general ones."""
    return []
