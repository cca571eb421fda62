"""Arrays whose references compiled code does not count.

Numba counts references to every array that it takes from a tuple or passes on. That costs more than a step of a search.
A borrowed array is the same memory without the counter. Borrow only the arguments of an entry: its caller keeps them
alive until it returns.
"""

from typing import TypeVar

from numba.core import cgutils, types
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

Arrays = TypeVar("Arrays")


def borrowed(arrays: Arrays) -> Arrays:
    """A borrowed version of an array, or of a tuple of arrays and of such tuples."""
    return arrays


def _without_counters(context, builder, kind, value):
    if isinstance(kind, types.BaseTuple):
        parts = cgutils.unpack_tuple(builder, value)
        return context.make_tuple(
            builder, kind, [_without_counters(context, builder, *part) for part in zip(kind, parts, strict=True)]
        )
    array = make_array(kind)(context, builder, value)
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()


@intrinsic
def _borrow(typingctx, arrays):
    def codegen(context, builder, signature, args):
        return _without_counters(context, builder, signature.args[0], args[0])

    return arrays(arrays), codegen


@overload(borrowed)
def _borrowed_compiled(arrays):
    return lambda arrays: _borrow(arrays)
