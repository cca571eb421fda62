"""What an agent is: something that turns what a player may know, a budget and a seed into a turn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

from turnwright.core.budget import Budget
from turnwright.core.frames import frame_of
from turnwright.core.spec import Spec
from turnwright.core.state import State, View, Walk


@dataclass(frozen=True, kw_only=True)
class Report:
    """What a search did, in the same terms for every agent."""

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
    depth_min: int = 0
    """Depth of the leaf nearest to the root, of a tree of actions."""
    depth_max: int = 0
    completed: int = 0
    """Actions at the end of the plan that the search had not reached and a policy filled in."""
    exhausted: bool = False
    """Whether the search had nothing left to look at."""
    unknown: tuple[str, ...] = ()
    """Names of figures that nobody has counted, as in a program outside: their 0 means nothing."""
    curve: tuple[tuple[int, float, float], ...] = field(default=(), repr=False)
    """Best value over time: evaluations, milliseconds, value at every improvement. A tree of actions thinks anew about
    its turn now and then, and may think less of it."""
    parts: tuple["Report", ...] = field(default=(), repr=False)
    """Reports of the islands, trees or shares that ran beside each other."""

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON; figures that are unknown are None."""
        left_out = ("curve", "parts", "unknown")
        data = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in left_out}
        data |= dict.fromkeys(self.unknown)
        data["curve"] = [list(point) for point in self.curve]
        data["parts"] = [part.as_dict() for part in self.parts]
        return data

    @property
    def has_falling_curve(self) -> bool:
        """Whether the search thought less of its turn at times, as trees do: theirs is a mean of what they tried."""
        curves = [part.curve for part in (self, *self.parts)]
        return any(later[2] < earlier[2] for curve in curves for earlier, later in pairwise(curve))

    def to_frame(self, library: str | None = None) -> Any:
        """The best value over time as a frame of pandas or polars: the library named, or the first installed."""
        names = ("evaluations", "milliseconds", "value")
        return frame_of([dict(zip(names, point, strict=True)) for point in self.curve], names, library)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the best value over evaluations. Nothing if the search reports none."""
        from turnwright.agents.plots import curves_svg  # which needs this class

        return curves_svg(self)


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
    """The search tree as plain data, where the agent was asked to keep it; agents of the package give a `SearchTree`,
    which shows itself."""

    def __str__(self) -> str:
        return self.state.turn_text(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def _repr_html_(self) -> str:
        """What a notebook shows: the turn in notation and as arrows, what it is worth, and where it leads to."""
        from turnwright.agents.turn_picture import turn_svg  # nobody else needs it

        worth = "" if self.value is None else f", value {self.value:.6g}"
        walk = self.state.walk(self.actions)
        arrows = turn_svg(walk) or ""
        picture = walk.after._repr_svg_() or f"<pre>{escape(walk.after.draw())}</pre>"
        return f"<p><code>{escape(str(self))}</code>{worth}</p>{arrows}{picture}"


UNKNOWN = (
    "evaluations", "steps", "iterations", "probed", "generations", "unique", "depth_mean", "depth_max", "completed",
)  # fmt: skip
"""The figures of a report that an agent which does not report leaves unknown."""

Answer = Turn | Sequence[int] | Sequence[str]
"""What an agent may answer: a turn, or its actions as numbers or in notation. A text is the whole turn in notation."""


class Agent(ABC):
    """A player. Your own agent needs only `plan`."""

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
        raise NotImplementedError(f"{cls.__name__} cannot be created from a spec")

    @property
    def files(self) -> list[Path]:
        """The files of such an agent, in addition to its class. An edit of one of them makes it another player."""
        return []

    def processor_seconds(self) -> float:
        """Processor time that it has taken up to now, for budgets in processor time: that of the process it runs in."""
        return process_time()

    @abstractmethod
    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> "Answer":
        """A turn for the player to move: a `Turn`, its actions as numbers or in notation, or all of it in notation.

        It may be the first part of a turn: the caller then asks for the rest, with the remaining budget. Actions after
        one that reveals something are not played; the caller asks again, with a new budget.
        """

    def begin(self, view: View, budget: Budget | None) -> None:  # noqa: B027 (most agents need not know)
        """A game begins, seen from this agent's seat; called only for `per_game` agents, before the first plan."""

    def see(self, walk: Walk) -> None:  # noqa: B027 (most agents need not look)
        """A turn was played, by this agent or by the opponent; called only for `per_game` agents."""

    def see_part(self, walk: Walk) -> None:  # noqa: B027 (most agents need not look)
        """The first part of this agent's turn was played, and the caller asks for the rest next; called only for
        `per_game` agents."""

    def close(self) -> None:  # noqa: B027 (most agents hold nothing)
        """The game is over, or this agent is no longer needed."""


class TurnAgent(Agent):
    """An agent that always answers with a `Turn`, as those of the package do."""

    @abstractmethod
    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> Turn:
        """A turn for the player to move."""
