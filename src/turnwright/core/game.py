"""The game contract.

A game is a state (one NumPy record) and a handful of functions over it. Its `Rules` list those functions;
each takes the game's parameter record first, the state second. Search code is written once, against the
methods of a `Game` handle, and is compiled per game: the handle's Numba type names the game, so every call
below is resolved while compiling and costs nothing at run time. What may vary without compiling again (maps,
action points, evaluation weights) travels in the parameter record inside the handle.

A turn ends when the player to move changes or the game is over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numba.core import cgutils, types
from numba.extending import (
    NativeValue,
    make_attribute_wrapper,
    models,
    overload_attribute,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.numpy_support import from_dtype

from turnwright.core.compiled import folder_digest, rule
from turnwright.core.errors import TurnwrightError
from turnwright.core.records import blank_records, record_type
from turnwright.core.rng import below, generator, uniform
from turnwright.core.spec import SpecError
from turnwright.core.views import VIEW_KINDS, ViewKind

if TYPE_CHECKING:
    from turnwright.core.state import State, Walk

Rule = Callable[..., Any]

FIRST, SECOND = 0, 1
"""The two players, by seat."""


class NotationError(TurnwrightError):
    """Text that is not a state, an action or a turn of the game."""


@rule
def _no_priority(params, state, action):
    return 0


@rule
def _keep(params, state):
    pass


@rule
def _all_known(params, state, player, kind):
    pass


@rule
def _determined(params, state, player, rng):
    pass


@rule
def _squash(params, value):
    return 0.5 + 0.5 * value / (1.0 + abs(value))


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The functions that make a game. All take `(params, state, …)` and are compiled by `rule`.

    The first group is required. The others have defaults that are right for a simple game.
    """

    deal: Rule
    """`deal(params, state, rng)`: set up a new game in `state`, drawing all chance from `rng`."""
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
    """`end_action(params)`: the action that ends the turn; always accepted, also where it is not listed."""
    state_hash: Rule
    """`state_hash(params, state)`: a 64-bit key; equal states have equal keys."""
    evaluate: Rule
    """`evaluate(params, state, player)`: how good the state is for a player; at the end of a game, its result."""

    successor_value: Rule | None = None
    """`successor_value(params, state, action, player, scratch)`: the evaluation after a legal action, `state` left as
    it is; `scratch` is a one-element array of states to work in. Default: copy, apply, evaluate."""
    candidates: Rule | None = None
    """`candidates(params, state, out)`: the legal actions worth trying (hard pruning). Default: all."""
    is_candidate: Rule | None = None
    """`is_candidate(params, state, action)`: whether `candidates` would list the action."""
    priority: Rule = _no_priority
    """`priority(params, state, action)`: action ordering, higher first. Default: no opinion."""
    top_candidate: Rule | None = None
    """`top_candidate(params, state, buffer)`: the candidate of highest priority, of equals the first listed, and the
    end of the turn where there is none. Default: lists."""
    random_action: Rule | None = None
    """`random_action(params, state, buffer, rng)`: a uniformly random legal action. Default: list and pick."""
    meta_action: Rule | None = None
    """`meta_action(params, state, buffer, greedy, rng)`: pick a piece or card first, then one of its actions:
    with probability `greedy` the one of highest priority. Default: over the whole list."""
    possible_actions: Rule | None = None
    """`possible_actions(params, state, out)`: the actions of which some order makes a turn, legal now or only after
    others; none twice, and not the end of the turn. Agents that put actions in order ask for it. Default: those legal
    now."""
    book_action: Rule | None = None
    """`book_action(params, state, rng)`: an action that is known rather than searched for, such as a pick of a draft,
    or -1 where the game's book has none. Default: none."""
    must_end: Rule | None = None
    """`must_end(params, state, buffer)`: whether nothing is left in this turn but to end it. Default: lists."""
    actions_left: Rule | None = None
    """`actions_left(params, state)`: about how many actions the turn still has, its end not counted. Searches divide
    their budget by it. Default: 5."""
    normalise: Rule = _squash
    """`normalise(params, value)`: an evaluation mapped to [0, 1], a loss to 0 and a win to 1."""
    refresh: Rule = _keep
    """`refresh(params, state)`: recompute what the state keeps for these parameters (incremental values)."""
    conceal: Rule = _all_known
    """`conceal(params, state, player, kind)`: take out what the player may not know under that view."""
    determinise: Rule = _determined
    """`determinise(params, state, player, rng)`: fill what was concealed with a random guess consistent with it."""


