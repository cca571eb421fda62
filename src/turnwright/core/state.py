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
        super().__init__(f"{given} is not legal here; {near}; the state is {state}")


@entry
def _deal(game, states, rng):
    game.deal(states[0], rng)


@entry
def _facts(game, states):
    state = states[0]
    return game.player(state), game.is_over(state), game.outcome(state), game.state_hash(state), game.end_action()


@entry
def _list(game, states, pruned, out):
    return game.candidates(states[0], out) if pruned else game.legal_actions(states[0], out)


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
def _conceal(game, states, player, kind):
    game.conceal(states[0], player, kind)


@entry
def _determinise(game, states, player, rng):
    game.determinise(states[0], player, rng)
    game.refresh(states[0])


class State:
    """A position of a game. Playing gives a new state; states are not changed.

    >>> import turnwright
    >>> state = turnwright.game("hero_academy").start(seed=1)
    >>> state.player
    0
    >>> later = state.play(state.legal_actions()[0])
    """

    __slots__ = ("game", "records")

    def __init__(self, game: Game, records: np.ndarray) -> None:
        self.game = game
        self.records = records
        """One-element array of the game's state record, as compiled code takes it."""

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
        return int(_facts(self.game, self.records)[0])

    @property
    def is_over(self) -> bool:
        return bool(_facts(self.game, self.records)[1])

    @property
    def outcome(self) -> int:
        """1 if player 0 has won, -1 if player 1 has, else 0."""
        return int(_facts(self.game, self.records)[2])

    @property
    def hash(self) -> int:
        """A 64-bit key; equal states have equal keys."""
        return int(_facts(self.game, self.records)[3])

    @property
    def end_action(self) -> Action:
        """The action that ends the turn."""
        return int(_facts(self.game, self.records)[4])

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
        return state

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
        """Actions from this state on, in notation."""
        state = self.copy()
        texts = []
        for action in actions:
            texts.append(state.action_text(action))
            _apply(self.game, state.records, np.int64(action))
        return " ".join(texts)

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
        return State(self.game, self.records.copy())

    def under(self, game: Game) -> "State":
        """The same position under other settings of the same game, such as another evaluation."""
        records = self.records.copy()
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


class View:
    """What one player may know of a state. Agents are given views, not states."""

    __slots__ = ("game", "kind", "player", "records")

    def __init__(self, state: State, player: int, kind: ViewKind) -> None:
        if kind not in VIEW_KINDS:
            raise ValueError(f"there is no view {kind!r}; the views are {', '.join(VIEW_KINDS)}")
        self.game = state.game
        self.player = player
        self.kind = kind
        self.records = state.records.copy()
        _conceal(self.game, self.records, player, VIEW_KINDS.index(kind))

    def world(self, seed: int = 0) -> State:
        """A full state consistent with the view: under `hidden` a random guess, else what is shown."""
        return self.worlds(1, generator(seed))[0]

    def worlds(self, count: int, rng: np.ndarray) -> list[State]:
        """Full states consistent with the view; only `hidden` views leave anything to guess."""
        states = []
        for _ in range(count):
            records = self.records.copy()
            if self.kind == "hidden":
                _determinise(self.game, records, self.player, rng)
            states.append(State(self.game, records))
        return states
