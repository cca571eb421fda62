"""Growing budgets in one currency, as ladders and curves climb them."""

from collections.abc import Sequence
from itertools import pairwise

from turnwright.arena.players import Player, split_budget
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError

_CURRENCIES = ("milliseconds", "cpu_milliseconds", "evaluations", "steps", "iterations")


def growing_budgets(given: Sequence[str | Budget], what: str) -> tuple[Budget, ...]:
    """The budgets of a ladder or a curve, checked; `what` needs them, such as "a ladder"."""
    budgets = tuple(Budget.parse(budget) if isinstance(budget, str) else budget for budget in given)
    if len(budgets) < 2:
        raise TurnwrightError(f"{what} needs at least two budgets, such as 100it,200it; {len(budgets)} were given")
    named = [_named_amount(budget) for budget in budgets]
    if len({currency for currency, _ in named}) > 1:
        raise TurnwrightError(f"{budgets[0]} and {budgets[-1]} cannot be compared; give all budgets in one currency")
    if named[0][1] <= 0 or any(low >= high for (_, low), (_, high) in pairwise(named)):
        listed = ",".join(map(str, budgets))
        raise TurnwrightError(f"the budgets {listed} must be above 0 and increase; give each only once")
    return budgets


def amount_of(budget: Budget) -> float:
    """A budget as a number of its only currency."""
    return _named_amount(budget)[1]


def _named_amount(budget: Budget) -> tuple[str, float]:
    given = [(name, getattr(budget, name)) for name in _CURRENCIES if getattr(budget, name) is not None]
    if len(given) > 1:
        raise TurnwrightError(f"the budget {budget} has several limits; give one, such as 100ms")
    return given[0]


def players_of(agents: Sequence[str], budgets: Sequence[Budget], what: str) -> tuple[Player, ...]:
    """The agents one after the other, each with every budget."""
    if not agents:
        raise TurnwrightError(f"{what} needs at least one agent; none was given")
    for agent in agents:
        if (own := split_budget(agent)[1]) is not None:
            raise TurnwrightError(f"{agent!r} has the budget {own}; leave it out: agents play with every budget")
    return tuple(Player.parse(agent, budget) for agent in agents for budget in budgets)