class Game:
    """A game with its parameters: what search code holds in its hands, compiled or not.

    Subclasses set `name`, `rules`, `sources` and `state_dtype`, and give a notation and a drawing.
    """

    name: ClassVar[str]
    rules: ClassVar[Rules]
    sources: ClassVar[Path]
    """The folder (or file) that holds all code and tables of the game: its digest keys the compiled code."""
    state_dtype: ClassVar[np.dtype]
    max_actions: ClassVar[int]
    """Room that a buffer for a list of actions needs."""
    divider: ClassVar[str] = " "
    """What stands between the actions of a turn in notation; no action's own notation has it."""
    fair_views: ClassVar[tuple[ViewKind, ...]] = VIEW_KINDS
    """The views that show no more than the game means players to see; tables call the others a cheat."""

    params: np.ndarray
    """One-element array of the parameter record."""
    max_turn: int
    """The most actions a turn can have, its end included."""
    _numba_type_: "GameType"
    """What compiled code takes the handle for; there as soon as it has met any."""

    def __init__(self, params: np.ndarray, max_turn: int) -> None:
        self.params = params.view(record_type(params.dtype))
        self.max_turn = max_turn

    @property
    def record(self) -> np.record:
        """The parameter record, as rules take it."""
        record: np.record = self.params[0]
        return record

    @property
    def tag(self) -> str:
        """Names the compiled code of this game: its name and a digest of its sources."""
        tag = f"{self.name}-{folder_digest(self.sources)[:16]}"
        _GAMES.setdefault(tag, type(self))
        return tag

    def blank(self, count: int = 1) -> np.ndarray:
        """Uninitialised room for `count` states."""
        return blank_records(self.state_dtype, count)

    # Notation and drawing: what a game says about itself in words and pictures.

    @property
    def spec(self) -> str:
        """The spec string of the game with its settings."""
        return self.name

    def variant(self, **settings: str) -> "Game":
        """The same game with other readings, such as `evaluation="reference"`; positions stay valid under it."""
        if settings:
            raise SpecError(f"{self.name} has no setting {next(iter(settings))!r}")
        return self

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

    def start(self, seed: int) -> "State":
        """The start of a game; all its chance comes from the seed."""
        from turnwright.core.state import State

        return State.deal(self, seed)

    def deal_of_match(self, seed: int, number: int) -> int:
        """The seed of the start that a match with some seed has at some place, counted from 0."""
        return int(generator(seed, number)[0]) >> 11  # every reader of JSON can hold it

    # The methods of the contract as Python sees them when the JIT is switched off.

    def __getattr__(self, name: str) -> Any:
        if name not in _ARITY:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        implementation = _implementation(self.rules, name)
        if implementation is not None:
            return lambda *args: implementation(self.record, *args)
        fallback = _FALLBACKS[name]
        return lambda *args: fallback(self, *args)


_GAMES: dict[str, type[Game]] = {}
"""The games whose handles have met compiled code, by tag."""

_ARITY = {
    "deal": 2,
    "player": 1,
    "is_over": 1,
    "outcome": 1,
    "legal_actions": 2,
    "is_legal": 2,
    "apply": 2,
    "end_action": 0,
    "state_hash": 1,
    "evaluate": 2,
    "successor_value": 4,
    "candidates": 2,
    "is_candidate": 2,
    "priority": 2,
    "top_candidate": 2,
    "random_action": 3,
    "meta_action": 4,
    "possible_actions": 2,
    "book_action": 2,
    "must_end": 2,
    "actions_left": 1,
    "normalise": 1,
    "refresh": 1,
    "conceal": 3,
    "determinise": 3,
}
assert set(_ARITY) == {field.name for field in fields(Rules)}


def _pick_random(game, state, a, b):
    buffer, rng = a, b
    count = game.legal_actions(state, buffer)
    return np.int64(buffer[below(rng, count)] if count > 0 else game.end_action())


def _pick_top(game, state, a):
    buffer = a
    count = game.candidates(state, buffer)
    if count == 0:
        return np.int64(game.end_action())
    best, value = np.int64(buffer[0]), game.priority(state, buffer[0])
    for i in range(1, count):
        worth = game.priority(state, buffer[i])
        if worth > value:
            best, value = np.int64(buffer[i]), worth
    return best


def _pick_meta(game, state, a, b, c):
    buffer, greedy, rng = a, b, c
    if uniform(rng) < greedy:
        return np.int64(game.top_candidate(state, buffer))
    count = game.candidates(state, buffer)
    return np.int64(buffer[below(rng, count)] if count > 0 else game.end_action())


