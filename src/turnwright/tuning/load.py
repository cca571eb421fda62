"""Plans from TOML files, checked key by key; every mistake is refused with one sentence before anything is played."""

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from math import floor, isfinite
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from turnwright.arena.players import Player
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import choose
from turnwright.core.views import VIEW_KINDS
from turnwright.tuning.ntbea import VARIANTS
from turnwright.tuning.plan import Plan, TuningError
from turnwright.tuning.space import Space, Value
from turnwright.tuning.tpe import TpeSettings

Settings = TypeVar("Settings")

_KINDS: dict[str, type] = {
    "agent": str, "opponent": str, "game": str, "budget": str, "view": str, "games": int, "iterations": int,
    "runs": int, "play_off": int, "seed": int, "log_every": int, "space": dict, "ntbea": dict, "optuna": dict,
}  # fmt: skip
_WORDS = {int: "a whole number", float: "a number", str: "text", bool: "true or false", dict: "a table"}
_MOST_VALUES = 10_000


def read_plan(file: Path) -> Plan:
    """The plan that a TOML file describes."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise TuningError(f"the tuning {str(file)!r} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TuningError(f"the tuning {str(file)!r} is not TOML: {error}") from error
    try:
        return plan_from(data)
    except TurnwrightError as error:
        raise TuningError(f"the tuning {str(file)!r}: {error}") from error


def plan_from(data: Mapping[str, Any]) -> Plan:
    """The plan that plain data describe: the settings of `Plan`, with values by name in `space`."""
    for key, value in data.items():
        choose(key, list(_KINDS), "key")
        _check_kind(_KINDS[key], value, key)
    for key in ("agent", "opponent", "space"):
        if key not in data:
            raise TuningError(f"{key} is missing; a tuning needs agent, opponent and [space]")
    choose(data.get("view", "open"), list(VIEW_KINDS), "view")
    budget = Budget.parse(data["budget"]) if "budget" in data else None
    return Plan(
        **dict(data)
        | {
            "budget": budget,
            "opponent": Player.parse(data["opponent"], budget),
            "space": Space.of({name: _values(name, listed) for name, listed in data["space"].items()}),
            "ntbea": _ntbea(data.get("ntbea", {})),
            "optuna": _changed(TpeSettings(), data.get("optuna", {}), "optuna"),
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
    for key, value in listed.items():
        choose(key, ["from", "to", "step"], f"key of {name}")
        _check_kind(float, value, f"space: {name}.{key}")
    if "from" not in listed or "to" not in listed:
        raise TuningError(f"space: {name} is a range, which needs from and to")
    first, last, step = listed["from"], listed["to"], listed.get("step", 1)
    if not (isfinite(first) and isfinite(last) and step > 0 and first < last):
        raise TuningError(f"space: {name} must go from a number to a larger one, by a step above 0")
    steps = floor((last - first) / step + 1e-9)
    if not steps < _MOST_VALUES:
        raise TuningError(f"space: {name} has {steps:.1e} values; at most {_MOST_VALUES:,} make sense")
    return [round(first + number * step, 12) for number in range(steps + 1)]


def _ntbea(data: Mapping[str, Any]) -> Any:
    """Settings of NTBEA: those of a published variant, with changes."""
    rest = dict(data)
    variant = rest.pop("variant", "locm")
    base = VARIANTS[choose(str(variant), list(VARIANTS), "variant of ntbea")]
    if "tuples" in rest:
        sizes = rest["tuples"]
        if not isinstance(sizes, list) or not all(type(size) is int or size == "all" for size in sizes):
            raise TuningError('ntbea: tuples must be a list of sizes such as [1, 2, "all"]')
        rest["tuples"] = tuple(sizes)
    return _changed(base, rest, "ntbea", unchecked=("tuples",))


def _changed(base: Settings, data: Mapping[str, Any], what: str, unchecked: tuple[str, ...] = ()) -> Settings:
    """Settings with changes from plain data."""
    hints = get_type_hints(type(base))
    for key, value in data.items():
        choose(key, [field.name for field in fields(base)], f"setting of {what}")  # type: ignore[arg-type]
        if key not in unchecked:
            _check_kind(hints[key], value, f"{what}: {key}")
    try:
        return replace(base, **data)  # type: ignore[type-var]
    except TurnwrightError as error:
        raise TuningError(f"{what}: {error}") from error


def _check_kind(kind: Any, value: Any, what: str) -> None:
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise TuningError(f"{what} is {value!r}; it must be one of: {', '.join(get_args(kind))}")
        return
    fits = isinstance(value, int | float) and not isinstance(value, bool) if kind is float else type(value) is kind
    if not fits:
        raise TuningError(f"{what} is {value!r}; it must be {_WORDS[kind]}")
