"""What an agent is: it gets what a player may know, a budget and a seed, and returns a turn."""

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
    """All calls of the evaluation function."""
    steps: int = 0
    """Actions applied in the forward model."""
    iterations: int = 0
    """Rounds of the agent's own loop."""
    probed: int = 0
    """The steps of the win probe, included in `steps`. It runs before the search and belongs to no part."""
    generations: int = 0
    """Generations of an evolution, or phases of a tree search that commits."""
    unique: int = 0
    """Distinct end-of-turn states seen."""
    depth_mean: float = 0.0
    """Mean depth of the leaves of a search tree."""
    depth_min: int = 0
    """Depth of the leaf nearest to the root, in a tree of actions."""
    depth_max: int = 0
    completed: int = 0
    """Actions at the end of the plan that a policy filled in, because the search had not reached them."""
    exhausted: bool = False
    """Whether the search was exhaustive."""
    unknown: tuple[str, ...] = ()
    """Names of figures that were not counted, as for external programs: their 0 means nothing."""
    curve: tuple[tuple[int, float, float], ...] = field(default=(), repr=False)
    """Best value over time: evaluations, milliseconds and value at every improvement. Tree searches re-estimate the
    value of their turn, so it can also fall."""
    parts: tuple["Report", ...] = field(default=(), repr=False)
    """Reports of the islands, trees or shares that ran in parallel."""

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON; unknown figures are None."""
        left_out = ("curve", "parts", "unknown")
        data = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in left_out}
        data |= dict.fromkeys(self.unknown)
        data["curve"] = [list(point) for point in self.curve]
        data["parts"] = [part.as_dict() for part in self.parts]
        return data

    @property
    def has_falling_curve(self) -> bool:
        """Whether the value of the best turn fell at times, as in tree searches, where it is a mean."""
        curves = [part.curve for part in (self, *self.parts)]
        return any(later[2] < earlier[2] for curve in curves for earlier, later in pairwise(curve))

    def to_frame(self, library: str | None = None) -> Any:
        """The best value over time as a frame of pandas or polars: the library named, or the first installed."""
        names = ("evaluations", "milliseconds", "value")
        return frame_of([dict(zip(names, point, strict=True)) for point in self.curve], names, library)

    def _repr_svg_(self) -> str | None:
        """The picture in a notebook: the best value over evaluations. None if the search reports no values."""
        from turnwright.agents.plots import curves_svg  # a circular import

        return curves_svg(self)


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A planned turn. Prints in notation."""

    state: State
    """The state in which it was planned: the true position, or a guess under hidden information."""
    actions: tuple[int, ...]
    """The actions, from the first to the end of the turn, or as far as planned."""
    value: float | None = None
    """The agent's value of the turn, if it gives one."""
    reply: tuple[int, ...] = ()
    """The strongest reply of the opponent, if the agent searched for one."""
    report: Report = field(default_factory=Report)
    tree: dict[str, Any] | None = None
    """The search tree as plain data, if the agent was asked to keep it. Agents of the package return a `SearchTree`,
    which notebooks display."""

    def __str__(self) -> str:
        return self.state.turn_text(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def _repr_html_(self) -> str:
        """The picture in a notebook: the turn in notation and as arrows, its value, and the position after it."""
        from turnwright.agents.turn_picture import turn_svg  # only notebooks need it

        worth = "" if self.value is None else f", value {self.value:.6g}"
        walk = self.state.walk(self.actions)
        arrows = turn_svg(walk) or ""
        picture = walk.after._repr_svg_() or f"<pre>{escape(walk.after.draw())}</pre>"
        return f"<p><code>{escape(str(self))}</code>{worth}</p>{arrows}{picture}"


UNKNOWN = (
    "evaluations", "steps", "iterations", "probed", "generations", "unique", "depth_mean", "depth_max", "completed",
)  # fmt: skip
"""The figures that are unknown for an agent that returns no report."""

Answer = Turn | Sequence[int] | Sequence[str]
"""The possible answers of an agent: a turn, or its actions as numbers or in notation. A text is the whole turn in
notation."""


class Agent(ABC):
    """A player. Your own agent needs only `plan`."""

    name: str = "agent"
    needs_budget: bool = False
    """Whether `plan` requires a budget."""
    per_game: bool = False
    """Whether every game needs a new agent, as for external programs: it is created for the game and closed after
    it."""

    @property
    def spec(self) -> str:
        """The spec string of this agent."""
        return self.name

    @classmethod
    def from_spec(cls, spec: Spec) -> "Agent":
        """An agent of a kind that is created from its spec, such as a program."""
        raise NotImplementedError(f"{cls.__name__} cannot be created from a spec")

    @property
    def files(self) -> list[Path]:
        """The files of such an agent, in addition to its class. An edit of one of them makes it another player."""
        return []

    def processor_seconds(self) -> float:
        """The processor time used so far, for budgets in processor time: that of its process."""
        return process_time()

    @abstractmethod
    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> "Answer":
        """Plan a turn for the player to move: a `Turn`, its actions as numbers or in notation, or the whole turn in
        notation.

        It may be the first part of a turn: the caller then asks for the rest, with the remaining budget. Actions after
        one that reveals hidden information are not played; the caller asks again, with a new budget.
        """

    def begin(self, view: View, budget: Budget | None) -> None:  # noqa: B027 (most agents need not know)
        """A game starts, seen from this agent's seat. Called only for `per_game` agents, before the first plan."""

    def see(self, walk: Walk) -> None:  # noqa: B027 (most agents need not look)
        """A turn was played, by this agent or by the opponent. Called only for `per_game` agents."""

    def see_part(self, walk: Walk) -> None:  # noqa: B027 (most agents need not look)
        """The first part of this agent's turn was played, and the caller asks for the rest next. Called only for
        `per_game` agents."""

    def close(self) -> None:  # noqa: B027 (most agents hold nothing)
        """The game is over, or this agent is no longer needed."""


class TurnAgent(Agent):
    """An agent that always answers with a `Turn`, as those of the package do."""

    @abstractmethod
    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> Turn:
        """Plan a turn for the player to move."""