def _value_after(game, state, a, b, c):
    action, player, scratch = a, b, c
    scratch[0] = state
    game.apply(scratch[0], action)
    return game.evaluate(scratch[0], player)


def _legal_now(game, state, a):
    buffer = a
    listed = 0
    for i in range(game.legal_actions(state, buffer)):
        if buffer[i] != game.end_action():
            buffer[listed] = buffer[i]
            listed += 1
    return listed


def _no_book(game, state, a):
    return np.int64(-1)


def _nothing_but_end(game, state, a):
    buffer = a
    count = game.candidates(state, buffer)
    return count == 0 or (count == 1 and buffer[0] == game.end_action())


def _typical_turn(game, state):
    return 5


_FALLBACKS: dict[str, Rule] = {
    "successor_value": _value_after,
    "top_candidate": _pick_top,
    "random_action": _pick_random,
    "meta_action": _pick_meta,
    "possible_actions": _legal_now,
    "book_action": _no_book,
    "must_end": _nothing_but_end,
    "actions_left": _typical_turn,
}
"""What the contract does where a game says nothing. Numba wants the argument names of the methods below."""


def _implementation(rules: Rules, name: str) -> Rule | None:
    """The game's own function; for pruning, the unpruned one where the game has none."""
    function: Rule | None = getattr(rules, name)
    if function is None and name == "candidates":
        return rules.legal_actions
    if function is None and name == "is_candidate":
        return rules.is_legal
    return function


class GameType(types.Type):
    """The Numba type of a `Game`: one per game and version of its sources.

    To compiled code a handle is nothing but the address of its parameter record. (An array would be reference-counted
    at every call, which costs more than most rules.) The caller of compiled code keeps the handle alive.
    """

    def __init__(self, tag: str, params: types.Array) -> None:
        self.tag = tag
        self.params = params
        super().__init__(name=f"Game({tag}, {params})")


# Numba asks for the type of every argument of every call, so a handle keeps the answer.


@typeof_impl.register(Game)
def _typeof_game(game: Game, context: Any) -> GameType:
    """Asked once: Numba looks for `_numba_type_` first, which is faster than any call."""
    game._numba_type_ = GameType(game.tag, types.Array(from_dtype(game.params.dtype), 1, "C"))
    return game._numba_type_


@register_model(GameType)
class _GameModel(models.StructModel):
    def __init__(self, manager: Any, game_type: GameType) -> None:
        super().__init__(manager, game_type, [("record", game_type.params.dtype)])


make_attribute_wrapper(GameType, "record", "record")


@unbox(GameType)
def _unbox_game(game_type: GameType, obj: Any, c: Any) -> NativeValue:
    params_object = c.pyapi.object_getattr_string(obj, "params")
    params = c.unbox(game_type.params, params_object)
    array = c.context.make_array(game_type.params)(c.context, c.builder, params.value)
    game = cgutils.create_struct_proxy(game_type)(c.context, c.builder)
    game.record = c.builder.bitcast(array.data, game.record.type)
    c.context.nrt.decref(c.builder, game_type.params, params.value)
    c.pyapi.decref(params_object)
    return NativeValue(game._getvalue(), is_error=params.is_error)


def _define_method(name: str, arity: int) -> None:
    """Let compiled code call `game.name(…)`: the game's function, or the contract's default for it."""

    def resolve(game: GameType) -> Rule | None:
        return _implementation(_GAMES[game.tag].rules, name)

    # Numba takes the argument names and their number from the code, so every arity is written out.
    def none(game):
        function = resolve(game)
        return lambda game: function(game.record)

    def one(game, state):
        function = resolve(game)
        if function is None:
            return _FALLBACKS[name]
        return lambda game, state: function(game.record, state)

    def two(game, state, a):
        function = resolve(game)
        if function is None:
            return _FALLBACKS[name]
        return lambda game, state, a: function(game.record, state, a)

    def three(game, state, a, b):
        function = resolve(game)
        if function is None:
            return _FALLBACKS[name]
        return lambda game, state, a, b: function(game.record, state, a, b)

    def four(game, state, a, b, c):
        function = resolve(game)
        if function is None:
            return _FALLBACKS[name]
        return lambda game, state, a, b, c: function(game.record, state, a, b, c)

    overload_method(GameType, name)((none, one, two, three, four)[arity])


@overload_attribute(GameType, "max_actions")
def _max_actions(game):
    size = _GAMES[game.tag].max_actions
    return lambda game: size


for _name, _count in _ARITY.items():
    _define_method(_name, _count)
