"""Student's t against SciPy, which is not needed to run."""

import doctest

import pytest
from scipy.special import stdtrit

from turnwright.arena.statistics import student
from turnwright.arena.statistics.student import student_quantile


def test_the_examples_of_the_docstrings_hold():
    assert doctest.testmod(student) == (0, 1)


@pytest.mark.parametrize("freedom", [0.5, 1, 1.7, 2, 5, 30, 1e3, 1e6])
@pytest.mark.parametrize("chance", [0.01, 0.3, 0.5, 0.9, 0.975, 0.99999])
def test_quantiles_agree_with_scipy(freedom, chance):
    assert student_quantile(freedom, chance) == pytest.approx(float(stdtrit(freedom, chance)), rel=1e-8, abs=1e-12)
