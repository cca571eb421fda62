"""What the parts of a compiled search share."""

from typing import Any, NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import Workspace


class Search(NamedTuple):
    """One search: where it starts, for whom, how it is set, and its room to work in.

    Every entry makes its own: compiled functions can be given records, but cannot return them.
    """

    game: Any
    start: np.ndarray
    """One state, in which the turn begins."""
    me: int
    """The player to move there."""
    settings: Any
    """The record of the agent's settings."""
    control: Any
    """The control record."""
    work: Workspace
