"""Temporary arrays for rules: `work_array(size, dtype)`.

The size must be a constant of the module: a GPU has no heap, and reserves the array in the lane's own memory. The array
must not outlive the rule that requests it.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array


def work_array(size, dtype):
    """An uninitialised array of a constant size."""
    return np.empty(size, dtype)


@intrinsic(prefer_literal=True)
def _array_on_stack(typingctx, size, dtype):
    """Room in the frame of the function: to ask the heap for it, and to give it back, takes longer than most rules."""
    array_type = types.Array(dtype.dtype, 1, "C")
    count = size.literal_value

    def codegen(context, builder, signature, args):
        element = context.get_data_type(array_type.dtype)
        room = cgutils.alloca_once(builder, ir.ArrayType(element, count))
        width = context.get_constant(types.intp, context.get_abi_sizeof(element))
        array = make_array(array_type)(context, builder)
        populate_array(
            array,
            data=builder.bitcast(room, element.as_pointer()),
            shape=[context.get_constant(types.intp, count)],
            strides=[width],
            itemsize=width,
            meminfo=None,
        )
        return array._getvalue()

    return array_type(size, dtype), codegen


@overload(work_array, target="cpu", prefer_literal=True)
def _work_array_compiled(size, dtype):
    if isinstance(size, types.IntegerLiteral):
        return lambda size, dtype: _array_on_stack(size, dtype)
    return lambda size, dtype: np.empty(size, dtype)
