"""Arrays whose references compiled code does not count.

Numba counts the references to every array that it takes out of a tuple or hands on, which costs more than a step of a
search. A borrowed array is the same memory without the counter. Borrow only the arguments of an entry: whoever calls it
keeps them alive until it returns.
"""

from typing import TypeVar

from numba.core import cgutils, types
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

Arrays = TypeVar("Arrays")


def borrowed(arrays: Arrays) -> Arrays:
    """An array, or a tuple of arrays and of such tuples, borrowed."""
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
