"""Sets of up to 64 squares as one unsigned word.

`ctz` and `popcount` become single machine instructions in compiled code. With the JIT off they are plain Python. Words
are always `uint64`: mixed with signed integers, they would become floats. Square numbers are `uint32`: these mix with
signed integers, and index arrays without a sign test.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

EMPTY = np.uint64(0)
ONE = np.uint64(1)


def bit(square):
    """A word with only the bit of `square` set."""
    return np.uint64(1) << np.uint64(square)


@overload(bit, inline="always")
def _bit(square):
    return lambda square: np.uint64(1) << np.uint64(square)


def ctz(word):
    """Index of the lowest set bit; 64 for the empty word."""
    word = int(word)
    return (word & -word).bit_length() - 1 if word else 64


def popcount(word):
    """Number of set bits."""
    return int(word).bit_count()


@intrinsic
def _cttz(typingctx, word):
    def codegen(context, builder, signature, args):
        count = builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
        return context.cast(builder, count, types.uint64, types.uint32)

    return types.uint32(types.uint64), codegen


@intrinsic
def _ctpop(typingctx, word):
    def codegen(context, builder, signature, args):
        return context.cast(builder, builder.ctpop(args[0]), types.uint64, types.uint32)

    return types.uint32(types.uint64), codegen


@overload(ctz)
def _ctz_compiled(word):
    return lambda word: _cttz(np.uint64(word))


@overload(popcount)
def _popcount_compiled(word):
    return lambda word: _ctpop(np.uint64(word))
