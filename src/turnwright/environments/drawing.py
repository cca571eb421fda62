"""What environments show: our own drawings, as text and as an array of colours."""

from typing import Any

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.extras import need
from turnwright.core.state import State

RENDER_MODES = ("human", "ansi", "rgb_array")


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise TurnwrightError(f"there is no render mode {mode!r}; the modes are {', '.join(RENDER_MODES)}")


def drawn(state: State, mode: str | None) -> Any:
    """A picture: printed (`human`), as text (`ansi`) or as height × width × 3 bytes (`rgb_array`)."""
    if mode is None:
        raise TurnwrightError(
            f"no render mode was chosen; create the environment with one of {', '.join(RENDER_MODES)}"
        )
    if mode == "rgb_array":
        need("matplotlib", "an array of colours")
        from turnwright.environments.raster import rasterise

        array: np.ndarray = rasterise(state.svg())
        return array
    if mode == "ansi":
        return state.draw()
    print(state.draw())
    return None
