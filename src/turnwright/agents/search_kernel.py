"""What all parts of a compiled search share."""

from typing import Any, NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import Workspace


class Search(NamedTuple):
    """One search: its start, player, settings and work arrays.

    Every entry creates its own: compiled functions can take records, but cannot return them.
    """

    game: Any
    start: np.ndarray
    """The state in which the turn starts, as a one-element array."""
    me: int
    """The player to move there."""
    settings: Any
    """The record of the agent's settings."""
    control: Any
    """The control record."""
    work: Workspace
