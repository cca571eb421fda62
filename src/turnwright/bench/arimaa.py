"""What is measured for Arimaa beyond the contract: games after the setup, and all turns of an opening position."""

from dataclasses import replace

import numpy as np

from turnwright.bench.engine import deal_running, room_for_actions
from turnwright.bench.measures import Measure
from turnwright.bench.workload import Workload
from turnwright.core.game import Game
from turnwright.core.perft import perft
from turnwright.core.rng import generator
from turnwright.games.arimaa.game import Arimaa

POSITIONS = 256
DEPTH = 120
OPENING = "2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"


def workloads(game: Game) -> list[Workload]:
    """Positions that random play leads to from setups of the book."""
    assert isinstance(game, Arimaa)
    fighting = Arimaa(replace(game.settings, setup="book"))
    positions = fighting.blank(POSITIONS)
    deal_running(fighting, positions, room_for_actions(fighting), generator(0), DEPTH)
    return [Workload(game=fighting, positions=positions)]


def measures(game: Game, states: np.ndarray) -> list[Measure]:
    """The size of a turn: every distinct turn of an opening position is found."""
    opening = game.parse_state(OPENING)

    def count(repetitions: int) -> int:
        for _ in range(repetitions):
            perft(opening)
        return repetitions

    return [Measure(name="opening_turns", what="all distinct turns of an opening position", run=count)]
