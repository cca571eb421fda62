"""The Numba type of an `Encoding`: it names the functions and holds no data."""

from typing import TYPE_CHECKING, Any

from numba.core import types
from numba.extending import NativeValue, models, overload_method, register_model, unbox

from turnwright.core import encoding_defaults
from turnwright.core.block_library import BlockCompiler

if TYPE_CHECKING:
    from turnwright.core.encoding import Encoding, EncodingRules

_RULES: dict[str, "EncodingRules | None"] = {}
"""The rules of all encodings that compiled code has used, by tag."""

_OPTIONS: Any = {"jit_options": {"pipeline_class": BlockCompiler}}


class EncodingType(types.Type):
    """The Numba type of an `Encoding`: one per set of rules."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        super().__init__(name=f"Encoding({tag})")


def encoding_type_of(encoding: "Encoding") -> EncodingType:
    """The type of an encoding."""
    _RULES.setdefault(encoding.tag, encoding.rules)
    return EncodingType(encoding.tag)


@register_model(EncodingType)
class _EncodingModel(models.OpaqueModel):
    pass


@unbox(EncodingType)
def _unbox_encoding(kind: EncodingType, obj: Any, c: Any) -> NativeValue:
    return NativeValue(c.context.get_dummy_value())


@overload_method(EncodingType, "action_of", **_OPTIONS)
def _action_of(code, game, state, index, buffer):
    rules = _RULES[code.tag]
    if rules is None:
        default = encoding_defaults.action_of
        return lambda code, game, state, index, buffer: default(game, state, index, buffer)
    own = rules.action_of
    return lambda code, game, state, index, buffer: own(game.record, state, index)


@overload_method(EncodingType, "index_of", **_OPTIONS)
def _index_of(code, game, state, action, buffer):
    rules = _RULES[code.tag]
    if rules is None:
        default = encoding_defaults.index_of
        return lambda code, game, state, action, buffer: default(game, state, action, buffer)
    own = rules.index_of
    return lambda code, game, state, action, buffer: own(game.record, state, action)


@overload_method(EncodingType, "write_mask", **_OPTIONS)
def _write_mask(code, game, state, mask, buffer):
    rules = _RULES[code.tag]
    if rules is None:
        by_place = encoding_defaults.mask_by_place
        return lambda code, game, state, mask, buffer: by_place(game, state, mask, buffer)
    if rules.write_mask is not None:
        own = rules.write_mask

        def write_own(code, game, state, mask, buffer):
            if not game.is_over(state):
                own(game.record, state, mask)

        return write_own
    by_index = encoding_defaults.mask_by_index
    return lambda code, game, state, mask, buffer: by_index(game, code, state, mask, buffer)


@overload_method(EncodingType, "reads_hidden", **_OPTIONS)
def _reads_hidden(code):
    rules = _RULES[code.tag]
    if rules is None or rules.reads_hidden:
        return lambda code: True
    return lambda code: False


@overload_method(EncodingType, "write", **_OPTIONS)
def _write(code, game, state, content, player, planes, numbers):
    rules = _RULES[code.tag]
    if rules is None:
        default = encoding_defaults.write_bytes
        return lambda code, game, state, content, player, planes, numbers: default(
            game, state, content, player, planes, numbers
        )
    own = rules.write
    return lambda code, game, state, content, player, planes, numbers: own(game.record, state, player, planes, numbers)
