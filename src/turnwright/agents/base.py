"""What an agent is: something that turns what a player may know, a budget and a seed into a turn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turnwright.core.budget import Budget
from turnwright.core.spec import Spec
from turnwright.core.state import State, View, Walk


@dataclass(frozen=True, kw_only=True)
class Report:
    """What a search did, in the same words for every agent."""

    milliseconds: float = 0.0
    """Wall-clock time."""
    evaluations: int = 0
    """Calls of the heuristic, all of them."""
    steps: int = 0
    """Actions applied in the forward model."""
    iterations: int = 0
    """Rounds of the agent's own loop."""
    probed: int = 0
    """Steps, among all of them, of the look for a win at hand; they come before the search and belong to no part."""
    generations: int = 0
    """Generations of an evolution, or phases of a tree search that commits."""
    unique: int = 0
    """Distinct end-of-turn states seen."""
    depth_mean: float = 0.0
    """Mean depth of the leaves of a search tree."""
    depth_max: int = 0
    completed: int = 0
    """Actions at the end of the plan that the search had not reached and a policy filled in."""
    exhausted: bool = False
    """Whether the search had nothing left to look at."""
    curve: tuple[tuple[int, float, float], ...] = ()
    """Best value over time: evaluations, milliseconds, value at every improvement. A tree of actions thinks anew about
    its turn now and then, and may think less of it."""
    parts: tuple["Report", ...] = ()
    """Reports of the islands, trees or shares that ran beside each other."""

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        data = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in ("curve", "parts")}
        data["curve"] = [list(point) for point in self.curve]
        data["parts"] = [part.as_dict() for part in self.parts]
        return data


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A planned turn. Prints in notation."""

    state: State
    """Where it was planned: the true position, or the guess under hidden information."""
    actions: tuple[int, ...]
    """From the first action to the end of the turn, or as far as was planned."""
    value: float | None = None
    """What the agent thinks it is worth, if it has an opinion."""
    reply: tuple[int, ...] = ()
    """The opponent's turn that it fears most, if it has looked for one."""
    report: Report = field(default_factory=Report)
    tree: dict[str, Any] | None = None
    """The search tree as plain data, where the agent was asked to keep it."""

    def __str__(self) -> str:
        return self.state.turn_text(self.actions)

    def __len__(self) -> int:
        return len(self.actions)


class Agent(ABC):
    """A player. A stranger's agent needs nothing but `plan`."""

    name: str = "agent"
    needs_budget: bool = False
    """Whether `plan` must be given a budget."""
    per_game: bool = False
    """Whether every game needs a new one, as a program outside does: it is made for the game and closed after it."""

    @property
    def spec(self) -> str:
        """The spec string that makes this agent again."""
        return self.name

    @classmethod
    def from_spec(cls, spec: Spec) -> "Agent":
        """An agent of a kind that is made from its spec, such as a program; other kinds are made by their class."""
        raise NotImplementedError(f"{cls.__name__} is not made from a spec")

    @property
    def files(self) -> list[Path]:
        """Files that such an agent is made of, besides its class: an edit of one of them makes it another player."""
        return []

    @abstractmethod
    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> Turn | Sequence[int]:
        """A turn for the player to move, as a `Turn` or as its actions.

        It may be the beginning of one: the agent is then asked for the rest, with what is left of the budget. What
        comes after an action that reveals something is not played; the agent is asked again, with a new budget.
        """

    def begin(self, view: View, budget: Budget | None) -> None:  # noqa: B027 (most agents need not know)
        """A game begins, seen from this agent's seat; told to `per_game` agents only, before anything is asked."""

    def see(self, walk: Walk) -> None:  # noqa: B027 (most agents need not look)
        """A turn was played, this agent's own or the other's; told to `per_game` agents only."""

    def see_part(self, walk: Walk) -> None:  # noqa: B027 (most agents need not look)
        """The beginning of this agent's own turn was played, and the rest is asked for next; told to `per_game` agents
        only."""

    def close(self) -> None:  # noqa: B027 (most agents hold nothing)
        """The game is over, or nobody asks this agent any more."""
