"""Temporary arrays for rules: `work_array(size, dtype)`.

The size must be a constant of the module: a GPU has no heap, and reserves the array in the lane's own memory. The array
must not outlive the rule that requests it.
"""

import numpy as np
from numba.extending import overload


def work_array(size, dtype):
    """An uninitialised array of a constant size."""
    return np.empty(size, dtype)


@overload(work_array, target="cpu")
def _work_array_compiled(size, dtype):
    return lambda size, dtype: np.empty(size, dtype)
