"""Lists of actions that are not written down: a GPU's lane has little memory near it, and a list is mostly thrown away.

A rule writes a list by `out[n] = action` and by `spread`. A lazy list keeps only what was written at a time: where it
begins, and which squares it has. An action is made when it is read. A rule that reads its list while it writes it needs
a plain one.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, make_attribute_wrapper, models, register_model

from turnwright.core.bits import EMPTY, ONE, ctz, popcount
from turnwright.core.compiled import rule


class Groups(NamedTuple):
    """What a lazy list keeps: a place for every group of actions."""

    starts: np.ndarray
    """The place of its first action in the list."""
    bases: np.ndarray
    """What is added to its squares."""
    squares: np.ndarray
    number: np.ndarray
    """How many groups there are."""


class LazyListType(types.Type):
    """The type of a lazy list. It is no tuple, lest `out[0]` be taken for its first field."""

    def __init__(self) -> None:
        super().__init__(name="LazyList")


LAZY_LIST = LazyListType()
_FIELDS = {
    "starts": types.Array(types.int32, 1, "C"),
    "bases": types.Array(types.int32, 1, "C"),
    "squares": types.Array(types.uint64, 1, "C"),
    "number": types.Array(types.int32, 1, "C"),
}


@register_model(LazyListType)
class _LazyListModel(models.StructModel):
    def __init__(self, manager: Any, kind: LazyListType) -> None:
        super().__init__(manager, kind, list(_FIELDS.items()))


for _name in _FIELDS:
    make_attribute_wrapper(LazyListType, _name, _name)


@intrinsic
def lazy_list(typingctx, starts, bases, squares, number):
    """A lazy list that keeps its groups in these arrays."""

    def codegen(context, builder, signature, args):
        made = cgutils.create_struct_proxy(LAZY_LIST)(context, builder)
        made.starts, made.bases, made.squares, made.number = args
        return made._getvalue()

    return LAZY_LIST(*_FIELDS.values()), codegen


@rule
def write_group(out, n, base, squares):
    """Write the members of a set of squares from place n on; what was there and behind it is forgotten. Returns the
    new length."""
    if squares == EMPTY:
        return np.int64(n)
    count = np.int64(out.number[0]) if n > 0 else np.int64(0)  # a list begins at place 0, whatever was there
    while count > 0 and out.starts[count - 1] >= n:
        count -= 1
    out.starts[count], out.bases[count], out.squares[count] = n, base, squares
    out.number[0] = count + 1
    return np.int64(n) + np.int64(popcount(squares))


@rule
def write_action(out, n, action):
    """Write one action at place n."""
    write_group(out, n, action, ONE)


@rule
def read_action(out, n):
    """The action at place n."""
    group = np.int64(out.number[0]) - 1
    while out.starts[group] > n:
        group -= 1
    squares = out.squares[group]
    for _ in range(n - out.starts[group]):
        squares &= squares - ONE
    return np.int64(out.bases[group]) + np.int64(ctz(squares))
