"""States and views as Python sees them: a game, one record, and what can be asked of it."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from turnwright.core.compiled import entry
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.views import VIEW_KINDS, ViewKind

Action = int
"""An action is one integer; `State.action_text` and `Game.parse_action` translate."""


class IllegalActionError(TurnwrightError):
    """The action cannot be played in the state. The state is as it was."""

    def __init__(self, state: "State", action: Action | str, nearest: list[str]) -> None:
        self.state, self.action, self.nearest = state, action, nearest
        given = action if isinstance(action, str) else state.action_text(action)
        if nearest:
            near = f"the nearest legal actions are {', '.join(nearest)}"
        else:
            near = "the game is over" if state.is_over else "there are no legal actions"
        self.reason = f"{given} is not legal here; {near}"
        """What is wrong, without the state: that may hold what not everybody may know."""
        super().__init__(f"{self.reason}; the state is {state}")


@entry
def _deal(game, states, rng):
    game.deal(states[0], rng)


@entry
def _facts(game, states):
    state = states[0]
    return game.player(state), game.is_over(state), game.outcome(state)


@entry
def _hash(game, states):
    return game.state_hash(states[0])


@entry
def _end_action(game):
    return game.end_action()


@entry
def _list(game, states, pruned, out):
    return game.candidates(states[0], out) if pruned else game.legal_actions(states[0], out)


@entry
def _possible(game, states, out):
    return game.possible_actions(states[0], out)


@entry
def _is_legal(game, states, action):
    return game.is_legal(states[0], action)


@entry
def _apply(game, states, action):
    game.apply(states[0], action)


@entry
def _evaluate(game, states, player):
    return game.evaluate(states[0], player), game.normalise(game.evaluate(states[0], player))


@entry
def _priority(game, states, action):
    return game.priority(states[0], action)


@entry
def _refresh(game, states):
    game.refresh(states[0])


@entry
def _walk(game, records, states, actions):
    """Play actions while they are legal and the turn lasts; states[i] becomes the position after i of them.

    Returns how many were played, and who moves, whether the game is over and its outcome after them.
    """
    states[0] = records[0]
    me = game.player(states[0])
    played = 0
    for i in range(actions.size):
        here = states[i]
        if game.is_over(here) or game.player(here) != me:
            break
        if not game.is_legal(here, np.int64(actions[i])) and actions[i] != game.end_action():
            break
        states[i + 1] = here
        game.apply(states[i + 1], np.int64(actions[i]))
        played += 1
    last = states[played]
    return played, game.player(last), game.is_over(last), game.outcome(last)


@entry
def _conceal(game, states, player, kind):
    game.conceal(states[0], player, kind)


@entry
def _determinise(game, states, player, rng):
    game.determinise(states[0], player, rng)
    game.refresh(states[0])


def _copied(records: np.ndarray) -> np.ndarray:
    """A copy made as bytes: NumPy copies records field by field, which takes longer."""
    return np.ndarray(records.shape, records.dtype, bytearray(records))


class State:
    """A position of a game. Playing gives a new state; states are not changed.

    >>> import turnwright
    >>> state = turnwright.game("hero_academy").start(seed=1)
    >>> state.player
    0
    >>> later = state.play(state.legal_actions()[0])
    """

    __slots__ = ("_known", "game", "records")

    def __init__(self, game: Game, records: np.ndarray) -> None:
        self.game = game
        self.records = records
        """One-element array of the game's state record, as compiled code takes it."""
        self._known: tuple[int, bool, int] | None = None
        """Who moves, whether the game is over, its outcome: asked of the rules once."""

    @classmethod
    def deal(cls, game: Game, seed: int) -> "State":
        """The start of a game; all its chance comes from the seed."""
        records = game.blank()
        _deal(game, records, generator(seed))
        return cls(game, records)

    # What holds

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
        player, is_over, outcome = _facts(self.game, self.records)
        self._known = int(player), bool(is_over), int(outcome)
        return self._known

    @property
    def hash(self) -> int:
        """A 64-bit key; equal states have equal keys."""
        return int(_hash(self.game, self.records))

    @property
    def end_action(self) -> Action:
        """The action that ends the turn."""
        return int(_end_action(self.game))

    def evaluate(self, player: int | None = None) -> float:
        """How good the state is for a player, by default the one to move."""
        return float(_evaluate(self.game, self.records, self.player if player is None else player)[0])

    def normalised(self, player: int | None = None) -> float:
        """The evaluation mapped to [0, 1]."""
        return float(_evaluate(self.game, self.records, self.player if player is None else player)[1])

    # Actions

    def legal_actions(self) -> list[Action]:
        """All legal actions, in the game's own order."""
        return self._listed(pruned=False)

    def candidates(self) -> list[Action]:
        """The legal actions that pruning leaves."""
        return self._listed(pruned=True)

    def possible_actions(self) -> list[Action]:
        """The actions that some order of this turn can hold, legal now or not, without its end."""
        out = np.empty(self.game.max_actions, dtype=np.int32)
        count = _possible(self.game, self.records, out)
        actions: list[int] = out[:count].tolist()
        return actions

    def _listed(self, *, pruned: bool) -> list[Action]:
        out = np.empty(self.game.max_actions, dtype=np.int32)
        count = _list(self.game, self.records, pruned, out)
        actions: list[int] = out[:count].tolist()
        return actions

    def is_legal(self, action: Action) -> bool:
        """Whether an action is legal, answered without a list."""
        return -(2**31) <= action < 2**31 and bool(_is_legal(self.game, self.records, np.int64(action)))

    def accepts(self, action: Action) -> bool:
        """Whether an action may be played: a legal one, or the end of the turn, listed or not."""
        return self.is_legal(action) or (action == self.end_action and not self.is_over)

    def priority(self, action: Action) -> int:
        """The value of a legal action in the game's action ordering."""
        return int(_priority(self.game, self.records, np.int64(action)))

    def play(self, *actions: Action | str) -> "State":
        """The state after some actions, given as numbers or in notation."""
        state = self.copy()
        for given in actions:
            action = state._understood(given)
            if not state.accepts(action):
                raise IllegalActionError(state, given, state._nearest(given))
            _apply(self.game, state.records, np.int64(action))
            state._known = None
        return state

    def walk(self, actions: Sequence[Action]) -> "Walk":
        """The way that the actions of a turn lead, as far as they are legal and the turn lasts."""
        return Walk(self, actions)

    def _understood(self, given: Action | str) -> Action:
        return self.game.parse_action(given) if isinstance(given, str) else int(given)

    def _nearest(self, given: Action | str) -> list[str]:
        legal = [self.action_text(action) for action in self.legal_actions()]
        text = given if isinstance(given, str) else self.action_text(given)
        return get_close_matches(text, legal, n=3, cutoff=0.0)

    # Notation and pictures

    def action_text(self, action: Action) -> str:
        """An action in notation."""
        return self.game.format_action(action, self)

    def turn_text(self, actions: Sequence[Action]) -> str:
        """The actions of a turn from this state on, in notation."""
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

    # Copies and views

    def copy(self) -> "State":
        return State(self.game, _copied(self.records))

    def under(self, game: Game) -> "State":
        """The same position under other settings of the same game, such as another evaluation."""
        records = _copied(self.records)
        _refresh(game, records)
        return State(game, records)

    def view(self, player: int | None = None, kind: ViewKind = "open") -> "View":
        """What a player, by default the one to move, may know of the state."""
        return View(self, self.player if player is None else player, kind)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.name == other.game.name and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


