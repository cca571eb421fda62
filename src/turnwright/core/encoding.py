"""Games for learning code: a dense index of actions with a mask, and observations of a fixed size.

An `Encoding` is like a notation, but in numbers. The games of the package define theirs in `Game.encoding()`; other
games get `listed_encoding`. Environments are compiled once per encoding (`encoding_type`).

Everything is seen from the side of one player. Squares, owners and action indices are the same for both seats if the
board allows it, so one policy can play both.
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
    """`action_of(params, state, index)`: the action that an index means in a state. If it means nothing there: -1, or
    an action that is not legal. Indices are always in range."""
    index_of: Rule
    """`index_of(params, state, action)`: the index of an action that may be played in the state."""
    write: Rule
    """`write(params, state, player, planes, numbers)`: the state as a player sees it. Both arrays are flat, of
    `float32`, and full of zeros. What the player may not know has been concealed."""
    write_mask: Rule | None = None
    """`write_mask(params, state, mask)`: sets 1 for every index that may be played, in an array of zeros. It is not
    called once the game is over. Default: lists the actions and calls `index_of` for each."""
    reads_hidden: bool = True
    """Whether `write` reads anything that a view may conceal. If not, it gets the state itself: concealing would take
    time and change no observation."""


@dataclass(frozen=True, kw_only=True)
class ActionRange:
    """A range of indices for actions of one kind."""

    first: int
    count: int
    meaning: str
    """What an index in the range means and how it is computed."""

    @property
    def span(self) -> str:
        """The first and the last index."""
        return str(self.first) if self.count == 1 else f"{self.first} to {self.first + self.count - 1}"


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """The meaning of a game's action indices and observations."""

    actions: Sequence[ActionRange]
    """The dense index of actions, without gaps."""
    planes: Sequence[str]
    """What each plane of the observation shows."""
    height: int
    width: int
    """The size of a plane."""
    numbers: Sequence[str]
    """What each number after the planes means."""
    low: float = 0.0
    high: float = 1.0
    """The bounds of all values of an observation."""
    rules: EncodingRules | None = field(repr=False)
    """None: an action's index is its position in the list of legal actions, and the observation is the state's
    bytes."""

    @cached_property
    def action_count(self) -> int:
        """The number of indices."""
        return sum(part.count for part in self.actions)

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the planes: number, height, width."""
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
        """Identifies the compiled code of this encoding."""
        if self.rules is None:
            return "listed"
        rules = self.rules
        parts = [part for part in (rules.action_of, rules.index_of, rules.write, rules.write_mask) if part is not None]
        names = "\n".join(f"{part.__module__}.{part.__qualname__}" for part in parts)
        names += "" if rules.reads_hidden else "\nwithout concealing"
        digest = closure_digest(*(module_file(part.__module__) for part in parts))
        return hashlib.sha256(f"{names}\n{digest}".encode()).hexdigest()[:16]

    @cached_property
    def _numba_type_(self) -> "EncodingType":
        """The Numba type of the encoding; Numba looks for this name."""
        from turnwright.core.encoding_type import encoding_type_of

        return encoding_type_of(self)

    # The methods that compiled code may call, as they run with the JIT off.

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

    def reads_hidden(self) -> bool:
        return self.rules is None or self.rules.reads_hidden

    def write(
        self, game: "Game", state: Any, content: np.ndarray, player: int, planes: np.ndarray, numbers: np.ndarray
    ) -> None:
        if self.rules is None:
            encoding_defaults.write_bytes(game, state, content, player, planes, numbers)
        else:
            self.rules.write(game.record, state, player, planes, numbers)


def encoding_of(game: "Game") -> Encoding:
    """The encoding of a game: its own (`game.encoding()`), or the default one."""
    own = getattr(game, "encoding", None)
    if own is None:
        return listed_encoding(game)
    found: Encoding = own()
    return found


def listed_encoding(game: "Game") -> Encoding:
    """The encoding of a game that has none of its own.

    An index is a position in the list of legal actions, so its meaning differs between states. The end of the turn
    comes last if it may be played but is not listed. The observation is the state's record, byte by byte, after the
    view has concealed what is hidden.
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
