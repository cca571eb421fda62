"""The highest of many confidence bounds, where tree searches would spend most of their time."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from turnwright.core.compiled import rule

BLOCK = 16
"""Places that are compared at once."""


@rule
def highest_bound(means, widths, first, count, factor):
    """The place of the highest `mean + factor * width` among `count` places from `first` on; of equals the first.

    Eight or sixteen places at once: a running maximum would wait for itself, or guess wrong, at every other step.
    Behind the last place there must be room for a block.
    """
    best, place = bound_in_block(means, widths, first, count, factor)
    start = BLOCK
    while start < count:
        bound, other = bound_in_block(means, widths, first + start, count - start, factor)
        if bound > best:
            best, place = bound, other
        start += BLOCK
    return place


def bound_in_block(means, widths, first, count, factor):
    """The highest bound in one block, and its place; of equals the first."""
    last = first + min(count, BLOCK)
    bounds = means[first:last] + factor * widths[first:last]
    return bounds.max(), first + int(bounds.argmax())


@intrinsic
def _bound_in_block(typingctx, means, widths, first, count, factor):
    number = means.dtype
    result = types.Tuple((number, types.int64))
    signature = result(means, widths, types.int64, types.int64, number)

    def codegen(context, builder, signature, args):
        means_value, widths_value, first_value, count_value, factor_value = args
        i32, i64 = ir.IntType(32), ir.IntType(64)
        vector = ir.VectorType(factor_value.type, BLOCK)

        def loaded(kind, value):
            array = context.make_array(kind)(context, builder, value)
            place = builder.bitcast(builder.gep(array.data, [first_value]), vector.as_pointer())
            return builder.load(place, align=number.bitwidth // 8)

        def repeated(value):
            one = builder.insert_element(ir.Constant(ir.VectorType(value.type, BLOCK), ir.Undefined), value, i32(0))
            return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(i32, BLOCK), [0] * BLOCK))

        grown = builder.fmul(loaded(signature.args[1], widths_value), repeated(factor_value))
        bounds = builder.fadd(loaded(signature.args[0], means_value), grown)
        lanes = ir.Constant(ir.VectorType(i64, BLOCK), list(range(BLOCK)))
        lowest = ir.Constant(vector, [float("-inf")] * BLOCK)
        bounds = builder.select(builder.icmp_signed("<", lanes, repeated(count_value)), bounds, lowest)
        name = f"llvm.vector.reduce.fmax.v{BLOCK}f{number.bitwidth}"
        reduce = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(factor_value.type, [vector]), name
        )
        best = builder.call(reduce, [bounds], fastmath=("nnan", "nsz"))
        equal = builder.bitcast(builder.fcmp_ordered("==", bounds, repeated(best)), ir.IntType(BLOCK))
        place = builder.cttz(builder.zext(equal, i64), ir.Constant(ir.IntType(1), 0))
        return context.make_tuple(builder, result, [best, builder.add(first_value, place)])

    return signature, codegen


@overload(bound_in_block)
def _bound_in_block_compiled(means, widths, first, count, factor):
    return lambda means, widths, first, count, factor: _bound_in_block(means, widths, first, count, factor)