class Walk:
    """A turn played out: the positions that it passes, and its notation.

    It goes as far as the actions are legal and the player to move stays the same.
    """

    __slots__ = ("actions", "after", "records", "start")

    def __init__(self, start: State, actions: Sequence[Action]) -> None:
        given = np.array(actions, dtype=np.int32)
        dtype = start.records.dtype
        room = bytearray((given.size + 1) * dtype.itemsize)
        records = np.ndarray(given.size + 1, dtype, room)
        played, player, is_over, outcome = _walk(start.game, start.records, records, given)
        self.start = start
        self.actions = tuple(given[:played].tolist())
        """The actions that could be played."""
        self.records = records
        """The positions from the first to the last, one more than actions."""
        self.after = State(start.game, np.ndarray(1, dtype, room, played * dtype.itemsize))
        """Where the walk ends."""
        self.after._known = int(player), bool(is_over), int(outcome)

    @property
    def is_whole(self) -> bool:
        """Whether the turn is over at the end of the walk."""
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
    """What one player may know of a state. Agents are given views, not states."""

    __slots__ = ("_known", "game", "kind", "player", "records")

    def __init__(self, state: State, player: int, kind: ViewKind) -> None:
        if kind not in VIEW_KINDS:
            raise ValueError(f"there is no view {kind!r}; the views are {', '.join(VIEW_KINDS)}")
        self.game = state.game
        self.player = player
        self.kind = kind
        self.records = _copied(state.records)
        self._known = state._known if kind == "open" else None
        if kind != "open":
            _conceal(self.game, self.records, player, VIEW_KINDS.index(kind))

    def world(self, seed: int = 0) -> State:
        """A full state consistent with the view: under `hidden` a random guess, else what is shown."""
        return self.worlds(1, generator(seed))[0]

    def worlds(self, count: int, rng: np.ndarray) -> list[State]:
        """Full states consistent with the view; only `hidden` views leave anything to guess."""
        if self.kind != "hidden":
            shown = State(self.game, self.records)
            shown._known = self._known
            return [shown] * count
        states = []
        for _ in range(count):
            records = _copied(self.records)
            _determinise(self.game, records, self.player, rng)
            states.append(State(self.game, records))
        return states
