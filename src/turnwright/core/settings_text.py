"""Descriptions of settings, read from a settings class and the strings below its fields."""

import ast
import inspect
import textwrap
import types
from dataclasses import MISSING, dataclass, fields
from itertools import pairwise
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from turnwright.core.spec import default_of, write_value


@dataclass(frozen=True, kw_only=True)
class SettingText:
    """The description of a setting."""

    name: str
    """The name in spec strings."""
    default: str | None
    """The default, as in a spec string; None if the setting is required."""
    values: str
    """The possible values: the choices, or the kind of value."""
    choices: tuple[str, ...]
    """All values, if there are few."""
    meaning: str
    """The explanation in its class."""


def settings_texts(kind: type[Any]) -> list[SettingText]:
    """The settings of a dataclass, in their order."""
    hints = get_type_hints(kind)
    meanings = field_sentences(kind)
    texts = []
    for field in fields(kind):
        choices = _choices(hints[field.name]) or field.metadata.get("choices", ())
        default = default_of(field)
        texts.append(
            SettingText(
                name=field.name,
                default=None if default is MISSING else write_value(default),
                values=" | ".join(choices) or _kind_of_value(hints[field.name]),
                choices=choices,
                meaning=meanings.get(field.name, ""),
            )
        )
    return texts


def field_sentences(kind: type[Any]) -> dict[str, str]:
    """The string below each field, by name; subclasses override."""
    found: dict[str, str] = {}
    for parent in reversed(kind.__mro__):
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(parent)))
        except (OSError, TypeError, SyntaxError):  # built in, or created at run time
            continue
        body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
        for field, below in pairwise(body):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = " ".join(text.split())
    return found


def _choices(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return tuple(str(choice) for choice in get_args(hint))
    return ("yes", "no") if hint is bool else ()


def _kind_of_value(hint: Any) -> str:
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join("none" if part is type(None) else _kind_of_value(part) for part in get_args(hint))
    return {int: "whole number", float: "number"}.get(hint, "word")
