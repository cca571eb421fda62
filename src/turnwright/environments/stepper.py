"""Games side by side, as environments hold them: the arrays, and the compiled functions on them."""

import secrets
from functools import cached_property
from typing import Any

import numpy as np

from turnwright.core.encoding import Encoding, encoding_of
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.probe import ensure_playable
from turnwright.core.rng import generator
from turnwright.core.state import State
from turnwright.core.views import VIEW_KINDS, ViewKind
from turnwright.environments import batch_kernel
from turnwright.environments.batch_kernel import ALL_LEGAL, ANY_SEAT, BOTH, DISABLED, NEXT_STEP, Batch, Pictures

MOST_ENVIRONMENTS = 1 << 20


class IllegalIndexError(TurnwrightError):
    """An index that means no action that may be played; nothing was played."""


class Stepper:
    """A number of games of one kind. `states`, `rewards`, … are views of its arrays: they change with every step."""

    def __init__(self, game: Game, count: int, *, view: ViewKind = "hidden") -> None:
        if view not in VIEW_KINDS:
            raise TurnwrightError(f"there is no view {view!r}; the views are {', '.join(VIEW_KINDS)}")
        if not 1 <= count <= MOST_ENVIRONMENTS:
            raise TurnwrightError(f"{count} environments are impossible; give 1 to {MOST_ENVIRONMENTS}")
        ensure_playable(game)
        self.game = game
        self.count = count
        self.view = view
        self.code: Encoding = encoding_of(game)
        self._is_seeded = False
        self.opponent, self.mode, self.seat = BOTH, NEXT_STEP, ANY_SEAT
        self.batch = Batch(
            states=game.blank(count),
            ahead=game.blank(count),
            rngs=np.zeros((count, 1), dtype=np.uint64),
            seats=np.zeros(count, dtype=np.int8),
            actions=np.zeros(count, dtype=np.int32),
            rewards=np.zeros(count, dtype=np.float32),
            over=np.zeros(count, dtype=np.bool_),
            players=np.zeros(count, dtype=np.int8),
            buffer=np.zeros(game.list_room, dtype=np.int32),
        )

    @cached_property
    def pictures(self) -> Pictures:
        """Room for what the players see, made when it is first wanted."""
        seen = self.game.blank(1)
        planes, height, width = self.code.shape
        return Pictures(
            seen=seen,
            content=seen.view(np.uint8),
            planes=np.zeros((self.count, planes * height * width), dtype=np.float32),
            numbers=np.zeros((self.count, len(self.code.numbers)), dtype=np.float32),
            masks=np.zeros((self.count, self.code.action_count), dtype=np.int8),
        )

    def reseed(self, seed: int | None) -> None:
        """Give every game its own generator. Without a seed they continue as they are, and start at random."""
        if seed is None:
            if self._is_seeded:
                return
            seed = secrets.randbits(63)
        self._is_seeded = True
        for i in range(self.count):
            self.batch.rngs[i] = generator(seed, i)

    def deal(self, which: np.ndarray | None = None) -> None:
        """Deal new games, all of them or those that are marked."""
        marked = np.ones(self.count, dtype=np.bool_) if which is None else which
        batch_kernel.begin(self.game, self.batch, marked, self.opponent, self.seat)

    def place(self, state: State, which: int = 0) -> None:
        """Continue from a position."""
        if state.game.state_dtype != self.game.state_dtype or state.game.name != self.game.name:
            raise TurnwrightError(f"the position is from {state.game.name}; give one from {self.game.name}")
        position = state.under(self.game)
        self.batch.states[which] = position.records[0]
        self.batch.players[which] = position.player
        self.batch.over[which] = position.is_over

    def step(self, indices: Any) -> None:
        """Play one action in every game."""
        given = self._given(indices, (self.count,))
        wrong = batch_kernel.step(
            self.game, self.code, self.batch, given, self.code.action_count, self.opponent, self.mode, self.seat
        )
        if wrong != ALL_LEGAL:
            raise self._error(int(wrong), f"index {given[wrong]}", given[wrong])

    def step_turns(self, turns: Any) -> None:
        """Play a whole turn in every game: rows of indices, filled up with -1."""
        given = self._given(turns, (self.count, -1))
        wrong = batch_kernel.step_turns(
            self.game, self.code, self.batch, given, self.code.action_count, self.opponent, self.mode, self.seat
        )
        if wrong != ALL_LEGAL:
            row = ", ".join(str(index) for index in given[wrong] if index >= 0)
            raise self._error(int(wrong), f"the turn [{row}]", None)

    def _given(self, indices: Any, shape: tuple[int, ...]) -> np.ndarray:
        given = np.asarray(indices)
        if given.dtype.kind not in "iu":
            raise TurnwrightError(f"actions are of type {given.dtype}; give whole numbers")
        fits = given.ndim == len(shape) and all(want in (-1, got) for want, got in zip(shape, given.shape, strict=True))
        if not fits:
            wanted = " × ".join("any" if size < 0 else str(size) for size in shape)
            raise TurnwrightError(f"actions have the shape {given.shape}; give {wanted} of them")
        return np.ascontiguousarray(given, dtype=np.int64)

    def _error(self, place: int, given: str, index: Any) -> TurnwrightError:
        where = "" if self.count == 1 else f" in environment {place}"
        if self.mode == DISABLED and self.batch.over[place]:
            return IllegalIndexError(f"the game{where} is over; reset it first")
        meaning = ""
        if index is not None and 0 <= index < self.code.action_count:
            action = self.decode(int(index), place)
            meaning = f" ({self.position(place).action_text(action)})" if action >= 0 else ""
        return IllegalIndexError(
            f"{given}{meaning} is not legal{where}; choose an index where the action mask is 1, from 0 to "
            f"{self.code.action_count - 1}"
        )

    def observe(self, viewers: np.ndarray) -> dict[str, np.ndarray]:
        """What some player sees of every game. The arrays are overwritten by the next call."""
        pictures = self.pictures
        batch_kernel.observe(self.game, self.code, self.batch, pictures, viewers, VIEW_KINDS.index(self.view))
        return {
            "observation": pictures.planes.reshape(self.count, *self.code.shape),
            "numbers": pictures.numbers,
            "action_mask": pictures.masks,
        }

    def sample(self, rng: np.ndarray) -> np.ndarray:
        """In every game the index of a random legal action, as the agent `random` plays."""
        out = np.zeros(self.count, dtype=np.int64)
        batch_kernel.sample(self.game, self.code, self.batch, rng, out)
        return out

    def position(self, which: int = 0) -> State:
        """A game's position."""
        return State(self.game, self.batch.states[which : which + 1]).copy()

    def decode(self, index: int, which: int = 0) -> int:
        """The action that an index means in a game now; -1 where it means none."""
        states = self.batch.states[which : which + 1]
        return int(batch_kernel.decode(self.game, self.code, states, np.int64(index), self.batch.buffer))

    def encode(self, action: int, which: int = 0) -> int:
        """The index of an action that may be played in a game now."""
        states = self.batch.states[which : which + 1]
        return int(batch_kernel.encode(self.game, self.code, states, np.int64(action), self.batch.buffer))
