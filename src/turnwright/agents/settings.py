"""The settings of agents: frozen dataclasses, and the records that compiled code reads."""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import numpy as np

from turnwright.agents.constants import NONE
from turnwright.core.records import blank_records
from turnwright.core.spec import SpecError


def at_least(least: int, settings: Any, *names: str) -> None:
    """Refuse settings below a number; none is no number."""
    for name in names:
        value = getattr(settings, name)
        if value is not None and not value >= least:
            raise SpecError(f"{name} is {value:g}; it must be at least {least}")


def shares(settings: Any, *names: str) -> None:
    """Refuse settings that are no share or probability."""
    for name in names:
        value = getattr(settings, name)
        if not 0.0 <= value <= 1.0:
            raise SpecError(f"{name} is {value:g}; it must be from 0 to 1")


@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """The settings of every search agent."""

    record_names: ClassVar[dict[str, str]] = {}
    """The names of settings in the record that compiled code reads, where they differ from those in spec strings."""
    record_constants: ClassVar[dict[str, int]] = {}
    """Further fields of the record: choices that other agents leave open but this one fixes."""

    evaluation: str = "game"
    """The evaluation to search with; `game`: the one set in the game."""
    ordering: str = "game"
    """The game's action ordering."""
    ties: Literal["random", "list"] = "random"
    """Which of equally ordered actions comes first: a random one, by the search's seed, or the first in the list."""
    pruning: str = "game"
    """The game's pruning."""
    book: str = "game"
    """The game's book: moves that are played without a search, such as picks of a draft."""
    worlds: int | None = None
    """Under hidden information, the number of guesses at the hidden part to plan on, each with its share of the
    budget. The turn that is best on average over all guesses is played. None: 1, but 8 in games in which actions
    reveal something within the turn."""
    threads: int = 1
    """The number of threads that run the parts of a search. It changes the time, never the plan."""
    win_probe: int | None = None
    """First try all turns of up to this many actions for a win; 0: do not; none: 2, but whole turns for `reply`, 0
    for `random`, `no_ai`, `permutation_random` and `variant=reference`, and 1 for `greedy_action` if it does not
    try every action itself."""
    answer: Literal["turn", "action"] = "turn"
    """turn: plan once a turn; action: play only the first action of a plan, then plan again. Every plan gets a
    share of the remaining budget."""

    def __post_init__(self) -> None:
        at_least(1, self, "worlds", "threads")
        at_least(0, self, "win_probe")


@dataclass(frozen=True, kw_only=True)
class RolloutSettings(SearchSettings):
    """The settings of agents that evaluate single states, statically or by rollouts."""

    record_names: ClassVar[dict[str, str]] = {"rollout_greedy": "rollout_ordered"}

    rollouts: int = 0
    """Evaluate a state by this many rollouts; 0: by its static evaluation."""
    rollout_depth: int = 1
    """Rollouts end after this many turns, including the one in progress; 0: at the end of the game."""
    rollout_policy: Literal["uniform", "meta", "global", "local"] = "global"
    """How rollouts choose actions (see the agent `random`)."""
    rollout_greedy: float = 0.5
    """How often rollouts follow the action ordering (the papers' epsilon)."""
    rollout_combine: Literal["mean", "min"] = "mean"
    """How several rollouts are combined."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(0, self, "rollouts", "rollout_depth")
        shares(self, "rollout_greedy")


@cache
def _columns(kind: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """The numbers, switches and choices of a settings class: their names, those in the record, and their types."""
    names: dict[str, str] = getattr(kind, "record_names", {})
    return tuple(
        (name, names.get(name, name), hint)
        for name, hint in get_type_hints(kind).items()
        if hint in (float, int, bool) or get_origin(hint) is Literal or int in get_args(hint)
    )


def settings_record(settings: Any) -> np.ndarray:
    """Settings as compiled code reads them: changing them compiles nothing again. None becomes NONE, a choice its
    position."""
    columns = _columns(type(settings))  # type: ignore[arg-type]
    constants: dict[str, int] = getattr(settings, "record_constants", {})
    kinds = [(column, np.float64 if hint is float else np.int64) for _, column, hint in columns]
    array = blank_records(np.dtype([*kinds, *((column, np.int64) for column in constants)]))
    for column, value in constants.items():
        array[0][column] = value
    for name, column, hint in columns:
        value = getattr(settings, name)
        if get_origin(hint) is Literal:
            value = get_args(hint).index(value)
        array[0][column] = NONE if value is None else value
    return array
