"""Prefetching: load memory into the cache before it is needed, while the search continues."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from turnwright.core.compiled import rule
from turnwright.core.hash_table import _SPREAD


def prefetch(array, place):
    """Prefetch an element of an array. This affects only speed."""


@intrinsic
def _prefetch(typingctx, array, place):
    def codegen(context, builder, signature, args):
        array_value, place_value = args
        pointer = builder.gep(context.make_array(signature.args[0])(context, builder, array_value).data, [place_value])
        i32, untyped = ir.IntType(32), ir.IntType(8).as_pointer()
        name = "llvm.prefetch.p0"
        fetch = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(ir.VoidType(), [untyped, i32, i32, i32]), name
        )
        read, keep, data = i32(0), i32(3), i32(1)
        builder.call(fetch, [builder.bitcast(pointer, untyped), read, keep, data])
        return context.get_dummy_value()

    return types.none(array, types.int64), codegen


@overload(prefetch)
def _prefetch_compiled(array, place):
    return lambda array, place: _prefetch(array, place)


@rule
def expected_place(table, key):
    """The slot where the lookup of a key starts, and mostly ends."""
    length = np.uint64(table.header[0].length)
    return np.int64(length + (((key * _SPREAD) >> np.uint64(20)) & (length - np.uint64(1))))


@rule
def prefetch_key(table, key):
    """Prefetch the expected slot of a key in a table, with its value."""
    place = expected_place(table, key)
    prefetch(table.keys, place)
    prefetch(table.values, place)
