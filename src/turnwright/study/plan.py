"""The plan of a study, from a TOML file: everything that is the same for all who take part."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import turnwright
from turnwright.agents.registry import agent_names
from turnwright.core.budget import Budget
from turnwright.core.cores import available_cores
from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader, read_toml
from turnwright.core.spec import parse_spec
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME

_LONGEST = 20_000
"""Letters of a text that people are to read."""


class StudyError(TurnwrightError):
    """A study that cannot be run, or a wish about it."""


@dataclass(frozen=True, kw_only=True)
class StudyPlan:
    """A study, as its file has it."""

    name: str
    """Names the study in the store: letters, digits, `-` and `_`."""
    title: str
    """The headline of its first page."""
    consent: str
    """What people agree to before anything is recorded; an empty line begins a new paragraph."""
    rules: str
    """Short rules, shown to those who call themselves beginners."""
    agent: str
    """Spec of the agent that everybody plays against, without `threads`."""
    budget: str
    """What the agent may spend on a turn."""
    threads: int
    """Threads that the agent thinks with."""
    game: str = f"{DEFAULT_GAME}:draws=random"
    """Spec of the game; people must not be able to foresee its chance."""
    hands: Literal["open", "hidden"] = "open"
    """Whether players see each other's cards."""
    person: Literal["first", "second", "random"] = "random"
    """Who moves first."""

    @property
    def spec(self) -> str:
        """The agent with its threads."""
        if self.threads == 1:
            return turnwright.agent(self.agent).spec
        return turnwright.agent(self.agent, threads=self.threads).spec

    @property
    def spending(self) -> Budget:
        """The budget of a turn."""
        return Budget.parse(self.budget)

    @property
    def view(self) -> ViewKind:
        """What the players may know of each other."""
        return self.hands


def read_plan(file: Path) -> StudyPlan:
    """The plan in a file; an error in it is reported in one sentence."""
    plan = Reader(error=StudyError).record(StudyPlan, read_toml(file, "study", StudyError), file.name)
    try:
        _check(plan)
    except TurnwrightError as error:
        raise StudyError(f"{file.name}: {error}") from error
    return plan


def _check(plan: StudyPlan) -> None:
    for key in ("title", "consent", "rules"):
        text = getattr(plan, key)
        if not text.strip() or len(text) > _LONGEST:
            raise StudyError(f"{key} must be a text of 1 to {_LONGEST:,} letters")
    if not plan.name.replace("-", "").replace("_", "").isalnum() or not plan.name.isascii() or len(plan.name) > 60:
        raise StudyError(f"name is {plan.name!r}; it must be up to 60 letters, digits, - and _")
    if parse_spec(plan.game).runs_foreign_code or parse_spec(plan.game).files:
        raise StudyError(f"game is {plan.game!r}; a study plays a game of the package, such as {DEFAULT_GAME}")
    _ = turnwright.game(plan.game)  # refused here if there is no such game
    if not 1 <= plan.threads <= available_cores():
        raise StudyError(f"threads is {plan.threads}; this machine has cores for 1 to {available_cores()}")
    wanted = parse_spec(plan.agent)
    if wanted.runs_foreign_code or wanted.files or wanted.label not in agent_names():
        raise StudyError(f"agent is {plan.agent!r}; available: {', '.join(agent_names())}")
    settings = getattr(turnwright.agent(plan.agent), "settings", None)
    if getattr(settings, "threads", 1) != 1:
        raise StudyError("agent names threads; use the key 'threads' instead")
    if plan.threads > 1 and not hasattr(settings, "threads"):
        raise StudyError(f"threads is {plan.threads}, but {plan.agent} uses only one thread")
    _ = plan.spec, plan.spending  # refused here if they cannot be
