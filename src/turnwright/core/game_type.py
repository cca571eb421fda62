"""The Numba type of a `Game`: it binds the contract to compiled code.

The type of a handle names the game, so every call of a rule is resolved at compile time and costs nothing at run time.
The name of the type contains a digest of the game's engine: a changed engine is another type with other machine code.
"""

import hashlib
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from numba.core import cgutils, types
from numba.extending import (
    NativeValue,
    make_attribute_wrapper,
    models,
    overload_attribute,
    overload_method,
    register_model,
    unbox,
)
from numba.np.numpy_support import from_dtype

from turnwright.core import rule_defaults
from turnwright.core.block_library import BlockCompiler
from turnwright.core.rule_methods import RuleMethods
from turnwright.core.source_digest import closure_digest, module_file

if TYPE_CHECKING:
    from turnwright.core.game import Game

LIST_SLACK = 1024
"""Extra length of buffers beyond `max_actions`: a list that is longer than its game allows does no harm until it is
detected."""

_GAMES: dict[str, type["Game"]] = {}
"""The games that compiled code has used, by tag."""


_ENGINES: dict[type["Game"], str] = {}
"""The digests computed so far: files that change while a process runs do not change what it has loaded."""


class GameType(types.Type):
    """The Numba type of a `Game`: one per game and version of its sources. `label` is its name in messages.

    In compiled code, a handle is just the address of its parameter record. (An array would be reference-counted at
    every call, which costs more than most rules.) The caller of compiled code keeps the handle alive.
    """

    def __init__(self, tag: str, label: str, params: types.Array) -> None:
        self.tag = tag
        self.label = label
        self.params = params
        super().__init__(name=f"Game({tag}, {params})")


def engine_digest(kind: type["Game"]) -> str:
    """A digest of the sources of a game's machine code: its rules, everything they import, and the contract's own part.

    Notation, drawings and other Python code of the game's class are not included.
    """
    if kind not in _ENGINES:
        _ENGINES[kind] = _engine_digest(kind)
    return _ENGINES[kind]


def _engine_digest(kind: type["Game"]) -> str:
    digest = hashlib.sha256(str(kind.max_actions).encode())
    modules = {__name__}
    for field in fields(kind.rules):
        own = getattr(kind.rules, field.name)
        if own is not None:
            modules.add(own.__module__)
            digest.update(f"{field.name}={own.__qualname__}\n".encode())
    digest.update(closure_digest(*map(module_file, sorted(modules))).encode())
    return digest.hexdigest()


def game_type_of(game: "Game") -> GameType:
    """The type of a handle. The handle caches it, because Numba asks at every call of a compiled function."""
    _GAMES.setdefault(game.tag, type(game))
    return GameType(game.tag, game.name, types.Array(from_dtype(game.params.dtype), 1, "C"))


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


@overload_attribute(GameType, "max_actions")
def _max_actions(game):
    size = _GAMES[game.tag].max_actions
    return lambda game: size


@overload_attribute(GameType, "list_room")
def _list_room(game):
    size = _GAMES[game.tag].max_actions + LIST_SLACK
    return lambda game: size


def _define_method(name: str) -> None:
    """Let compiled code call `game.name(…)`: the game's own rule, or the default of the contract."""
    default: Any = getattr(rule_defaults, name, None)

    def method(game, *args):  # unannotated: Numba compares the signatures
        own = getattr(_GAMES[game.tag].rules, name)
        if own is None:
            return lambda game, *args: default(game, *args)
        return lambda game, *args: own(game.record, *args)

    overload_method(GameType, name, jit_options={"pipeline_class": BlockCompiler})(method)  # type: ignore[call-arg]


for _name in vars(RuleMethods):
    if not _name.startswith("_"):
        _define_method(_name)
