"""Converts settings to the parameter record of compiled code: keys, setups and weights."""

import numpy as np

from turnwright.core.records import blank_records
from turnwright.core.rng import words
from turnwright.games.arimaa.engine.setups import SETUPS
from turnwright.games.arimaa.engine.state import COUNTS, KINDS, PLACEMENTS, SQUARES
from turnwright.games.arimaa.settings import Settings

PARAMETERS = np.dtype(
    [
        ("keys", np.uint64, (2, KINDS + 1, SQUARES)),
        ("side_key", np.uint64),
        ("counts", np.int64, KINDS + 1),  # by strength: number of pieces of a side at the start
        ("book", np.int64, (len(SETUPS), PLACEMENTS)),
        ("setups", np.int64),
        ("dealt", np.int64),
        ("has_book", np.int64),
        ("immobilisation", np.int64),
        ("turn_limit", np.int64),
        ("pruning", np.int64),
        ("evaluator", np.int64),
        ("worth", np.float64, KINDS + 1),  # by strength; rabbits have the next table
        ("rabbits", np.float64, COUNTS[0] + 1),  # by number of rabbits left
        ("advance", np.float64, 8),  # by ranks left behind
        ("goal_threat", np.float64),
        ("capture_threat", np.float64),
        ("hostage", np.float64),
        ("frozen", np.float64),
        ("trap", np.float64),
        ("centre", np.float64),
    ],
    align=True,
)

DEALS = ("played", "book", "random")
BOOKS = ("none", "common")
IMMOBILISATIONS = ("turn", "step")
PRUNINGS = ("none", "suicides")
EVALUATORS = ("features", "win_lose")
_SEED = 1
_NEARER = 0.75
"""The factor on the weight of a rabbit's advance for every step that the goal is farther away."""


def build_parameters(settings: Settings) -> np.ndarray:
    """The one-element parameter array for a game."""
    array = blank_records(PARAMETERS)
    p = array[0]
    keys = words(_SEED, p.keys.size + 1)
    p.keys = np.array(keys[1:], dtype=np.uint64).reshape(p.keys.shape)
    p.side_key = keys[0]
    p.counts = (0, *COUNTS)
    p.book = SETUPS
    p.setups = len(SETUPS)
    p.dealt = DEALS.index(settings.setup)
    p.has_book = BOOKS.index(settings.book)
    p.immobilisation = IMMOBILISATIONS.index(settings.immobilisation)
    p.turn_limit = settings.turn_limit
    p.pruning = PRUNINGS.index(settings.pruning)
    p.evaluator = EVALUATORS.index(settings.evaluation)
    p.worth = (0, settings.rabbit, settings.cat, settings.dog, settings.horse, settings.camel, settings.elephant)
    for count in range(1, COUNTS[0] + 1):
        p.rabbits[count] = p.rabbits[count - 1] + settings.rabbit + settings.last_rabbits / count
    p.advance = [0.0, *(settings.advance * _NEARER ** (6 - ranks) for ranks in range(1, 7)), 0.0]
    for name in ("goal_threat", "capture_threat", "hostage", "frozen", "trap", "centre"):
        p[name] = getattr(settings, name)
    return array
