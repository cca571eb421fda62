"""A monotonic clock that compiled code can read: nanoseconds.

`clock_gettime` is called directly (about 30 ns). Without it, the clock of the Python interpreter is used, which is
slower but just as accurate.
"""

import ctypes
import sys
import time

import numba
from numba import types
from numba.extending import intrinsic, overload

from turnwright.core.compiled import rule

_MONOTONIC = 6 if sys.platform == "darwin" else 1


def _has_clock_gettime() -> bool:
    try:
        return hasattr(ctypes.CDLL(None), "clock_gettime")
    except (OSError, TypeError):  # no C library with this function, as on Windows
        return False


HAS_CLOCK_GETTIME = _has_clock_gettime()


def now_ns() -> int:
    """Nanoseconds since a fixed moment."""
    return time.monotonic_ns()


@intrinsic
def _clock_gettime(typingctx):
    from llvmlite import ir

    def codegen(context, builder, signature, args):
        i64, i32 = ir.IntType(64), ir.IntType(32)
        kind = ir.FunctionType(i32, [i32, i64.as_pointer()])
        function = builder.module.globals.get("clock_gettime") or ir.Function(builder.module, kind, "clock_gettime")
        with builder.goto_entry_block():
            time_spec = builder.alloca(ir.ArrayType(i64, 2))
        seconds = builder.gep(time_spec, [i32(0), i32(0)])
        nanoseconds = builder.gep(time_spec, [i32(0), i32(1)])
        builder.call(function, [i32(_MONOTONIC), seconds])
        whole = builder.mul(builder.load(seconds), i64(1_000_000_000))
        return builder.add(whole, builder.load(nanoseconds))

    return types.int64(), codegen


@rule
def _direct_clock():
    return _clock_gettime()


@rule
def _interpreter_clock():
    with numba.objmode(now="int64"):
        now = time.monotonic_ns()
    return now


@overload(now_ns)
def _now_ns_compiled():
    if HAS_CLOCK_GETTIME:
        return lambda: _direct_clock()
    return lambda: _interpreter_clock()
