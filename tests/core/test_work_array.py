"""Arrays for a moment: each request has its own, as large as asked for."""

import numpy as np

from turnwright.core.compiled import entry, rule
from turnwright.core.work_array import work_array

SIZE = 300


@rule
def _filled(first):
    array = work_array(SIZE, np.int64)
    for i in range(SIZE):
        array[i] = first + i
    return array.sum()


@entry
def _sums(out):
    one, two = work_array(SIZE, np.int16), work_array((2, SIZE), np.float64)
    for i in range(SIZE):
        one[i], two[0, i], two[1, i] = i, 2 * i, -i
    for i in range(out.size - 3):
        out[i] = _filled(i)
    out[-3], out[-2], out[-1] = one.sum(), two[0].sum(), one.size


def test_every_request_has_its_own_array():
    out = np.zeros(203)
    _sums(out)
    whole = SIZE * (SIZE - 1) // 2
    assert out[:-3].tolist() == [whole + SIZE * i for i in range(200)]
    assert out[-3:].tolist() == [whole, 2 * whole, SIZE]
