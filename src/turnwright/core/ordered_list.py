"""Sorts lists of actions."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from turnwright.core.compiled import rule

BLOCK = 16
"""The number of words that are compared at once. Arrays of words must extend this far beyond the last word."""


@rule
def order_choices(game, state, actions, count, keys):
    """Sort a list of actions by the game's ordering, best first, stable."""
    for i in range(count):
        keys[i] = game.priority(state, np.int64(actions[i]))
    sort_by_keys(actions, keys, count)


@rule
def sort_by_keys(actions, keys, count):
    """Sort a list of actions by their keys, highest first, stable."""
    for i in range(1, count):
        action, key = actions[i], keys[i]
        place = i
        while place > 0 and keys[place - 1] < key:
            keys[place], actions[place] = keys[place - 1], actions[place - 1]
            place -= 1
        keys[place], actions[place] = key, action


@rule
def count_lower(words, count, word):
    """The number of words among the first `count` that are lower than a given word; words have 32 bits.

    If all words differ, this is the word's rank. Counting has no branches, so for a dozen or two words it is much
    faster than sorting.
    """
    lower = 0
    for start in range(0, count, BLOCK):
        lower += count_lower_in_block(words, start, count - start, word)
    return lower


def count_lower_in_block(words, start, count, word):
    """The same for at most one block, from `start` on."""
    return int((words[start : start + min(count, BLOCK)] < word).sum())


@intrinsic
def _count_lower_in_block(typingctx, words, start, count, word):
    signature = types.int64(words, types.int64, types.int64, types.int32)

    def codegen(context, builder, signature, args):
        words_value, start_value, count_value, word_value = args
        i32, i64 = ir.IntType(32), ir.IntType(64)
        vector = ir.VectorType(i32, BLOCK)
        array = context.make_array(signature.args[0])(context, builder, words_value)
        place = builder.bitcast(builder.gep(array.data, [start_value]), vector.as_pointer())
        found = builder.load(place, align=4)
        one = builder.insert_element(ir.Constant(vector, ir.Undefined), word_value, ir.Constant(i32, 0))
        all_alike = builder.shuffle_vector(one, one, ir.Constant(vector, [0] * BLOCK))
        lower = builder.bitcast(builder.icmp_signed("<", found, all_alike), ir.IntType(BLOCK))
        is_last = builder.icmp_signed("<", count_value, ir.Constant(i64, BLOCK))
        lanes = builder.select(is_last, count_value, ir.Constant(i64, BLOCK))
        used = builder.sub(builder.shl(ir.Constant(i64, 1), lanes), ir.Constant(i64, 1))
        return builder.ctpop(builder.and_(builder.zext(lower, i64), used))

    return signature, codegen


@overload(count_lower_in_block)
def _count_lower_in_block_compiled(words, start, count, word):
    return lambda words, start, count, word: _count_lower_in_block(words, start, count, np.int32(word))
