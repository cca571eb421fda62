"""Room that a rule needs for a moment: `work_array(size, dtype)`.

The size is a constant of the module. Then a GPU, which has no heap to allocate from, can set the room aside in the
lane's own memory. The array must not outlive the rule that asks for it.
"""

import numpy as np
from numba.extending import overload


def work_array(size, dtype):
    """An array of a constant size, with no values yet."""
    return np.empty(size, dtype)


@overload(work_array, target="cpu")
def _work_array_compiled(size, dtype):
    return lambda size, dtype: np.empty(size, dtype)
