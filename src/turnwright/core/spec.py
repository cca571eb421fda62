"""Spec strings: `name:key=value,key=value` names a game or an agent with its settings.

A name is a word, or `path/to/file.py:Class` for a class in a Python file; such a path has no space and no
`=`, so that the name ends where the settings begin and a spec stays one word.

Specs are a file format: matches, tournaments and stored games hold them. A spec prints only what differs from
the defaults and parses back to the same settings.
"""

import re
import types
from dataclasses import MISSING, Field, fields
from difflib import get_close_matches
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from turnwright.core.errors import TurnwrightError

Settings = TypeVar("Settings")

CLASS_IN_FILE = re.compile(r"(?P<file>[^\s=]+\.py):(?P<class>[^\W\d]\w*)(?=:|$)")
"""A name that leads to a class in a Python file."""


class SpecError(TurnwrightError):
    """A spec string that cannot be understood; the message says what exists."""


def split_spec(text: str) -> tuple[str, dict[str, str]]:
    """The name and the raw settings of a spec string."""
    text = text.strip()
    in_file = CLASS_IN_FILE.match(text)
    name = in_file[0] if in_file else text.partition(":")[0]
    rest = text[len(name) + 1 :]
    settings: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        key = key.strip()
        if not equals or not key:
            raise SpecError(f"{part!r} in {text!r} is not of the form key=value")
        if key in settings:
            raise SpecError(f"{key!r} is given twice in {text!r}")
        settings[key] = value.strip()
    return name.strip(), settings


def read_settings(kind: type[Settings], raw: dict[str, str], what: str) -> Settings:
    """Settings of a dataclass from raw strings; unknown keys and values are refused with what exists."""
    hints = get_type_hints(kind)
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for key, text in raw.items():
        if key not in known:
            raise SpecError(f"{what} has no setting {key!r}{_suggest(key, known)}")
        values[key] = _read_value(hints[key], text, f"{what}: {key}")
    try:
        return kind(**values)
    except SpecError:
        raise
    except TurnwrightError as error:
        raise SpecError(f"{what}: {error}") from error


def format_spec(name: str, settings: Any) -> str:
    """The shortest spec string that parses back to these settings."""
    parts = []
    for field in fields(settings):
        value = getattr(settings, field.name)
        if value != default_of(field):
            parts.append(f"{field.name}={write_value(value)}")
    return f"{name}:{','.join(parts)}" if parts else name


def choose(name: str, known: list[str], what: str) -> str:
    """The name if it is known; otherwise an error that lists what exists."""
    if name in known:
        return name
    raise SpecError(f"there is no {what} {name!r}{_suggest(name, known)}")


def _suggest(given: str, known: list[str]) -> str:
    close = get_close_matches(given, known, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return f"{hint}; there is: {', '.join(known)}"


def default_of(field: Field[Any]) -> Any:
    """What a setting is if nothing is said about it; `MISSING` where it must be given."""
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING


def _read_value(hint: Any, text: str, what: str) -> Any:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(hint) if option is not type(None)]
        if text == "none" and type(None) in get_args(hint):
            return None
        return _read_value(options[0], text, what)
    if origin is Literal:
        choices = [str(choice) for choice in get_args(hint)]
        if text not in choices:
            raise SpecError(f"{what} cannot be {text!r}{_suggest(text, choices)}")
        return get_args(hint)[choices.index(text)]
    if hint is bool:
        yes, no = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
        if text.lower() not in yes + no:
            raise SpecError(f"{what} must be yes or no, not {text!r}")
        return text.lower() in yes
    if hint in (int, float):
        try:
            return hint(text)
        except ValueError:
            number = "a whole number" if hint is int else "a number"
            raise SpecError(f"{what} must be {number}, not {text!r}") from None
    return text


def write_value(value: Any) -> str:
    """A setting's value as spec strings have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
