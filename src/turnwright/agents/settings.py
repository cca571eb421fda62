"""What agents can be told, as frozen settings and as the records that compiled code reads."""

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
    """What every search agent can be told."""

    record_names: ClassVar[dict[str, str]] = {}
    """The names of settings in the record that compiled code reads, where they differ from those in spec strings."""
    record_constants: ClassVar[dict[str, int]] = {}
    """What the record holds besides: choices that other agents leave open, and this one does not."""

    evaluation: str = "game"
    """The game's evaluation to search with; `game`: as the game is set."""
    ordering: str = "game"
    """The game's action ordering."""
    pruning: str = "game"
    """The game's pruning."""
    book: str = "game"
    """The game's book: what is played without a search, such as picks of a draft."""
    worlds: int | None = None
    """Under hidden information, how many guesses at the hidden part are planned on; none: 1, but 8 in games in which
    actions reveal something within the turn."""
    threads: int = 1
    """How many threads run the parts of a search; it changes the time, never the plan."""
    win_probe: int | None = None
    """First look at all turns of up to this many actions for one that wins the game; 0: do not; none: 2, but whole
    turns for `reply`, 0 for `random` and `variant=reference`, and 1 for `greedy_action` where it does not look at every
    action itself."""
    answer: Literal["turn", "action"] = "turn"
    """turn: plan once a turn; action: play only the first action of a plan, and plan anew after it. Every plan has its
    share of what is left of the budget."""

    def __post_init__(self) -> None:
        at_least(1, self, "worlds", "threads")
        at_least(0, self, "win_probe")


@dataclass(frozen=True, kw_only=True)
class RolloutSettings(SearchSettings):
    """What agents can be told that judge single states: as they stand, or by rollouts from them."""

    record_names: ClassVar[dict[str, str]] = {"rollout_greedy": "rollout_ordered"}

    rollouts: int = 0
    """Judge a state by this many rollouts; 0: by its evaluation as it stands."""
    rollout_depth: int = 1
    """Rollouts end with this many turns, the one in progress counted; 0: with the game."""
    rollout_policy: Literal["uniform", "meta", "global", "local"] = "global"
    """How rollouts choose (see `random`)."""
    rollout_greedy: float = 0.5
    """How often rollouts follow the action ordering (the papers' epsilon)."""
    rollout_combine: Literal["mean", "min"] = "mean"
    """How several rollouts make one value."""

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
