"""States and views in Python: a game, one record, and methods that use the rules."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np

from turnwright.core import state_kernel
from turnwright.core.errors import ContractError, TurnwrightError
from turnwright.core.game import Game, NotationError
from turnwright.core.probe import ensure_playable
from turnwright.core.probe_kernel import MARK
from turnwright.core.rng import generator
from turnwright.core.views import VIEW_KINDS, ViewKind

Action = int
"""An action is one integer; `State.action_text` and `Game.parse_action` translate."""


class IllegalActionError(TurnwrightError):
    """An action that cannot be played in a state. The state has not changed."""

    def __init__(self, state: "State", action: Action | str, nearest: list[str]) -> None:
        self.state, self.action, self.nearest = state, action, nearest
        given = action if isinstance(action, str) else state.action_text(action)
        if nearest:
            near = f"the nearest legal actions are {', '.join(nearest)}"
        else:
            near = "the game is over" if state.is_over else "there are no legal actions"
        if state.is_forced and given == state.action_text(state.end_action):
            near = f"the turn may not end yet; {near}"
        super().__init__(f"{given} is not legal here; {near}")
        self.add_note(f"the state is {state}")  # in tracebacks only: the message must reveal nothing hidden


def _copied(records: np.ndarray) -> np.ndarray:
    """A copy of the bytes: NumPy copies records field by field, which is slower."""
    return np.ndarray(records.shape, records.dtype, bytearray(records))


class State:
    """A position of a game. States never change; playing an action returns a new state.

    >>> import turnwright
    >>> state = turnwright.game("hero_academy").start(seed=1)
    >>> state.player
    0
    >>> later = state.play(state.legal_actions()[0])

    If a game has its own class of states, all its states have that class:

    >>> [crystal.hp for crystal in state.crystals]
    [4500, 4500, 4500, 4500]
    """

    __slots__ = ("_known", "game", "past", "records")

    def __new__(cls, game: Game | None = None, records: np.ndarray | None = None) -> Self:
        """A state of the game's own class. (Python makes copies without arguments.)"""
        own = None if game is None or cls is not State else game.state_class
        return object.__new__(cls if own is None else own)  # type: ignore[return-value]

    def __init__(self, game: Game, records: np.ndarray) -> None:
        self.game = game
        self.records = records
        """A one-element array of the game's state record, as compiled code needs it."""
        self._known: tuple[int, bool, int] | None = None
        """The player to move, whether the game is over, and the outcome: computed once."""
        self.past: tuple[int, ...] = ()
        """The keys of the positions at the starts of all turns so far, including this one, as far as they are known. A
        state from text or from a deal has none."""

    @classmethod
    def deal(cls, game: Game, seed: int) -> Self:
        """The start of a game. All randomness follows from the seed."""
        records = game.blank()
        state_kernel.deal(game, records, generator(seed))
        return cls(game, records)

    # Facts

    @property
    def player(self) -> int:
        """The player to move: 0 or 1."""
        return (self._known or self._ask())[0]

    @property
    def is_over(self) -> bool:
        return (self._known or self._ask())[1]

    @property
    def outcome(self) -> int:
        """1 if player 0 has won, -1 if player 1 has, else 0."""
        return (self._known or self._ask())[2]

    def _ask(self) -> tuple[int, bool, int]:
        player, is_over, outcome = state_kernel.facts(self.game, self.records)
        self._known = int(player), bool(is_over), int(outcome)
        return self._known

    @property
    def hash(self) -> int:
        """A 64-bit key; equal states have equal keys."""
        return int(state_kernel.keys(self.game, self.records)[0])

    @property
    def position_key(self) -> int:
        """A 64-bit key for rules about repetition. Different states can have the same position."""
        return int(state_kernel.keys(self.game, self.records)[1])

    @property
    def ending(self) -> str | None:
        """How a finished game ended, in the game's words. Empty if it is not over or the game has no words for it."""
        if not self.game.endings or not self.is_over:
            return None
        return self.game.endings[int(state_kernel.ending(self.game, self.records))]

    @property
    def may_end(self) -> bool:
        """Whether the player may end the turn here."""
        if self.game.rules.may_end is None:
            return not self.is_over
        return bool(state_kernel.may_end(self.game, self.records))

    @property
    def is_forced(self) -> bool:
        """Whether the turn must continue: it may not end here."""
        return not self.is_over and not self.may_end

    @property
    def end_action(self) -> Action:
        """The action that ends the turn."""
        return int(state_kernel.end_action(self.game))

    def evaluate(self, player: int | None = None) -> float:
        """How good the state is for a player; by default, the player to move."""
        return float(state_kernel.evaluate(self.game, self.records, self._seat(player))[0])

    def normalised(self, player: int | None = None) -> float:
        """The evaluation mapped to [0, 1]."""
        return float(state_kernel.evaluate(self.game, self.records, self._seat(player))[1])

    def _seat(self, player: int | None) -> int:
        """A player that a method was given; by default, the player to move."""
        if player is None:
            return self.player
        if player not in (0, 1):
            raise TurnwrightError(f"there is no player {player!r}; Python numbers the players 0 and 1")
        return player

    # Actions

    def legal_actions(self) -> list[Action]:
        """All legal actions, in the game's own order."""
        return self._listed(pruned=False)

    def candidates(self) -> list[Action]:
        """The legal actions that pruning leaves."""
        return self._listed(pruned=True)

    def possible_actions(self) -> list[Action]:
        """Every action that can be part of some legal turn from here, legal now or later, without the end of the
        turn."""
        out = self._room()
        return self._checked(out, state_kernel.list_possible(self.game, self.records, out), "possible_actions")

    def _listed(self, *, pruned: bool) -> list[Action]:
        out = self._room()
        count = state_kernel.list_actions(self.game, self.records, pruned, out)
        return self._checked(out, count, "candidates" if pruned else "legal_actions")

    def _room(self) -> np.ndarray:
        """An array for a list, with a marker after the last element that the game says it needs."""
        out = np.empty(self.game.list_room, dtype=np.int32)
        out[self.game.max_actions] = MARK
        return out

    def _checked(self, out: np.ndarray, count: int, rule: str) -> list[Action]:
        """A list. Raises an error if it is longer than the game says, because the arrays of searches are not longer."""
        game = self.game
        if not 0 <= count <= game.max_actions:
            raise ContractError(
                f"{rule} of {game.name} listed {count} actions, but max_actions is {game.max_actions}; "
                f"raise max_actions; the state is {self}"
            )
        if out[game.max_actions] != MARK:
            raise ContractError(
                f"{rule} of {game.name} wrote beyond its max_actions, {game.max_actions}, although it listed only "
                f"{count}; raise max_actions (by 16 if it lists with spread, which writes ahead); the state is {self}"
            )
        actions: list[int] = out[:count].tolist()
        return actions

    def is_legal(self, action: Action) -> bool:
        """Whether an action is legal, without listing all."""
        return -(2**31) <= action < 2**31 and bool(state_kernel.is_legal(self.game, self.records, np.int64(action)))

    def accepts(self, action: Action) -> bool:
        """Whether an action may be played: a legal action, or the end of the turn where it is allowed, listed or
        not."""
        return -(2**31) <= action < 2**31 and bool(state_kernel.accepts(self.game, self.records, np.int64(action)))

    def is_revealing(self, action: Action) -> bool:
        """Whether a legal action reveals hidden information within the turn, so that the rest cannot be planned."""
        return self.game.reveals and bool(state_kernel.is_revealing(self.game, self.records, np.int64(action)))

    def priority(self, action: Action) -> int:
        """The priority of a legal action in the game's action ordering."""
        return int(state_kernel.priority(self.game, self.records, np.int64(action)))

    def play(self, *actions: "Action | str | Planned") -> Self:
        """The state after playing actions, given as numbers or in notation, or a whole turn.

        >>> import turnwright
        >>> state = turnwright.game("hero_academy").start(seed=7)
        >>> state.play("W@a1", "end") == state.play("W@a1 end")
        True
        """
        state = self.copy()
        for given in self._single(actions):
            action = state._understood(given)
            if not state.accepts(action):
                raise IllegalActionError(state, given, state._nearest(given))
            mover = state.player
            state_kernel.apply(self.game, state.records, np.int64(action))
            state._known = None
            if state.player != mover:
                state.past = (*state.past, state.position_key)
        return state

    def walk(self, actions: Sequence[Action], *, in_parts: bool = False) -> "Walk":
        """The positions that the actions of a turn lead to, as far as they are legal and the turn lasts.

        With `in_parts`, only up to the first action that reveals hidden information.
        """
        return Walk(self, actions, in_parts=in_parts)

    def _single(self, actions: "Iterable[Action | str | Planned]") -> Iterator[Action | str]:
        """Single actions, from actions and whole turns."""
        for given in actions:
            if isinstance(given, str):
                yield from self.game.split_turn(given) or [given]
            elif isinstance(given, int | np.integer):
                yield int(given)
            elif isinstance(given, Planned):
                yield from given.actions
            else:
                raise TurnwrightError(
                    f"{given!r} is not an action; give actions as numbers or in notation, such as "
                    "state.play(*actions) for a list of them, or a turn"
                )

    def _understood(self, given: Action | str) -> Action:
        return self.game.parse_action(given) if isinstance(given, str) else given

    def _nearest(self, given: Action | str) -> list[str]:
        legal = [self.action_text(action) for action in self.legal_actions()]
        text = given if isinstance(given, str) else self.action_text(given)
        return get_close_matches(text, legal, n=3, cutoff=0.0)

    # Notation and pictures

    def action_text(self, action: Action) -> str:
        """An action in notation."""
        return self.game.format_action(action, self)

    def turn_text(self, actions: Sequence[Action]) -> str:
        """The notation of a turn that starts in this state."""
        return self.walk(actions).text

    @property
    def text(self) -> str:
        """The state in notation: one line that `turnwright.state` reads back."""
        return self.game.format_state(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"State({self.text!r})"

    def draw(self) -> str:
        """The state as a picture in text."""
        return self.game.draw_text(self)

    def svg(self) -> str:
        """The state as an SVG picture."""
        return self.game.draw_svg(self)

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook; None if the game has no drawing, and the notebook then shows the notation."""
        try:
            return self.svg()
        except NotationError:
            return None

    # Copies and views

    def copy(self) -> Self:
        state = type(self)(self.game, _copied(self.records))
        state.past = self.past
        return state

    def under(self, game: Game) -> "State":
        """The same position with other settings of the game, such as another evaluation."""
        records = _copied(self.records)
        state_kernel.refresh(game, records)
        state = State(game, records)
        state.past = self.past
        return state

    def view(self, player: int | None = None, kind: ViewKind = "open") -> "View":
        """What a player may know of the state; by default, the player to move."""
        ensure_playable(self.game)  # a view can be searched, and searches trust the game
        return View(self, self._seat(player), kind)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.name == other.game.name and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@runtime_checkable
class Planned(Protocol):
    """Something with the actions of a turn, such as the `Turn` of an agent."""

    @property
    def actions(self) -> Sequence[Action]:
        """The actions, from the first to the last."""


class Walk:
    """A turn that has been played: its positions and its notation.

    It ends at the first illegal action, or when the player to move changes.
    """

    __slots__ = ("actions", "after", "records", "revealed", "start")

    def __init__(self, start: State, actions: Sequence[Action], *, in_parts: bool = False) -> None:
        given = np.array(actions, dtype=np.int32)
        dtype = start.records.dtype
        room = bytearray((given.size + 1) * dtype.itemsize)
        records = np.ndarray(given.size + 1, dtype, room)
        played, player, is_over, outcome, revealed = state_kernel.walk(
            start.game, start.records, records, given, in_parts
        )
        self.start = start
        self.actions = tuple(given[:played].tolist())
        """The actions that could be played."""
        self.records = records
        """The positions from the first to the last, one more than actions."""
        self.after = State(start.game, np.ndarray(1, dtype, room, played * dtype.itemsize))
        """The last position."""
        self.revealed = bool(revealed)
        """Whether one of the actions revealed hidden information; a walk in parts ends there."""
        self.after._known = int(player), bool(is_over), int(outcome)
        self.after.past = start.past if player == start.player else (*start.past, self.after.position_key)

    @property
    def is_whole(self) -> bool:
        """Whether the turn is over in the last position."""
        return self.after.is_over or self.after.player != self.start.player

    @property
    def positions(self) -> list[State]:
        """The positions from the first to the last, one more than actions."""
        return [State(self.start.game, self.records[i : i + 1]) for i in range(len(self.actions) + 1)]

    @property
    def text(self) -> str:
        """The turn in notation."""
        return self.start.game.join_turn(self.start.game.format_actions(self))


class View:
    """What one player may know of a state. Agents get views, not states."""

    __slots__ = ("_known", "game", "kind", "past", "player", "records")

    def __init__(self, state: State, player: int, kind: ViewKind) -> None:
        if kind not in VIEW_KINDS:
            raise ValueError(f"there is no view {kind!r}; the views are {', '.join(VIEW_KINDS)}")
        self.game = state.game
        self.player = player
        self.kind = kind
        self.records = _copied(state.records)
        self._known = state._known if kind == "open" else None
        self.past = state.past if kind == "open" else ()
        """The same as in the state. The keys depend on hidden information, so only open views have them."""
        if kind != "open":
            state_kernel.conceal(self.game, self.records, player, VIEW_KINDS.index(kind))

    @property
    def shown(self) -> State:
        """What the player sees, as a state in which hidden information is unknown. Do not plan on it; use `world()`."""
        return State(self.game, _copied(self.records))

    def _repr_svg_(self) -> str | None:
        return self.shown._repr_svg_()

    def world(self, seed: int = 0) -> State:
        """A full state that fits the view: a random guess under `hidden`, otherwise what is shown."""
        return self.worlds(1, generator(seed))[0]

    def worlds(self, count: int, rng: np.ndarray) -> list[State]:
        """Full states that fit the view. They differ only under `hidden`."""
        if self.kind != "hidden":
            shown = State(self.game, self.records)
            shown._known, shown.past = self._known, self.past
            return [shown] * count
        states = []
        for _ in range(count):
            records = _copied(self.records)
            state_kernel.determinise(self.game, records, self.player, rng)
            states.append(State(self.game, records))
        return states
