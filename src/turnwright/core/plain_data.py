"""Turns plain data from TOML, JSON and spec strings into dataclasses. Every mistake is explained in one sentence.

This is the only validator: settings of games and agents, tournaments, tunings, studies and experiments are read here.
msgspec checks values against the types of the fields; the checks of keys and the sentences are ours.
"""

import tomllib
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.spec import SpecError, available, default_of

Record = TypeVar("Record")

_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")
_TABLE = "a table of keys and values"
_WORDS: dict[type[inspect.Type], str] = {
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.StrType: "text",
    inspect.DictType: _TABLE,
    inspect.ListType: "a list",
    inspect.TupleType: "a list",
    inspect.VarTupleType: "a list",
}


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Reads data from one kind of source."""

    error: type[TurnwrightError] = TurnwrightError
    """The error to raise for a mistake."""
    noun: str = "key"
    """The word for a name in the data."""
    truth: str = "true or false"
    """How the data write true and false."""

    def record(self, kind: type[Record], data: Any, where: str = "") -> Record:
        """A dataclass with the values of a table; `where` is the name of the table, if it has one."""
        hints = self._hints(kind, where)
        known = [field for field in fields(kind) if field.init]  # type: ignore[arg-type]
        required = [field.name for field in known if default_of(field) is MISSING]
        values = self.values({field.name: hints[field.name] for field in known}, data, where, required=required)
        return self._made(lambda: kind(**values), where)

    def changed(self, base: Record, data: Any, where: str = "") -> Record:
        """A dataclass with some values changed by a table. Whole numbers stay integers in fields that take any
        number."""
        hints = self._hints(type(base), where)
        names = [field.name for field in fields(base)]  # type: ignore[arg-type]
        known = {name: int | float if hints[name] is float else hints[name] for name in names}
        values = self.values(known, data, where)
        return self._made(lambda: replace(base, **values), where)  # type: ignore[type-var]

    def values(
        self, hints: Mapping[str, Any], data: Any, where: str = "", *, required: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The values of a table by name, each checked against its type. Unknown and missing names are errors."""
        if not isinstance(data, Mapping):
            raise self.error(f"{where or 'it'} must be {_TABLE}, not {data!r}")
        for key in data:
            if key not in hints:
                has = f"{where} has" if where else "there is"
                raise self.error(f"{has} no {self.noun} {key!r}{available(str(key), list(hints))}")
        for key in required:
            if key not in data:
                raise self.error(f"{where} lacks the {self.noun} {key!r}" if where else f"{key} is missing")
        return {key: self._value(hints[key], value, f"{where}: {key}" if where else key) for key, value in data.items()}

    def _value(self, hint: Any, value: Any, where: str) -> Any:
        origin, parts = get_origin(hint), get_args(hint)
        if is_dataclass(hint):
            return self.record(cast(type[Any], hint), value, where)
        if origin is dict and isinstance(value, Mapping):
            return {key: self._value(parts[1], item, f"{where}.{key}") for key, item in value.items()}
        if origin is tuple and parts[-1] is Ellipsis and isinstance(value, list):
            return tuple(self._value(parts[0], item, f"{where}, number {i}") for i, item in enumerate(value, 1))
        return self._leaf(hint, value, where)

    def _leaf(self, hint: Any, value: Any, where: str) -> Any:
        wanted = _type_info(hint)
        if wanted is None:  # a type that msgspec does not know
            return value
        try:
            return msgspec.convert(value, hint)
        except msgspec.ValidationError:
            pass
        if isinstance(wanted, inspect.LiteralType):
            choices = [str(choice) for choice in get_args(hint)]  # in the order of the source code
            raise self.error(f"{where} cannot be {value!r}{available(str(value), choices)}")
        raise self.error(f"{where} must be {self._words(wanted)}, not {value!r}")

    def _words(self, wanted: inspect.Type) -> str:
        match wanted:
            case inspect.UnionType(types=options):
                kinds = [option for option in options if not isinstance(option, inspect.NoneType)]
                if any(isinstance(kind, inspect.FloatType) for kind in kinds):  # which includes whole numbers
                    kinds = [kind for kind in kinds if not isinstance(kind, inspect.IntType)]
                return " or ".join(self._words(kind) for kind in kinds)
            case inspect.LiteralType(values=values):
                return " or ".join(map(repr, values))
            case inspect.BoolType():
                return self.truth
        return _WORDS.get(type(wanted), "something else")

    def _hints(self, kind: type[Any], where: str) -> dict[str, Any]:
        if not is_dataclass(kind):
            raise self.error(f"{where or kind.__name__} cannot be read: {kind!r} is not a dataclass")
        try:
            return _type_hints(kind)
        except Exception as error:  # foreign code may raise anything
            raise self.error(f"{where or kind.__name__} cannot be read: {in_one_line(error)}") from error

    def _made(self, make: Callable[[], Record], where: str) -> Record:
        try:
            return make()
        except self.error:
            raise
        except TurnwrightError as error:
            raise self.error(f"{where}: {error}" if where else str(error)) from error


@lru_cache(maxsize=256)
def _type_hints(kind: type[Any]) -> dict[str, Any]:
    """The types of a class's fields, cached: agents are created for every game."""
    return get_type_hints(kind)


@lru_cache(maxsize=1024)
def _type_info(hint: Any) -> inspect.Type | None:
    """The type as msgspec describes it; None if it cannot check values of this type."""
    try:
        info = inspect.type_info(hint)
    except TypeError:
        return None
    return None if isinstance(info, inspect.CustomType) else info


# Spec strings

_SETTINGS = Reader(error=SpecError, noun="setting", truth="yes or no")


def read_settings(kind: type[Record], raw: Mapping[str, str], what: str) -> Record:
    """Settings of a dataclass from the texts of a spec. Errors about unknown keys and values list what exists."""
    hints = _SETTINGS._hints(kind, what)
    return _SETTINGS.record(kind, {key: _plain(hints.get(key), text) for key, text in raw.items()}, what)


def with_readings(settings: Record, readings: Mapping[str, str], owner: str) -> Record:
    """Settings with new values for some keys, given as text."""
    changed = read_settings(type(settings), dict(readings), owner)
    return replace(settings, **{key: getattr(changed, key) for key in readings})  # type: ignore[type-var]


def _plain(hint: Any, text: str) -> Any:
    """The value that a text would have in a TOML file, if its type determines it; otherwise the text."""
    if get_origin(hint) in (Union, types.UnionType):
        options = get_args(hint)
        if text == "none" and type(None) in options:
            return None
        return _plain(next(option for option in options if option is not type(None)), text)
    if get_origin(hint) is Literal:
        return {str(choice): choice for choice in get_args(hint)}.get(text, text)
    if hint is bool:
        return {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}.get(text.lower(), text)
    if hint in (int, float):
        try:
            return hint(text)
        except ValueError:
            return text
    return text


# Files


def read_toml(file: Path, what: str, error: type[TurnwrightError]) -> dict[str, Any]:
    """The table in a TOML file; `what` says what the file should contain."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise error(f"the {what} {str(file)!r} cannot be read: {trouble.strerror}") from trouble
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as trouble:
        raise error(f"the {what} {str(file)!r} is not TOML: {trouble}") from trouble


def read_described(
    file: Path, what: str, error: type[TurnwrightError], describe: Callable[[Mapping[str, Any]], Record]
) -> Record:
    """What a TOML file describes, as read by a function from its table. Every error names the file."""
    data = read_toml(file, what, error)
    try:
        return describe(data)
    except TurnwrightError as trouble:
        raise error(f"the {what} {str(file)!r}: {trouble}") from trouble
