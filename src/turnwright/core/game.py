"""The game contract.

A game is a state (one NumPy record) and a handful of functions over it. Its `Rules` list those functions; each takes
the game's parameter record first, the state second. Search code is written once, against the methods of a `Game`
handle (`rule_methods`), and is compiled per game (`game_type`). What may vary without compiling again (maps, action
points, evaluation weights) travels in the parameter record inside the handle.

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
    from turnwright.evaluators.terms import Terms

Rule = Callable[..., Any]


class NotationError(TurnwrightError):
    """Text that is not a state, an action or a turn of the game."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The functions that make a game, compiled by `rule`. Those with `= None` are optional: see `rule_defaults`."""

    deal: Rule
    """`deal(params, state, rng)`: set up a new game in `state`: every field of it, with all chance from `rng`."""
    player: Rule
    """`player(params, state)`: the player to move, 0 or 1."""
    is_over: Rule
    """`is_over(params, state)`: whether the game has ended."""
    outcome: Rule
    """`outcome(params, state)`: 1 if player 0 has won, -1 if player 1 has, else 0."""
    legal_actions: Rule
    """`legal_actions(params, state, out)`: write all legal actions to `out`, return their number."""
    is_legal: Rule
    """`is_legal(params, state, action)`: the same question for one action, without a list."""
    apply: Rule
    """`apply(params, state, action)`: play a legal action, changing `state`."""
    end_action: Rule
    """`end_action(params)`: the action that ends the turn; accepted wherever `may_end` says so, listed or not."""
    state_hash: Rule
    """`state_hash(params, state)`: a 64-bit key; equal states have equal keys."""
    evaluate: Rule
    """`evaluate(params, state, player)`: how good the state is for a player; at the end of a game, its result."""

    may_end: Rule | None = None
    """`may_end(params, state)`: whether the player may end the turn here. Where not, another action is legal and a
    candidate. In a game without passing it is always false: the rules end the turns. Default: always."""
    ending: Rule | None = None
    """`ending(params, state)`: how a finished game ended, as the place of a word in `Game.endings`."""
    is_revealing: Rule | None = None
    """`is_revealing(params, state, action)`: whether a legal action reveals chance or something hidden within the turn
    (a roll, a card turned up), so that what follows cannot be planned: agents are asked anew. Default: never."""
    position_key: Rule | None = None
    """`position_key(params, state)`: a 64-bit key for rules about repetition: of the board and the player to move, but
    not of counters and history. Default: `state_hash`."""
    successor_value: Rule | None = None
    """`successor_value(params, state, action, player, scratch)`: the evaluation after a legal action, `state` left as
    it is; `scratch` is a one-element array of states to work in. Default: copy, apply, evaluate."""
    candidate_values: Rule | None = None
    """`candidate_values(params, state, player, out, values, scratch)`: the candidates, and to `values` the evaluation
    for a player after each, as `candidates` and `successor_value` have them. Default: asks these."""
    candidates: Rule | None = None
    """`candidates(params, state, out)`: the legal actions worth trying (hard pruning). Default: all."""
    is_candidate: Rule | None = None
    """`is_candidate(params, state, action)`: whether `candidates` would list the action."""
    priority: Rule | None = None
    """`priority(params, state, action)`: action ordering, higher first. Default: 0 for all."""
    top_candidate: Rule | None = None
    """`top_candidate(params, state, buffer)`: the candidate of highest priority, of equals the first listed, and the
    end of the turn where there is none. Default: lists."""
    ordered_candidates: Rule | None = None
    """`ordered_candidates(params, state, out, keys)`: the candidates by priority, highest first, of equals the first
    listed; `keys` is an `int64` array to work in, as long as `out`. Default: lists and sorts."""
    random_action: Rule | None = None
    """`random_action(params, state, buffer, rng)`: a uniformly random legal action. Default: list and pick."""
    meta_action: Rule | None = None
    """`meta_action(params, state, buffer, greedy, rng)`: a quick sensible action for rollouts: with probability
    `greedy` the one of highest priority, else a random one of those worth trying. Default: of all candidates."""
    possible_actions: Rule | None = None
    """`possible_actions(params, state, out)`: every action that can be part of some legal turn from here, legal now or
    only after others; none twice, and not the end of the turn. Agents that order actions ask for it. Default: those
    legal now."""
    book_action: Rule | None = None
    """`book_action(params, state, rng)`: an action that is known rather than searched for, such as a pick of a draft,
    or -1 where the game's book has none. Default: -1."""
    must_end: Rule | None = None
    """`must_end(params, state, buffer)`: whether no candidate is left but the end of the turn. Default: lists."""
    may_win: Rule | None = None
    """`may_win(params, state)`: whether the player to move may still win before the turn ends. It may say yes too
    often, but never no to a win: a look for wins passes over what it rules out. Default: yes."""
    actions_left: Rule | None = None
    """`actions_left(params, state)`: about how many actions the turn still has, its end not counted. Searches divide
    their budget by it. Default: 5."""
    normalise: Rule | None = None
    """`normalise(params, value)`: an evaluation mapped to [0, 1], a loss to 0 and a win to 1. Default: a squashing
    function."""
    refresh: Rule | None = None
    """`refresh(params, state)`: recompute what the state keeps for these parameters (incremental values)."""
    conceal: Rule | None = None
    """`conceal(params, state, player, kind)`: take out what the player may not know under that view."""
    determinise: Rule | None = None
    """`determinise(params, state, player, rng)`: fill what was concealed with a random guess consistent with it."""


