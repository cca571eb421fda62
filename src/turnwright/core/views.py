"""The kinds of view a player can be given of a game."""

from typing import Literal

ViewKind = Literal["open", "hidden", "reference"]
VIEW_KINDS: tuple[ViewKind, ...] = ("open", "hidden", "reference")

OPEN, HIDDEN, REFERENCE = range(3)
"""The kinds as compiled code sees them."""
