"""The game contract.

A game is a state (one NumPy record) and a number of functions on it. Its `Rules` list those functions; each takes the
game's parameter record first and the state second. Search code is written once, against the methods of a `Game` handle
(`rule_methods`), and compiled for each game (`game_type`). Whatever may vary without compiling again (maps, action
points, evaluation weights) is in the parameter record inside the handle.

A turn ends when the player to move changes or the game is over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from turnwright.core.control_kernel import MAX_TURN
from turnwright.core.errors import ContractError, TurnwrightError
from turnwright.core.game_type import LIST_SLACK, GameType, engine_digest, game_type_of
from turnwright.core.records import blank_records, record_type
from turnwright.core.rng import generator
from turnwright.core.rule_methods import RuleMethods
from turnwright.core.spec import SpecError
from turnwright.core.views import VIEW_KINDS, ViewKind

if TYPE_CHECKING:
    from turnwright.core.state import State, Walk
    from turnwright.evaluators.shallow import Inputs
    from turnwright.evaluators.terms import Terms

Rule = Callable[..., Any]


class NotationError(TurnwrightError):
    """A text that is not a state, an action or a turn of the game."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The functions of a game, compiled by `rule`. Those with `= None` are optional; see `rule_defaults`."""

    deal: Rule
    """`deal(params, state, rng)`: sets up a new game in `state`. It sets every field and takes all randomness from
    `rng`."""
    player: Rule
    """`player(params, state)`: the player to move, 0 or 1."""
    is_over: Rule
    """`is_over(params, state)`: whether the game has ended."""
    outcome: Rule
    """`outcome(params, state)`: 1 if player 0 has won, -1 if player 1 has, else 0."""
    legal_actions: Rule
    """`legal_actions(params, state, out)`: writes all legal actions to `out` and returns their number."""
    is_legal: Rule
    """`is_legal(params, state, action)`: whether one action is legal, without listing all."""
    apply: Rule
    """`apply(params, state, action)`: plays a legal action, changing `state`."""
    end_action: Rule
    """`end_action(params)`: the action that ends the turn. It is accepted whenever `may_end` allows it, listed or
    not."""
    state_hash: Rule
    """`state_hash(params, state)`: a 64-bit key; equal states have equal keys."""
    evaluate: Rule
    """`evaluate(params, state, player)`: how good the state is for a player; at the end of a game, its result."""

    may_end: Rule | None = None
    """`may_end(params, state)`: whether the player may end the turn here. If not, another action must be legal and a
    candidate. In a game without passing it is always false: the rules end the turns. Default: always true."""
    ending: Rule | None = None
    """`ending(params, state)`: how a finished game ended, as an index into `Game.endings`."""
    is_revealing: Rule | None = None
    """`is_revealing(params, state, action)`: whether a legal action reveals chance or hidden information within the
    turn (a roll, a card turned up). What follows cannot be planned, so agents are asked again. Default: never."""
    position_key: Rule | None = None
    """`position_key(params, state)`: a 64-bit key for rules about repetition. It covers the board and the player to
    move, but not counters and history. Default: `state_hash`."""
    successor_value: Rule | None = None
    """`successor_value(params, state, action, player, scratch)`: the evaluation after a legal action. `state` must not
    change; `scratch` is a one-element work array of states. Default: copies, applies, evaluates."""
    candidate_values: Rule | None = None
    """`candidate_values(params, state, player, out, values, scratch)`: writes the candidates to `out` and the
    evaluation for a player after each to `values`: `candidates` and `successor_value` in one call. Default: calls
    both."""
    candidates: Rule | None = None
    """`candidates(params, state, out)`: the legal actions worth trying (hard pruning). Default: all."""
    is_candidate: Rule | None = None
    """`is_candidate(params, state, action)`: whether `candidates` would list the action."""
    priority: Rule | None = None
    """`priority(params, state, action)`: action ordering, higher first. Default: 0 for all."""
    top_candidate: Rule | None = None
    """`top_candidate(params, state, buffer)`: the candidate of highest priority, on ties the first listed; the end of
    the turn if there is none. Default: lists."""
    ordered_candidates: Rule | None = None
    """`ordered_candidates(params, state, out, keys)`: the candidates by priority, highest first, on ties in the order
    of the list. `keys` is an `int64` work array as long as `out`. Default: lists and sorts."""
    random_action: Rule | None = None
    """`random_action(params, state, buffer, rng)`: a uniformly random legal action. Default: lists and picks."""
    meta_action: Rule | None = None
    """`meta_action(params, state, buffer, greedy, rng)`: a fast, sensible action for rollouts: with probability
    `greedy` the one of highest priority, otherwise a random action worth trying. Default: picks from the candidates."""
    possible_actions: Rule | None = None
    """`possible_actions(params, state, out)`: every action that can be part of some legal turn from here, legal now or
    only later, each once, without the end of the turn. The permutation agents use it. Default: those legal now."""
    book_action: Rule | None = None
    """`book_action(params, state, rng)`: an action to play without a search, such as a draft pick, or -1 if the game's
    book has none. Default: -1."""
    must_end: Rule | None = None
    """`must_end(params, state, buffer)`: whether the end of the turn is the only candidate left. Default: lists."""
    may_win: Rule | None = None
    """`may_win(params, state)`: whether the player to move may still win in this turn. It may be true too often, but
    must never be false if a win exists: searches for wins skip such states. It may be a number: 0 is false, and a
    larger one is more promising, so that searches look there first. Default: true."""
    actions_left: Rule | None = None
    """`actions_left(params, state)`: about how many actions the turn still has, not counting its end. Searches divide
    their budget by it. Default: 5."""
    normalise: Rule | None = None
    """`normalise(params, value)`: an evaluation mapped to [0, 1], a loss to 0 and a win to 1. Default: a squashing
    function."""
    refresh: Rule | None = None
    """`refresh(params, state)`: recomputes cached values in the state that depend on the parameters."""
    conceal: Rule | None = None
    """`conceal(params, state, player, kind)`: removes what the player may not know under that view."""
    determinise: Rule | None = None
    """`determinise(params, state, player, rng)`: fills what was concealed with a consistent random guess."""


