"""A game as learning code wants it: a dense index of actions with a mask, and observations of a fixed size.

An `Encoding` is to a game's states what a notation is, but in numbers. A game of the package gives its own by
`Game.encoding()`; a game without one has `listed_encoding`. Environments are compiled once per encoding
(`encoding_type`).

Everything is seen from the side of one player: squares, owners and action numbers are the same for both seats wherever
the board allows it, so one policy can play either.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from turnwright.core import encoding_defaults
from turnwright.core.source_digest import closure_digest, module_file

if TYPE_CHECKING:
    from turnwright.core.encoding_type import EncodingType
    from turnwright.core.game import Game

Rule = Callable[..., Any]


@dataclass(frozen=True, kw_only=True)
class EncodingRules:
    """The compiled functions of an encoding. Each takes the game's parameter record first, the state second."""

    action_of: Rule
    """`action_of(params, state, index)`: the action that an index means in a state; -1 or an action that is not legal
    where the index means nothing there. Indices are in range."""
    index_of: Rule
    """`index_of(params, state, action)`: the index of an action that may be played in the state."""
    write: Rule
    """`write(params, state, player, planes, numbers)`: the state as a player sees it. Both arrays are flat, of
    `float32`, and full of zeros. What the player may not know has been concealed."""
    write_mask: Rule | None = None
    """`write_mask(params, state, mask)`: 1 for every index that may be played, in an array of zeros, the game not being
    over. Default: lists the actions and asks `index_of` for each."""


@dataclass(frozen=True, kw_only=True)
class ActionRange:
    """Indices of actions of one kind that lie side by side."""

    first: int
    count: int
    meaning: str
    """What an index in the range means, with how it is computed."""

    @property
    def span(self) -> str:
        """The first and the last index."""
        return str(self.first) if self.count == 1 else f"{self.first} to {self.first + self.count - 1}"


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """The numbers of a game's actions and observations."""

    actions: Sequence[ActionRange]
    """The dense index of actions, without gaps."""
    planes: Sequence[str]
    """What each plane of the observation shows."""
    height: int
    width: int
    """The size of a plane."""
    numbers: Sequence[str]
    """What each number beside the planes says."""
    low: float = 0.0
    high: float = 1.0
    """What no value of an observation is below or above."""
    rules: EncodingRules | None = field(repr=False)
    """None: an action's index is its place in the list of legal actions, and the observation is the state's bytes."""

    @cached_property
    def action_count(self) -> int:
        """How many indices there are."""
        return sum(part.count for part in self.actions)

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the planes: how many, height, width."""
        return len(self.planes), self.height, self.width

    def __str__(self) -> str:
        """What every index, plane and number means, as tables in Markdown."""
        parts: list[tuple[str, list[tuple[Any, str]]]] = [
            ("index", [(part.span, part.meaning) for part in self.actions]),
            (f"plane, {self.height} × {self.width}", list(enumerate(self.planes))),
            ("number", list(enumerate(self.numbers))),
        ]
        return "\n\n".join(
            "\n".join([f"| {name} | |", "|---|---|", *(f"| {place} | {meaning} |" for place, meaning in rows)])
            for name, rows in parts
        )

    @cached_property
    def tag(self) -> str:
        """Names the compiled code of this encoding."""
        if self.rules is None:
            return "listed"
        rules = self.rules
        parts = [part for part in (rules.action_of, rules.index_of, rules.write, rules.write_mask) if part is not None]
        names = "\n".join(f"{part.__module__}.{part.__qualname__}" for part in parts)
        digest = closure_digest(*(module_file(part.__module__) for part in parts))
        return hashlib.sha256(f"{names}\n{digest}".encode()).hexdigest()[:16]

    @cached_property
    def _numba_type_(self) -> "EncodingType":
        """What compiled code takes the encoding for; Numba asks for this name."""
        from turnwright.core.encoding_type import encoding_type_of

        return encoding_type_of(self)

    # What compiled code may call, as it runs with the JIT off.

    def action_of(self, game: "Game", state: Any, index: int, buffer: np.ndarray) -> Any:
        if self.rules is None:
            return encoding_defaults.action_of(game, state, index, buffer)
        return self.rules.action_of(game.record, state, index)

    def index_of(self, game: "Game", state: Any, action: int, buffer: np.ndarray) -> Any:
        if self.rules is None:
            return encoding_defaults.index_of(game, state, action, buffer)
        return self.rules.index_of(game.record, state, action)

    def write_mask(self, game: "Game", state: Any, mask: np.ndarray, buffer: np.ndarray) -> None:
        if self.rules is None:
            encoding_defaults.mask_by_place(game, state, mask, buffer)
        elif self.rules.write_mask is not None:
            if not game.is_over(state):
                self.rules.write_mask(game.record, state, mask)
        else:
            encoding_defaults.mask_by_index(game, self, state, mask, buffer)

    def write(
        self, game: "Game", state: Any, content: np.ndarray, player: int, planes: np.ndarray, numbers: np.ndarray
    ) -> None:
        if self.rules is None:
            encoding_defaults.write_bytes(game, state, content, player, planes, numbers)
        else:
            self.rules.write(game.record, state, player, planes, numbers)


def encoding_of(game: "Game") -> Encoding:
    """The encoding of a game: its own (`game.encoding()`), or the general one."""
    own = getattr(game, "encoding", None)
    if own is None:
        return listed_encoding(game)
    found: Encoding = own()
    return found


def listed_encoding(game: "Game") -> Encoding:
    """The encoding of a game that has none of its own.

    An index is a place in the list of legal actions, so it means another action in every state; the end of the turn
    comes last where it may be played but is not listed. The observation is the state's record byte by byte, as the
    view leaves it.
    """
    size = game.state_dtype.itemsize
    return Encoding(
        actions=(
            ActionRange(
                first=0, count=game.max_actions + 1, meaning="the place of the action among the legal actions, from 0"
            ),
        ),
        planes=("the bytes of the state's record, divided by 255",),
        height=1,
        width=size,
        numbers=("1 if the observer is to move", "1 if the observer is the first player"),
        rules=None,
    )
