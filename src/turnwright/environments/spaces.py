"""What an encoding is in the words of Gymnasium."""

from typing import Any

import numpy as np
from gymnasium import spaces

from turnwright.core.encoding import Encoding


def action_space(code: Encoding, seed: int | None = None) -> Any:
    """The dense index of actions."""
    return spaces.Discrete(code.action_count, seed=seed)


def observation_space(code: Encoding) -> Any:
    """Planes, numbers, and the mask of the actions that may be played."""
    return spaces.Dict(
        {
            "observation": spaces.Box(code.low, code.high, code.shape, np.float32),
            "numbers": spaces.Box(code.low, code.high, (len(code.numbers),), np.float32),
            "action_mask": spaces.Box(0, 1, (code.action_count,), np.int8),
        }
    )