class Game(RuleMethods):
    """A game with its parameters: the handle that search code uses, compiled or not.

    Subclasses set `name`, `rules`, `max_actions` and `state_dtype`, and provide a notation and a drawing.
    """

    name: ClassVar[str]
    rules: ClassVar[Rules]
    state_dtype: ClassVar[np.dtype]
    max_actions: ClassVar[int]
    """The length of the longest list of actions, including `possible_actions`."""
    endings: ClassVar[tuple[str, ...]] = ()
    """How a game can end, in the game's own words ("crystals", "turn limit"). `Rules.ending` is an index into it."""
    divider: ClassVar[str] = " "
    """The separator between the actions of a turn in notation. The notation of an action must not contain it."""
    fair_views: ClassVar[tuple[ViewKind, ...]] = VIEW_KINDS
    """The views that show only what players are meant to see. Tables mark the others as a cheat."""
    turn_length_setting: ClassVar[str | None] = None
    """The name of the setting for the number of actions per turn ("action_points"), if the game has one."""
    evaluations: ClassVar[tuple[str, ...]] = ()
    """The names that `variant(evaluation=…)` accepts, in addition to models, if the game has several evaluations."""
    readings: ClassVar[tuple[str, ...]] = ()
    """The settings that can be `described` (as in the papers' text) or `reference` (as in the published code)."""

    state_class: ClassVar["type[State] | None"] = None
    """The class of the game's states, if their contents have names (`state.units`); by default plain states."""

    params: np.ndarray
    """A one-element array of the parameter record."""
    max_turn: int
    """The maximum number of actions in a turn. A move and then a shot, which ends the turn: 2. Five actions and then an
    `end` that the player must play: 6. Five actions, after which the rules end the turn: 5."""

    is_tried = False
    """Whether `probe` has checked the game."""

    def __init__(self, params: np.ndarray, max_turn: int) -> None:
        self.params = params.view(record_type(params.dtype))
        self.max_turn = max_turn
        self._check()

    def _check(self) -> None:
        """Reject what would break compiled code."""
        _check_fields(self.name, "state", self.state_dtype)
        _check_fields(self.name, "parameters", self.params.dtype)
        if not 1 <= self.max_turn <= MAX_TURN:
            raise ContractError(f"{self.name} has max_turn={self.max_turn}; turns may have 1 to {MAX_TURN} actions")
        if self.max_actions < 1:
            raise ContractError(f"{self.name} has max_actions={self.max_actions}; the longest list has 1 or more")
        if (self.rules.ending is None) != (not self.endings):
            raise ContractError(f"{self.name} must have both the rule `ending` and the words `endings`, or neither")

    @property
    def record(self) -> np.record:
        """The parameter record, as rules get it."""
        record: np.record = self.params[0]
        return record

    @property
    def tag(self) -> str:
        """Identifies the compiled code of this game: its class, however a spec names it, and a digest of its engine."""
        kind = type(self)
        return f"{kind.__module__}.{kind.__qualname__}-{engine_digest(kind)[:16]}"

    @cached_property
    def _numba_type_(self) -> GameType:
        """The Numba type of the handle; Numba looks for this name."""
        return game_type_of(self)

    @property
    def reveals(self) -> bool:
        """Whether turns may have to be played in parts, because an action can reveal hidden information."""
        return self.rules.is_revealing is not None

    @property
    def bounds_wins(self) -> bool:
        """Whether the game knows states in which no win is in reach any more."""
        return self.rules.may_win is not None

    @property
    def list_room(self) -> int:
        """An array for a list of actions, with some extra length: compiled code cannot report that a list is too
        long."""
        return self.max_actions + LIST_SLACK

    def blank(self, count: int = 1) -> np.ndarray:
        """An array of `count` states, filled with zeros. They become positions by `deal` or from a notation."""
        return blank_records(self.state_dtype, count)

    def start(self, seed: int) -> "State":
        """The start of a game. All randomness follows from the seed."""
        from turnwright.core.state import State

        return State.deal(self, seed)

    def deal_of_match(self, seed: int, number: int) -> int:
        """The seed of deal `number` (from 0) in a match with this seed."""
        return int(generator(seed, number)[0]) >> 11  # 53 bits: exact in every JSON reader

    # Notation and drawing.

    @property
    def spec(self) -> str:
        """The spec string of the game with its settings."""
        return self.name

    @property
    def judged_by(self) -> str:
        """The name of the evaluation in spec strings; empty if the game has only one."""
        return ""

    def variant(self, **settings: str) -> "Game":
        """The same game with other settings, such as `evaluation="reference"`. Positions stay valid."""
        if settings:
            raise SpecError(f"{self.name} has no setting {next(iter(settings))!r}")
        return self

    def terms(self) -> "Terms":
        """The terms of an evaluation with learnable weights, based on the game's own evaluation."""
        raise TurnwrightError(f"{self.name} has no evaluation whose weights can be learned")

    def shallow_inputs(self) -> "Inputs":
        """The inputs of shallow networks that correct the game's evaluation; see `evaluators.shallow`."""
        raise TurnwrightError(f"{self.name} has no inputs for shallow networks")

    def network_inputs(self, inputs: str) -> int:
        """The number of inputs of a network that evaluates states."""
        raise TurnwrightError(f"{self.name} has no inputs for networks")

    def evaluated_by(self, network: Any) -> "Game":
        """The same game with a network as its evaluation; see `evaluators.network`."""
        raise TurnwrightError(f"{self.name} has no inputs for networks")

    def parse_action(self, text: str) -> int:
        """An action from its notation. Raises a `NotationError` that says what is wrong."""
        raise NotationError(f"{self.name} has no notation for actions")

    def format_action(self, action: int, state: "State") -> str:
        """An action in notation. The state in which it is played can make it more informative."""
        return str(action)

    def format_actions(self, walk: "Walk") -> list[str]:
        """The actions of a turn in notation."""
        return [self.format_action(*played) for played in zip(walk.actions, walk.positions, strict=False)]

    def join_turn(self, actions: Sequence[str]) -> str:
        """A turn in notation, from its actions."""
        return self.divider.join(actions)

    def split_turn(self, text: str) -> list[str]:
        """The actions of a turn in notation. Spaces around the separators are ignored."""
        parts = (part.strip() for part in text.split(self.divider.strip() or None))
        return [part for part in parts if part]

    def view_text(self, view: ViewKind) -> str:
        """The name of a view in tables, marked as a cheat if it shows more than players are meant to see."""
        return view if view in self.fair_views else f"{view}, a cheat"

    @property
    def turn_length(self) -> int | None:
        """The number of actions per turn, from the settings; None if the game has no such setting."""
        return None

    def with_actions_left(self, state: "State", count: int) -> "State":
        """The same position with another number of actions left in the turn."""
        raise TurnwrightError(f"the turns of {self.name} have no set number of actions")

    def parse_state(self, text: str) -> "State":
        """A state from its notation, without the spec at the start."""
        raise NotationError(f"{self.name} has no notation for states")

    def format_state(self, state: "State") -> str:
        """A state in one line that starts with the game's spec."""
        return f"{self.spec} {state.records.tobytes().hex()}"

    def draw_text(self, state: "State") -> str:
        """A picture in text."""
        return self.format_state(state)

    def draw_svg(self, state: "State") -> str:
        """A picture as SVG."""
        raise NotationError(f"{self.name} has no drawing")


@cache
def _check_fields(game: str, what: str, dtype: np.dtype) -> None:
    """Reject fields with the name of an attribute of NumPy's records: uncompiled code would read that attribute."""
    for field in dtype.names or ():
        if hasattr(np.record, field):
            raise ContractError(
                f"{game} has a field {field!r} in its {what}; NumPy's records have an attribute of that name, so "
                "rules would read another value with the JIT off; rename the field"
            )
