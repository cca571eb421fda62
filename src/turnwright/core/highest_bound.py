"""Finds the highest of many confidence bounds. Tree searches would otherwise spend most of their time here."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from turnwright.core.compiled import rule

BLOCK = 16
"""The number of bounds that are compared at once."""


@rule
def highest_bound(means, widths, first, count, factor):
    """The index of the highest `mean + factor * width` among `count` entries from `first` on; on ties the first.

    The arrays must extend a block beyond the last entry.
    """
    return place_of_highest(means, widths, first, count, factor)


def place_of_highest(means, widths, first, count, factor):
    """The same in NumPy. In compiled code it is `_place_of_highest`."""
    return first + int((means[first : first + count] + factor * widths[first : first + count]).argmax())


@intrinsic
def _place_of_highest(typingctx, means, widths, first, count, factor):
    """Process blocks of bounds. Every lane keeps its highest bound; the lanes are compared once, at the end.

    A single running maximum would stall or mispredict a branch at every other step.
    """
    number = means.dtype
    signature = types.int64(means, widths, types.int64, types.int64, number)

    def codegen(context, builder, signature, args):
        means_value, widths_value, first_value, count_value, factor_value = args
        i32, i64 = ir.IntType(32), ir.IntType(64)
        bounds_type, places_type = ir.VectorType(factor_value.type, BLOCK), ir.VectorType(i32, BLOCK)

        def repeated(value):
            one = builder.insert_element(ir.Constant(ir.VectorType(value.type, BLOCK), ir.Undefined), value, i32(0))
            return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(i32, BLOCK), [0] * BLOCK))

        def reduced(operation, vector, flags=()):
            """The highest or lowest value of all lanes."""
            element = vector.type.element
            kind = "f" if isinstance(element, ir.FloatType | ir.DoubleType) else "i"
            name = f"llvm.vector.reduce.{operation}.v{BLOCK}{kind}{number.bitwidth if kind == 'f' else 32}"
            function = builder.module.globals.get(name) or ir.Function(
                builder.module, ir.FunctionType(element, [vector.type]), name
            )
            return builder.call(function, [vector], fastmath=flags)

        def loaded(kind, value, place):
            array = context.make_array(kind)(context, builder, value)
            pointer = builder.bitcast(builder.gep(array.data, [place]), bounds_type.as_pointer())
            return builder.load(pointer, align=number.bitwidth // 8)

        factors = repeated(factor_value)
        lanes = ir.Constant(places_type, list(range(BLOCK)))
        lowest = ir.Constant(bounds_type, [float("-inf")] * BLOCK)
        count_32 = builder.trunc(count_value, i32)

        def bounds_of(start):
            """The bounds of the block that starts at an index, and their indices; the lowest value beyond the last
            entry."""
            place = builder.add(first_value, builder.sext(start, i64))
            grown = builder.fmul(loaded(signature.args[1], widths_value, place), factors)
            bounds = builder.fadd(loaded(signature.args[0], means_value, place), grown)
            places = builder.add(lanes, repeated(start))
            return builder.select(builder.icmp_signed("<", places, repeated(count_32)), bounds, lowest), places

        bounds, places = bounds_of(i32(0))
        before = builder.block
        more = builder.append_basic_block("more")
        after = builder.append_basic_block("after")
        builder.cbranch(builder.icmp_signed("<", i32(BLOCK), count_32), more, after)

        builder.position_at_end(more)
        start = builder.phi(i32)
        best, where = builder.phi(bounds_type), builder.phi(places_type)
        other, other_places = bounds_of(start)
        is_higher = builder.fcmp_ordered(">", other, best)
        new_best, new_where = builder.select(is_higher, other, best), builder.select(is_higher, other_places, where)
        next_start = builder.add(start, i32(BLOCK))
        for phi, begun, continued in (
            (start, i32(BLOCK), next_start),
            (best, bounds, new_best),
            (where, places, new_where),
        ):
            phi.add_incoming(begun, before)
            phi.add_incoming(continued, more)
        builder.cbranch(builder.icmp_signed("<", next_start, count_32), more, after)

        builder.position_at_end(after)
        kept, kept_places = builder.phi(bounds_type), builder.phi(places_type)
        for phi, one, several in ((kept, bounds, new_best), (kept_places, places, new_where)):
            phi.add_incoming(one, before)
            phi.add_incoming(several, more)
        highest = reduced("fmax", kept, ("nnan", "nsz"))
        is_highest = builder.fcmp_ordered("==", kept, repeated(highest))
        nowhere = ir.Constant(places_type, [2**31 - 1] * BLOCK)
        place = reduced("umin", builder.select(is_highest, kept_places, nowhere))
        return builder.add(first_value, builder.sext(place, i64))

    return signature, codegen


@overload(place_of_highest)
def _place_of_highest_compiled(means, widths, first, count, factor):
    return lambda means, widths, first, count, factor: _place_of_highest(means, widths, first, count, factor)
