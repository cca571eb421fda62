"""Budgets: four currencies, read from text and written back."""

import pytest

from turnwright import Budget, TurnwrightError
from turnwright.core.budget import BudgetError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("1s", Budget(milliseconds=1000)),
        ("100ms", Budget(milliseconds=100)),
        ("100cpums", Budget(cpu_milliseconds=100)),
        ("2cpus+1s", Budget(cpu_milliseconds=2000, milliseconds=1000)),
        ("0.5s", Budget(milliseconds=500)),
        ("5000ev", Budget(evaluations=5000)),
        ("20kst", Budget(steps=20_000)),
        ("2Mit", Budget(iterations=2_000_000)),
        ("31000iterations", Budget(iterations=31_000)),
        ("1s + 20kev", Budget(milliseconds=1000, evaluations=20_000)),
        ("1234567ms", Budget(milliseconds=1_234_567)),
        ("1234.5678901s", Budget(milliseconds=1_234_567.8901)),
        ("0.00001ms", Budget(milliseconds=0.00001)),
        ("1.001kev", Budget(evaluations=1001)),
        ("1152921504606846975it", Budget(iterations=2**60 - 1)),
    ],
)
def test_budgets_are_read_and_written(text: str, budget: Budget):
    assert Budget.parse(text) == budget
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize(
    "text", ["", "5", "ms", "5 parsecs", "-5ev", "1s+", "1s+2s", "5ev+5ev", "9" * 5000 + "ev", "9" * 20 + "s"]
)
def test_bad_budgets_are_refused_in_one_sentence(text: str):
    with pytest.raises(BudgetError) as error:
        Budget.parse(text)
    assert isinstance(error.value, TurnwrightError)
    assert "\n" not in str(error.value)


def test_a_budget_has_a_limit_and_none_is_negative():
    with pytest.raises(BudgetError, match="at least one limit"):
        Budget()
    with pytest.raises(BudgetError, match="negative"):
        Budget(steps=-1)
    for milliseconds in (float("nan"), float("inf")):
        with pytest.raises(BudgetError, match="larger than a search can count"):
            Budget(milliseconds=milliseconds)


def test_only_counts_are_reproducible():
    assert Budget(evaluations=10).is_counted
    assert not Budget(milliseconds=10, evaluations=10).is_counted
    assert not Budget(cpu_milliseconds=10, evaluations=10).is_counted