class Game(RuleMethods):
    """A game with its parameters: what search code holds in its hands, compiled or not.

    Subclasses set `name`, `rules`, `max_actions` and `state_dtype`, and give a notation and a drawing.
    """

    name: ClassVar[str]
    rules: ClassVar[Rules]
    state_dtype: ClassVar[np.dtype]
    max_actions: ClassVar[int]
    """The longest list of actions, `possible_actions` included."""
    endings: ClassVar[tuple[str, ...]] = ()
    """How a game can end, in the game's own words ("crystals", "turn limit"): what `Rules.ending` counts."""
    divider: ClassVar[str] = " "
    """What stands between the actions of a turn in notation; no action's own notation has it."""
    fair_views: ClassVar[tuple[ViewKind, ...]] = VIEW_KINDS
    """The views that show no more than the game means players to see; tables call the others a cheat."""
    turn_length_setting: ClassVar[str | None] = None
    """The setting that says how many actions a turn has ("action_points"), where the game has one."""
    evaluations: ClassVar[tuple[str, ...]] = ()
    """The words that `variant(evaluation=…)` takes, where the game has several evaluations; models come besides."""
    readings: ClassVar[tuple[str, ...]] = ()
    """The settings that can be `described` (as papers say) or `reference` (as published code does)."""

    state_class: ClassVar["type[State] | None"] = None
    """What the game's states are, where they have names for what is in them (`state.units`); else plain states."""

    params: np.ndarray
    """One-element array of the parameter record."""
    max_turn: int
    """The most actions that a turn can have. A move and then a shot, which ends the turn: 2. Five actions and then an
    `end` that the player has to play: 6. Five actions, where the rules end the turn by themselves: 5."""

    is_tried = False
    """Whether `probe` has had its first look."""

    def __init__(self, params: np.ndarray, max_turn: int) -> None:
        self.params = params.view(record_type(params.dtype))
        self.max_turn = max_turn
        self._check()

    def _check(self) -> None:
        """Refuse what compiled code would run into."""
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
        """The parameter record, as rules take it."""
        record: np.record = self.params[0]
        return record

    @property
    def tag(self) -> str:
        """Names the compiled code of this game: its class, however a spec leads there, and a digest of its engine."""
        kind = type(self)
        return f"{kind.__module__}.{kind.__qualname__}-{engine_digest(kind)[:16]}"

    @cached_property
    def _numba_type_(self) -> GameType:
        """What compiled code takes the handle for; Numba asks for this name."""
        return game_type_of(self)

    @property
    def reveals(self) -> bool:
        """Whether turns may have to be played in parts, because an action can reveal something."""
        return self.rules.is_revealing is not None

    @property
    def list_room(self) -> int:
        """Room for a list of actions, with some to spare: compiled code cannot say that a list is too long."""
        return self.max_actions + LIST_SLACK

    def blank(self, count: int = 1) -> np.ndarray:
        """Room for `count` states, filled with zeros. That is no position yet: `deal` or a notation makes it one."""
        return blank_records(self.state_dtype, count)

    def start(self, seed: int) -> "State":
        """The start of a game; all its chance comes from the seed."""
        from turnwright.core.state import State

        return State.deal(self, seed)

    def deal_of_match(self, seed: int, number: int) -> int:
        """The seed of the start that a match with some seed has at some place, counted from 0."""
        return int(generator(seed, number)[0]) >> 11  # every reader of JSON can hold it

    # Notation and drawing: what a game says about itself in words and pictures.

    @property
    def spec(self) -> str:
        """The spec string of the game with its settings."""
        return self.name

    @property
    def judged_by(self) -> str:
        """What spec strings call the evaluation by which states are judged; empty where the game has but one."""
        return ""

    def variant(self, **settings: str) -> "Game":
        """The same game with other readings, such as `evaluation="reference"`; positions stay valid under it."""
        if settings:
            raise SpecError(f"{self.name} has no setting {next(iter(settings))!r}")
        return self

    def terms(self) -> "Terms":
        """The terms of an evaluation whose weights can be learned, around those of the game's own evaluation."""
        raise TurnwrightError(f"{self.name} has no evaluation whose weights can be learned")

    def network_inputs(self, inputs: str) -> int:
        """How many numbers a network is given that judges states by these inputs."""
        raise TurnwrightError(f"{self.name} has no inputs for networks")

    def evaluated_by(self, network: Any) -> "Game":
        """The same game with a network as evaluation; what a network is, `evaluators.network` says."""
        raise TurnwrightError(f"{self.name} has no inputs for networks")

    def parse_action(self, text: str) -> int:
        """An action from its notation; a `NotationError` says what is wrong."""
        raise NotationError(f"{self.name} has no notation for actions")

    def format_action(self, action: int, state: "State") -> str:
        """An action in notation. The state it is played in may make it more telling."""
        return str(action)

    def format_actions(self, walk: "Walk") -> list[str]:
        """The actions of a turn in notation."""
        return [self.format_action(*played) for played in zip(walk.actions, walk.positions, strict=False)]

    def join_turn(self, actions: Sequence[str]) -> str:
        """A turn in notation, from its actions."""
        return self.divider.join(actions)

    def split_turn(self, text: str) -> list[str]:
        """The actions of a turn in notation; spaces round the dividers mean nothing."""
        parts = (part.strip() for part in text.split(self.divider.strip() or None))
        return [part for part in parts if part]

    def view_text(self, view: ViewKind) -> str:
        """A view as tables name it: a cheat where it shows more than the game means players to see."""
        return view if view in self.fair_views else f"{view}, a cheat"

    @property
    def turn_length(self) -> int | None:
        """How many actions a turn is set to have; None where the game has no such setting."""
        return None

    def with_actions_left(self, state: "State", count: int) -> "State":
        """The same position with another number of actions left in the turn."""
        raise TurnwrightError(f"the turns of {self.name} have no set number of actions")

    def parse_state(self, text: str) -> "State":
        """A state from its notation, without the spec in front."""
        raise NotationError(f"{self.name} has no notation for states")

    def format_state(self, state: "State") -> str:
        """A state in one line, the game's spec in front."""
        return f"{self.spec} {state.records.tobytes().hex()}"

    def draw_text(self, state: "State") -> str:
        """A picture in text."""
        return self.format_state(state)

    def draw_svg(self, state: "State") -> str:
        """A picture as SVG."""
        raise NotationError(f"{self.name} has no drawing")


@cache
def _check_fields(game: str, what: str, dtype: np.dtype) -> None:
    """A field that NumPy's records have too would be read as theirs where the code is not compiled."""
    for field in dtype.names or ():
        if hasattr(np.record, field):
            raise ContractError(
                f"{game} has a field {field!r} in its {what}; NumPy's records have something else of that name, so "
                "rules would read another value with the JIT off; give the field another name"
            )
