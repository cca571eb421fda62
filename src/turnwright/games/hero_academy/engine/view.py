"""What a player may know.

`open`: everything, as in the papers. `reference`: the opponent's hand is returned to the deck, so the forward model
redraws a wrong but deterministic hand. `hidden`: only what the player can know. Seeds and random generators are erased,
and only the size of the opponent's hand remains.
"""

import numpy as np

from turnwright.core.bits import EMPTY
from turnwright.core.compiled import rule
from turnwright.core.rng import below, draw
from turnwright.core.views import HIDDEN, OPEN
from turnwright.games.hero_academy.engine.hands import draw_random_hand, return_hand, size


@rule
def conceal(params, state, viewer, kind):
    if kind == OPEN:
        return
    other = 1 - viewer
    held = size(state.hand[other]) + state.unknown[other]
    return_hand(params, state, other)
    if kind == HIDDEN:
        state.unknown[other] = held
        state.seed[0], state.seed[1] = 0, 0
        state.chance = EMPTY


@rule
def determinise(params, state, viewer, rng):
    """Deal the unknown cards at random, and reseed the random generator."""
    other = 1 - viewer
    if state.unknown[other] > 0:
        unknown = np.int64(state.unknown[other])
        state.unknown[other] = 0
        draw_random_hand(params, state, other, unknown, rng)
    state.seed[0], state.seed[1] = below(rng, 1000), below(rng, 1000)
    state.chance = draw(rng)
