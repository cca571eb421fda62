"""Lists of actions that are not written down: a GPU's lane has little memory near it, and a list is mostly thrown away.

A rule writes a list by `out[n] = action` and by `spread`. A lazy list keeps only what was written at a time: a base,
and the squares that are added to it. An action is made when it is read. A sought list keeps less: the one action at a
place that is known before. A rule that reads its list while it writes it needs a plain one.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, make_attribute_wrapper, models, register_model

from turnwright.core.bits import EMPTY, ONE, ctz, popcount
from turnwright.core.compiled import rule


class Groups(NamedTuple):
    """What a lazy list keeps: a place for every group of actions."""

    bases: np.ndarray
    """What is added to its squares."""
    squares: np.ndarray
    size: np.ndarray
    """How many groups there are, and how many actions."""


class LazyListType(types.Type):
    """The type of a lazy list. It is no tuple, lest `out[0]` be taken for its first field."""

    def __init__(self) -> None:
        super().__init__(name="LazyList")


class SoughtListType(types.Type):
    """The type of a sought list."""

    def __init__(self) -> None:
        super().__init__(name="SoughtList")


LAZY_LIST, SOUGHT_LIST = LazyListType(), SoughtListType()
_FIELDS = {
    "bases": types.Array(types.int32, 1, "C"),
    "squares": types.Array(types.uint64, 1, "C"),
    "size": types.Array(types.int64, 1, "C"),
}


@register_model(LazyListType)
class _LazyListModel(models.StructModel):
    def __init__(self, manager: Any, kind: LazyListType) -> None:
        super().__init__(manager, kind, list(_FIELDS.items()))


for _name in _FIELDS:
    make_attribute_wrapper(LazyListType, _name, _name)


@intrinsic
def lazy_list(typingctx, bases, squares, size):
    """A lazy list that keeps its groups in these arrays."""

    def codegen(context, builder, signature, args):
        made = cgutils.create_struct_proxy(LAZY_LIST)(context, builder)
        made.bases, made.squares, made.size = args
        return made._getvalue()

    return LAZY_LIST(*_FIELDS.values()), codegen


class Sought(NamedTuple):
    """What a sought list keeps."""

    place: np.ndarray
    """The place that is sought, from 0; and how many members of its group are before it."""
    base: np.ndarray
    squares: np.ndarray


_SOUGHT_FIELDS = {
    "place": types.Array(types.int64, 1, "C"),
    "base": types.Array(types.int64, 1, "C"),
    "squares": types.Array(types.uint64, 1, "C"),
}


@register_model(SoughtListType)
class _SoughtListModel(models.StructModel):
    def __init__(self, dmm: Any, fe_type: SoughtListType) -> None:
        super().__init__(dmm, fe_type, list(_SOUGHT_FIELDS.items()))


for _name in _SOUGHT_FIELDS:
    make_attribute_wrapper(SoughtListType, _name, _name)


@intrinsic
def sought_list(typingctx, place, base, squares):
    """A sought list that keeps in these arrays what it finds."""

    def codegen(context, builder, signature, args):
        made = cgutils.create_struct_proxy(SOUGHT_LIST)(context, builder)
        made.place, made.base, made.squares = args
        return made._getvalue()

    return SOUGHT_LIST(*_SOUGHT_FIELDS.values()), codegen


@rule
def write_group(out, n, base, squares):
    """Write the members of a set of squares from place n on; what was there and behind it is forgotten. Returns the
    new length."""
    if squares == EMPTY:
        return np.int64(n)
    count, length = out.size[0], out.size[1]
    if n == 0:  # a list begins at place 0, whatever was there
        count, length = np.int64(0), np.int64(0)
    while length > n:
        count -= 1
        length -= np.int64(popcount(out.squares[count]))
    if length < n:  # the first members of the last group stay
        rest = out.squares[count]
        for _ in range(n - length):
            rest &= rest - ONE
        out.squares[count] &= ~rest
        count += 1
    out.bases[count], out.squares[count] = base, squares
    length = np.int64(n) + np.int64(popcount(squares))
    out.size[0], out.size[1] = count + 1, length
    return length


@rule
def write_action(out, n, action):
    """Write one action at place n."""
    write_group(out, n, action, ONE)


@rule
def read_action(out, n):
    """The action at place n."""
    group, left = np.int64(0), np.int64(n)
    squares = out.squares[0]
    while left >= popcount(squares):
        left -= np.int64(popcount(squares))
        group += 1
        squares = out.squares[group]
    for _ in range(left):
        squares &= squares - ONE
    return np.int64(out.bases[group]) + np.int64(ctz(squares))


@rule
def note_group(sought, n, base, squares):
    """`write_group` for a sought list. What is written later counts."""
    end = np.int64(n) + np.int64(popcount(squares))
    place = sought.place[0]
    if n <= place and place < end:
        sought.place[1], sought.base[0], sought.squares[0] = place - n, base, squares
    return end


@rule
def note_action(sought, n, action):
    """`write_action` for a sought list."""
    note_group(sought, n, action, ONE)


@rule
def found_action(sought):
    """The action at the place that was sought."""
    squares = sought.squares[0]
    for _ in range(sought.place[1]):
        squares &= squares - ONE
    return sought.base[0] + np.int64(ctz(squares))
