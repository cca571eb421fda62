"""Plans from TOML files, checked key by key; every mistake is refused with one sentence before anything is played."""

from collections.abc import Mapping
from math import floor, isfinite
from pathlib import Path
from typing import Any

from turnwright.arena.players import Player
from turnwright.core.budget import Budget
from turnwright.core.plain_data import Reader, read_described
from turnwright.core.spec import choose
from turnwright.core.views import ViewKind
from turnwright.tuning.ntbea import VARIANTS, NtbeaSettings
from turnwright.tuning.plan import Plan, TuningError
from turnwright.tuning.space import Space, Value
from turnwright.tuning.tpe import TpeSettings

_READER = Reader(error=TuningError)
_SETTINGS = Reader(error=TuningError, noun="setting")
_NUMBER = int | float
_KEYS: dict[str, Any] = {
    "agent": str, "opponent": str, "game": str, "budget": str, "view": ViewKind, "games": int, "iterations": int,
    "runs": int, "play_off": int, "seed": int, "log_every": int, "space": dict[str, Any], "ntbea": dict[str, Any],
    "optuna": dict[str, Any],
}  # fmt: skip
_MOST_VALUES = 10_000


def read_plan(file: Path) -> Plan:
    """The plan that a TOML file describes."""
    return read_described(file, "tuning", TuningError, plan_from)


def plan_from(data: Mapping[str, Any]) -> Plan:
    """The plan that plain data describe: the settings of `Plan`, with values by name in `space`."""
    read = _READER.values(_KEYS, data, required=("agent", "opponent", "space"))
    budget = Budget.parse(read["budget"]) if "budget" in read else None
    return Plan(
        **read
        | {
            "budget": budget,
            "opponent": Player.parse(read["opponent"], budget),
            "space": Space.of({name: _values(name, listed) for name, listed in read["space"].items()}),
            "ntbea": _ntbea(read.get("ntbea", {})),
            "optuna": _SETTINGS.changed(TpeSettings(), read.get("optuna", {}), "optuna"),
        }
    )


def _values(name: str, listed: Any) -> list[Value]:
    """The values of a dimension: a list, or a range with both its ends."""
    if not name.isidentifier():
        raise TuningError(f"{name!r} cannot name a dimension; use letters, digits and _")
    if isinstance(listed, list):
        for value in listed:
            if not isinstance(value, bool | int | float | str) or (isinstance(value, float) and not isfinite(value)):
                raise TuningError(f"space: {name} has the value {value!r}; values are numbers, text, true or false")
        return listed
    if not isinstance(listed, dict):
        raise TuningError(f"space: {name} must be a list of values, or a range such as {{ from = 0, to = 5 }}")
    ends = {"from": _NUMBER, "to": _NUMBER, "step": _NUMBER}
    read = _READER.values(ends, listed, f"space: {name}", required=("from", "to"))
    first, last, step = read["from"], read["to"], read.get("step", 1)
    if not (isfinite(first) and isfinite(last) and step > 0 and first < last):
        raise TuningError(f"space: {name} must go from a number to a larger one, by a step above 0")
    steps = floor((last - first) / step + 1e-9)
    if not steps < _MOST_VALUES:
        raise TuningError(f"space: {name} has {steps:.1e} values; at most {_MOST_VALUES:,} make sense")
    return [round(first + number * step, 12) for number in range(steps + 1)]


def _ntbea(data: Mapping[str, Any]) -> NtbeaSettings:
    """Settings of NTBEA: those of a published variant, with changes."""
    rest = dict(data)
    variant = rest.pop("variant", "locm")
    base = VARIANTS[choose(str(variant), list(VARIANTS), "variant of ntbea")]
    return _SETTINGS.changed(base, rest, "ntbea")
