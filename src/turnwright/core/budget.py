"""Budgets: what an agent may spend on a turn. A budget has up to five limits; the search stops at the first one
reached.

Counted limits are comparable across machines and languages: a count and a seed give the same plan everywhere.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from turnwright.core.errors import TurnwrightError

_UNITS = {
    "s": ("milliseconds", 1000),
    "ms": ("milliseconds", 1),
    "cpus": ("cpu_milliseconds", 1000),
    "cpums": ("cpu_milliseconds", 1),
    "evaluations": ("evaluations", 1),
    "ev": ("evaluations", 1),
    "steps": ("steps", 1),
    "st": ("steps", 1),
    "iterations": ("iterations", 1),
    "it": ("iterations", 1),
}
_PART = re.compile(r"(\d{1,30}(?:\.\d{1,30})?)\s*([kM]?)([a-z]+)", re.ASCII)
_MOST, _MOST_MILLISECONDS = 2**60, 10**12
"""The largest limit that searches can count; as a time, about thirty years."""


ALLOWANCE = 100.0
"""Milliseconds by which a turn may be late, for programs, agents and tools alike. A later turn loses the game."""


class BudgetError(TurnwrightError):
    """A text that is not a budget."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """Limits for one turn. At least one is set."""

    milliseconds: float | None = None
    """Wall-clock time."""
    evaluations: int | None = None
    """Calls of the evaluation function, including those of an opponent model."""
    steps: int | None = None
    """Actions applied in the forward model."""
    iterations: int | None = None
    """Rounds of the agent's own loop: offspring, tree iterations, leaves, genomes."""
    cpu_milliseconds: float | None = None
    """Processor time of all threads together, for shared machines."""

    def __post_init__(self) -> None:
        limits = (self.milliseconds, self.cpu_milliseconds, self.evaluations, self.steps, self.iterations)
        if all(limit is None for limit in limits):
            raise BudgetError("a budget needs at least one limit, such as 100ms or 5000ev")
        if any(limit is not None and limit < 0 for limit in limits):
            raise BudgetError("a budget cannot be negative")
        for limit, most in zip(limits, (_MOST_MILLISECONDS, _MOST_MILLISECONDS, _MOST, _MOST, _MOST), strict=True):
            if limit is not None and not limit <= most:
                raise BudgetError(f"a budget of {limit} is larger than a search can count; leave the limit out")

    @property
    def is_counted(self) -> bool:
        """Whether plans are reproducible: no limit depends on a clock."""
        return self.milliseconds is None and self.cpu_milliseconds is None

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """A budget from text: `1s`, `100ms`, `100cpums`, `5000ev`, `20kst`, `300it`, or several joined by `+`.

        >>> Budget.parse("1s+20kev")
        Budget(milliseconds=1000.0, evaluations=20000, steps=None, iterations=None, cpu_milliseconds=None)
        """
        limits: dict[str, float] = {}
        for part in text.split("+"):
            match = _PART.fullmatch(part.strip())
            if match is None or match[3] not in _UNITS:
                raise BudgetError(
                    f"{part.strip()!r} is not a budget; write a number and a unit: "
                    "1s, 100ms, 100cpums (processor time), 5000ev (evaluations), 5000st (steps), 5000it (iterations)"
                )
            name, factor = _UNITS[match[3]]
            amount = Fraction(match[1]) * {"": 1, "k": 1_000, "M": 1_000_000}[match[2]] * factor
            if name in limits:
                raise BudgetError(f"{text!r} gives {name} twice")
            limits[name] = float(amount) if name.endswith("milliseconds") else int(amount)
        return cls(**limits)  # type: ignore[arg-type]

    def __str__(self) -> str:
        parts = []
        for time, unit in ((self.milliseconds, "ms"), (self.cpu_milliseconds, "cpums")):
            if time is not None:
                parts.append(f"{np.format_float_positional(time, trim='-')}{unit}")
        for amount, unit in ((self.evaluations, "ev"), (self.steps, "st"), (self.iterations, "it")):
            if amount is not None:
                parts.append(f"{amount}{unit}")
        return "+".join(parts)
