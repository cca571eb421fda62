"""The output of a shallow network: one hidden layer over inputs that are 0 or 1, few of them 1 at a time.

All numbers are integers, so that every machine computes the same. A row of `rows` belongs to an input. Its first half
is what the input adds to the neurons that see the game as the first player does, its second half to those that see it
as the second one does.

Whoever computes an output fills room for the sums of all neurons by `begin_sums`, adds a row for every input that is 1
by `add_row`, and asks for `output_of`. In compiled code all sums are added as one vector, which the compiler keeps in
registers meanwhile. Where training wants to know which inputs are 1, `add_row` is given a list (of the type `LISTED`)
instead of sums, and notes them there.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from turnwright.core.compiled import rule

HIDDEN = 32
"""Neurons of each player."""
LANES = 2 * HIDDEN
SUMS = np.int16
"""The type of the sums of all neurons."""
LISTED = np.int32
"""The type of a list of inputs: their number, then the inputs."""
FULL = 255
"""A sum that makes a neuron fully active; it counts as 1."""
MOST_WEIGHT = 500
"""Of a neuron in the output: with it, the sum of all neurons fits into 32 bits."""

_I32, _I64 = ir.IntType(32), ir.IntType(64)
_LANES, _WIDE = ir.VectorType(ir.IntType(16), LANES), ir.VectorType(_I32, LANES)


def begin_sums(sums, params):
    """Set the sums to what they are before any input."""
    sums[:] = params.shallow_bias


def add_row(sums, params, row):
    """Add the row of an input to the sums, or note the input in a list."""
    if sums.dtype == LISTED:
        sums[0] += 1
        sums[sums[0]] = row
    else:
        sums += params.shallow_rows[row]


def output_of(sums, params):
    """The sum over all neurons of activity squared times weight."""
    activity = np.clip(sums, 0, FULL).astype(np.int64)
    return int((activity * activity * params.shallow_weight).sum())


# Lane by lane: as a GPU computes it


@rule
def begin_plainly(sums, params):
    for lane in range(LANES):
        sums[lane] = params.shallow_bias[lane]


@rule
def add_plainly(sums, params, row):
    for lane in range(LANES):
        sums[lane] += params.shallow_rows[row, lane]


@rule
def output_plainly(sums, params):
    total = np.int64(0)
    for lane in range(LANES):
        activity = np.int64(min(max(sums[lane], 0), FULL))
        total += activity * activity * np.int64(params.shallow_weight[lane])
    return total


# As one vector


def _place(context, builder, kind, array, row=None):
    """Where a row of an array lies in memory, as the place of a vector."""
    place = context.make_array(kind)(context, builder, array).data
    if row is not None:
        place = builder.gep(place, [builder.mul(row, _I64(LANES))])
    return builder.bitcast(place, _LANES.as_pointer())


@intrinsic
def _begin(typingctx, sums, bias):
    def codegen(context, builder, signature, args):
        target, source = (_place(context, builder, *pair) for pair in zip(signature.args, args, strict=True))
        builder.store(builder.load(source, align=2), target, align=2)
        return context.get_dummy_value()

    return types.void(sums, bias), codegen


@intrinsic
def _add(typingctx, sums, rows, row):
    def codegen(context, builder, signature, args):
        target = _place(context, builder, signature.args[0], args[0])
        added = builder.load(_place(context, builder, signature.args[1], args[1], args[2]), align=2)
        builder.store(builder.add(builder.load(target, align=2), added), target, align=2)
        return context.get_dummy_value()

    return types.void(sums, rows, types.int64), codegen


@intrinsic
def _output(typingctx, sums, weight):
    def codegen(context, builder, signature, args):
        found, weights = (
            builder.load(_place(context, builder, *pair), align=2) for pair in zip(signature.args, args, strict=True)
        )
        none, full = (ir.Constant(_LANES, [value] * LANES) for value in (0, FULL))
        clipped = builder.select(builder.icmp_signed(">", found, none), found, none)
        clipped = builder.select(builder.icmp_signed("<", clipped, full), clipped, full)
        activity = builder.zext(clipped, _WIDE)
        parts = builder.mul(builder.mul(activity, activity), builder.sext(weights, _WIDE))
        name = f"llvm.vector.reduce.add.v{LANES}i32"
        total = builder.module.globals.get(name) or ir.Function(builder.module, ir.FunctionType(_I32, [_WIDE]), name)
        return builder.sext(builder.call(total, [parts]), _I64)

    return types.int64(sums, weight), codegen


@rule
def _note(listed, row):
    listed[0] += 1
    listed[listed[0]] = row


@overload(begin_sums, target="cpu")
def _begin_sums(sums, params):
    return lambda sums, params: _begin(sums, params.shallow_bias)


@overload(add_row, target="cpu")
def _add_row(sums, params, row):
    if sums.dtype == types.int32:
        return lambda sums, params, row: _note(sums, row)
    return lambda sums, params, row: _add(sums, params.shallow_rows, row)


@overload(output_of, target="cpu")
def _output_of(sums, params):
    return lambda sums, params: _output(sums, params.shallow_weight)
