"""The mask of one state alone."""

import numpy as np

from turnwright.core.compiled import entry


@entry
def mask_of(game, code, states, mask, buffer):
    """Mark the indices that may be played in the first state."""
    mask[:] = np.int8(0)
    code.write_mask(game, states[0], mask, buffer)
