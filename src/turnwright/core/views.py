"""The kinds of views that players can get."""

from typing import Literal

ViewKind = Literal["open", "hidden", "reference"]
VIEW_KINDS: tuple[ViewKind, ...] = ("open", "hidden", "reference")

OPEN, HIDDEN, REFERENCE = range(3)
"""The kinds as numbers, for compiled code."""
