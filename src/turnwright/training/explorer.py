"""A player for training games: another agent that opens at random and errs now and then.

Without that, games of one agent against itself pass through few kinds of positions, and every position is one that the
agent likes.
"""

from dataclasses import dataclass
from functools import cached_property

from turnwright.agents.base import Agent, Turn
from turnwright.agents.registry import agent
from turnwright.agents.settings import at_least, shares
from turnwright.core.budget import Budget
from turnwright.core.rng import generator
from turnwright.core.spec import format_spec
from turnwright.core.state import View

_HALF, _UNIT = 11, float(1 << 53)
_PLACE = f"{__name__}:Explorer"


@dataclass(frozen=True, kw_only=True)
class Explorer(Agent):
    """Plays as another agent does, with random turns at the start and now and then, and some hasty ones."""

    agent: str = "oep"
    """The agent's spec; `;` stands for its commas."""
    evaluation: str = "game"
    """The evaluation that the agent searches with."""
    opening: int = 2
    """A game begins with 0 to this many random turns of the player."""
    random: float = 0.04
    """Share of later turns that are random."""
    hasty: float = 0.12
    """Share of later turns that have a twentieth of the budget."""

    needs_budget = True

    def __post_init__(self) -> None:
        at_least(0, self, "opening")
        shares(self, "random", "hasty")

    @property
    def spec(self) -> str:
        return format_spec(_PLACE, self)

    @cached_property
    def _planner(self) -> Agent:
        return agent(self.agent.replace(";", ","), evaluation=self.evaluation)

    @cached_property
    def _random(self) -> Agent:
        return agent("random")

    @cached_property
    def _turns(self) -> list[int]:
        """The seeds of the turns so far: an agent from a file is created again for every game."""
        return []

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> Turn:
        """A turn of the other agent, or a random one."""
        self._turns.append(seed)
        chance = generator(seed, 1)
        opening = int(generator(self._turns[0], 2)[0] >> _HALF) % (self.opening + 1)
        share = int(chance[0] >> _HALF) / _UNIT
        if len(self._turns) <= opening or share < self.random:
            return _turn(self._random, view, Budget(iterations=1), seed)
        if budget is not None and share < self.random + self.hasty:
            budget = _twentieth(budget)
        return _turn(self._planner, view, budget, seed)


def _turn(planner: Agent, view: View, budget: Budget | None, seed: int) -> Turn:
    planned = planner.plan(view, budget, seed)
    assert isinstance(planned, Turn)  # every agent of the package answers so
    return planned


def _twentieth(budget: Budget) -> Budget:
    def part(count: int | None) -> int | None:
        return None if count is None else max(1, count // 20)

    return Budget(
        milliseconds=None if budget.milliseconds is None else budget.milliseconds / 20,
        cpu_milliseconds=None if budget.cpu_milliseconds is None else budget.cpu_milliseconds / 20,
        evaluations=part(budget.evaluations),
        steps=part(budget.steps),
        iterations=part(budget.iterations),
    )
