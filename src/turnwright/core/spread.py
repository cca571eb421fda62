"""Writes the members of a set of squares into a list: the inner loop of listing actions.

`spread(out, n, base, squares)` appends `base + square` for every member, ascending, and returns the new length. It
writes whole blocks, so it may write up to `MARGIN` elements past the end: a fixed number of stores is cheaper than a
loop with an unpredictable end. On processors that can compress vectors (AVX-512 VBMI2), a block of sixteen takes a few
instructions; on others, eight squares at a time are looked up in a table.
"""

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

from turnwright.core.bits import ONE, ctz, popcount
from turnwright.core.compiled import flags, rule

MARGIN = 16
_BLOCK = 16
_EIGHT = np.uint64(255)


def _processor_compresses() -> bool:
    features = binding.get_host_cpu_features()
    return bool(features.get("avx512vbmi2") and features.get("avx512bw")) and flags.CPU_NAME is None


def spread(out, n, base, squares):
    """Append `base + square` for every member of the set; return the new length."""
    squares = int(squares)
    while squares:
        out[n] = base + ctz(squares)
        squares &= squares - 1
        n += 1
    return n


_MEMBERS = np.zeros((256, 8), dtype=np.int32)
"""The members of every set of eight squares, in order."""
for _set in range(256):
    _found = [_square for _square in range(8) if _set >> _square & 1]
    _MEMBERS[_set, : len(_found)] = _found


@intrinsic
def _store_eight(typingctx, out, n, base, members, eight):
    """Store `base + member` for the members of a set of eight squares, as one vector."""
    signature = types.void(out, types.int64, types.int32, members, types.uint64)

    def codegen(context, builder, signature, args):
        out_value, n_value, base_value, members_value, row = args
        i32 = ir.IntType(32)
        vector = ir.VectorType(i32, 8)
        target = context.make_array(signature.args[0])(context, builder, out_value)
        table = context.make_array(signature.args[3])(context, builder, members_value)
        source = builder.gep(table.data, [builder.mul(row, ir.Constant(ir.IntType(64), 8))])
        found = builder.load(builder.bitcast(source, vector.as_pointer()), align=4)
        one = builder.insert_element(ir.Constant(vector, ir.Undefined), base_value, ir.Constant(i32, 0))
        bases = builder.shuffle_vector(one, one, ir.Constant(vector, [0] * 8))
        place = builder.bitcast(builder.gep(target.data, [n_value]), vector.as_pointer())
        builder.store(builder.add(found, bases), place, align=4)
        return context.get_dummy_value()

    return signature, codegen


@rule
def _spread_portable(out, n, base, squares):
    for i in range(8):
        eight = (squares >> np.uint64(8 * i)) & _EIGHT
        _store_eight(out, n, np.int32(base + 8 * i), _MEMBERS, eight)
        n += np.int64(popcount(eight))
    return n


@rule
def _spread_plainly(out, n, base, squares):
    while squares:
        out[n] = base + ctz(squares)
        squares &= squares - ONE
        n += 1
    return n


@intrinsic
def _compress(typingctx, out, n, base, squares):
    """Store `base + square` for up to 64 members, in blocks of sixteen: the first block always, the others if
    needed."""
    signature = types.void(out, types.int64, types.int32, types.uint64)

    def codegen(context, builder, signature, args):
        out_value, n_value, base_value, word = args
        array = context.make_array(signature.args[0])(context, builder, out_value)
        byte, i32 = ir.IntType(8), ir.IntType(32)
        bytes64, mask64 = ir.VectorType(byte, 64), ir.VectorType(ir.IntType(1), 64)
        kind = ir.FunctionType(bytes64, [bytes64, bytes64, mask64])
        function = builder.module.globals.get("llvm.x86.avx512.mask.compress.v64i8") or ir.Function(
            builder.module, kind, "llvm.x86.avx512.mask.compress.v64i8"
        )
        numbers = ir.Constant(bytes64, [ir.Constant(byte, i) for i in range(64)])
        zeros = ir.Constant(bytes64, None)
        members = builder.call(function, [numbers, zeros, builder.bitcast(word, mask64)])
        block = ir.VectorType(i32, _BLOCK)
        one = builder.insert_element(ir.Constant(block, ir.Undefined), base_value, ir.Constant(i32, 0))
        bases = builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(i32, _BLOCK), [0] * _BLOCK))
        start = builder.gep(array.data, [n_value])
        count = builder.ctpop(word)

        def store(first):
            lanes = ir.Constant(ir.VectorType(i32, _BLOCK), list(range(first, first + _BLOCK)))
            part = builder.zext(builder.shuffle_vector(members, members, lanes), block)
            place = builder.gep(start, [ir.Constant(ir.IntType(64), first)])
            place = builder.bitcast(place, block.as_pointer())
            builder.store(builder.add(part, bases), place, align=4)

        store(0)
        for first in range(_BLOCK, 64, _BLOCK):
            more = builder.icmp_unsigned(">", count, ir.Constant(ir.IntType(64), first))
            with builder.if_then(more, likely=False):
                store(first)
        return context.get_dummy_value()

    return signature, codegen


@rule
def _spread_compressed(out, n, base, squares):
    _compress(out, n, np.int32(base), squares)
    return n + np.int64(popcount(squares))


@overload(spread)
def _spread_compiled(out, n, base, squares):
    fits = isinstance(out, types.Array) and out.dtype == types.int32 and out.layout == "C"
    if not fits or flags.BOUNDSCHECK:
        return lambda out, n, base, squares: _spread_plainly(out, n, base, squares)
    if _processor_compresses():
        return lambda out, n, base, squares: _spread_compressed(out, n, base, squares)
    return lambda out, n, base, squares: _spread_portable(out, n, base, squares)
