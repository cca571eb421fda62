"""What compiled code means on a GPU: how numba-cuda compiles rules and lanes that were written for a processor.

Importing this module is enough for lists, room for a moment and copies of records; `strictly` is how kernels are
compiled.
"""

import operator
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.cuda import cudadecl
from numba.cuda.cudadrv import nvvm
from numba.cuda.cudaimpl import cuda_local_array_integer, cuda_local_array_tuple, registry
from numba.cuda.np.arrayobj import basic_indexing, make_array, normalize_indices, setitem_array
from numba.extending import intrinsic, overload

from turnwright.batch.lazy_list import (
    LazyListType,
    SoughtListType,
    note_action,
    note_group,
    read_action,
    write_action,
    write_group,
)
from turnwright.core.bits import bit
from turnwright.core.game_type import GameType
from turnwright.core.spread import _spread_plainly, spread
from turnwright.core.work_array import work_array
from turnwright.evaluators.shallow_kernel import (
    add_plainly,
    add_row,
    begin_plainly,
    begin_sums,
    output_of,
    output_plainly,
)

_APART = ("can_finish", "add_plainly")
"""Functions that are called, and not copied to every place that calls them. `can_finish` is long, and lanes seldom
come to it: Arimaa's kernels would else take many minutes to compile. `add_plainly` would be unrolled at every input,
and take registers from the search. (To leave more apart, such as deals, took more registers, not less.)"""

_TOGETHER = 8
"""Words of a record that are on their way at once when it is copied."""


@overload(bit, target="cuda")
def _bit(square):
    return lambda square: np.uint64(1) << np.uint64(square)


@overload(spread, target="cuda")
def _spread(out, n, base, squares):
    if isinstance(out, LazyListType):
        return lambda out, n, base, squares: write_group(out, n, base, squares)
    if isinstance(out, SoughtListType):
        return lambda out, n, base, squares: note_group(out, n, base, squares)
    return lambda out, n, base, squares: _spread_plainly(out, n, base, squares)


@overload(begin_sums, target="cuda")
def _begin_sums(sums, params):
    return lambda sums, params: begin_plainly(sums, params)


@overload(add_row, target="cuda")
def _add_row(sums, params, row):
    return lambda sums, params, row: add_plainly(sums, params, row)


@overload(output_of, target="cuda")
def _output_of(sums, params):
    return lambda sums, params: output_plainly(sums, params)


@overload(operator.setitem, target="cuda")
def _set_item(out, n, action):
    if isinstance(out, LazyListType):
        return lambda out, n, action: write_action(out, n, action)
    if isinstance(out, SoughtListType):
        return lambda out, n, action: note_action(out, n, action)
    return None


@overload(operator.getitem, target="cuda")
def _get_item(out, n):
    if isinstance(out, LazyListType):
        return lambda out, n: read_action(out, n)
    return None


@cudadecl.register
class _WorkArray(cudadecl.Cuda_local_array):
    """Room for a moment is the lane's own memory."""

    key = work_array


cudadecl.register_global(work_array, types.Function(_WorkArray))
registry.lower(work_array, types.IntegerLiteral, types.Any)(cuda_local_array_integer)
registry.lower(work_array, types.BaseTuple, types.Any)(cuda_local_array_tuple)


@registry.lower(operator.setitem, types.Array, types.Integer, types.Record)
@registry.lower(operator.setitem, types.Array, types.BaseTuple, types.Record)
def _copy_record(context, builder, sig, args):
    """Copy a record, a few words at a time. Numba's own copy is unrolled, which takes hundreds of registers."""
    array_type, index_type, record = sig.args
    if array_type.dtype != record:
        return setitem_array(context, builder, sig, args)
    array = make_array(array_type)(context, builder, args[0])
    is_tuple = isinstance(index_type, types.BaseTuple)
    index_types = index_type.types if is_tuple else (index_type,)
    indices = cgutils.unpack_tuple(builder, args[1], count=len(index_type)) if is_tuple else (args[1],)
    index_types, indices = normalize_indices(context, builder, index_types, indices)
    target, _, _ = basic_indexing(context, builder, array_type, array, index_types, indices, boundscheck=False)
    width = 8 if record.size % 8 == 0 else 1
    words = ir.IntType(8 * width).as_pointer()
    source, target = builder.bitcast(args[2], words), builder.bitcast(target, words)
    number = record.size // width
    # The compiler must not know how often: it would unroll the loop.
    kind = ir.FunctionType(ir.IntType(64), [])
    times = builder.call(ir.InlineAsm(kind, f"mov.u64 $0, {number // _TOGETHER};", "=l", False), [])
    with cgutils.for_range(builder, times) as loop:
        first = builder.mul(loop.index, ir.Constant(ir.IntType(64), _TOGETHER))
        _copy_words(builder, source, target, width, [builder.add(first, _word(i)) for i in range(_TOGETHER)])
    _copy_words(builder, source, target, width, [_word(i) for i in range(number - number % _TOGETHER, number)])
    return context.get_dummy_value()


def _word(number: int) -> ir.Constant:
    return ir.Constant(ir.IntType(64), number)


def _copy_words(builder, source, target, width, places):
    """Copy some words. All are loaded before one is stored: a lane that waited for each would let its block wait."""
    loaded = [builder.load(builder.gep(source, [place]), align=width) for place in places]
    for place, word in zip(places, loaded, strict=True):
        builder.store(word, builder.gep(target, [place]), align=width)


class _StrictUnit(nvvm.CompilationUnit):
    """Compiles without fused multiply-add: it rounds once where a processor rounds twice. Some functions it leaves
    apart."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__({**options, "fma": 0})

    def add_module(self, buffer: bytes) -> None:
        super().add_module(_left_apart(buffer.decode()).encode())


def _left_apart(code: str) -> str:
    """LLVM code in which the functions of `_APART` are called, and not copied to every place that calls them."""
    names = "|".join(f"{len(name)}{name}" for name in _APART)
    return re.sub(rf"^define [^\n]*(?:{names})B\d*v[^\n]*\)$", r"\g<0> noinline", code, flags=re.MULTILINE)


_compiling = threading.RLock()


@contextmanager
def strictly() -> Iterator[None]:
    """Compile kernels as this module says, in one thread at a time."""
    with _compiling:
        plain, nvvm.CompilationUnit = nvvm.CompilationUnit, _StrictUnit
        kept = [(template, template._inline_overloads) for template in _templates_of(bit)]
        for template, _ in kept:
            template._inline_overloads = {}
        try:
            yield
        finally:
            nvvm.CompilationUnit = plain
            for template, copies in kept:
                template._inline_overloads = copies


def _templates_of(function: Any) -> tuple[Any, ...]:
    """What Numba knows of a function that is copied into its callers. If a processor's code has been compiled before,
    its copies lie there, and numba-cuda would take one of them, which it does not understand."""
    cpu_target.typing_context.refresh()
    return tuple(cpu_target.typing_context.resolve_value_type(function).templates)


def handle_maker(game_type: GameType) -> Any:
    """What makes a game's handle of its parameters: a handle is nothing but their address."""

    @intrinsic
    def handle(typingctx, params):
        def codegen(context, builder, sig, args):
            array = make_array(sig.args[0])(context, builder, args[0])
            game = cgutils.create_struct_proxy(game_type)(context, builder)
            game.record = builder.bitcast(array.data, game.record.type)
            return game._getvalue()

        return game_type(params), codegen

    return handle
