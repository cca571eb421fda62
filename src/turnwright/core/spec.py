"""Spec strings: one line of text that names a game or an agent with its settings.

    oep:population=100,mutation=0.1      built in, by its name
    path/to/file.py:Class:key=value      a class in a Python file
    path/to/folder:Class                 a class in a folder that is a package
    package.module:Class                 a class in a module that Python can import
    cmd:python3 my_bot.py --level 2      a program that plays

The head, everything before the first colon, decides the kind: `cmd`, a path (it ends in `.py` or contains a slash), a
dotted module, or otherwise a name. So a text has exactly one meaning, and only `parse_spec` reads specs. What may be
done with a spec is decided on the value that it returns, never on the text.

Specs are a file format: matches, tournaments and stored games contain them. A spec prints only what differs from the
defaults, and parses back to the same settings. It is one word, except for a program's command line: a space in a path
is written `%20`.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Self

from turnwright.core.errors import TurnwrightError

Raw = tuple[tuple[str, str], ...]
"""Settings as text, by name."""

_PROGRAM = "cmd"
_PROGRAM_SETTINGS = re.compile(r"(?:protocol|time|grace)=[^:\s]*(?=:)")
_MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")
_MODEL = re.compile(r"(model|neat)\((.*)\)")
_SHIPPED = re.compile(r"[A-Za-z0-9_-]+")
_UNPRINTABLE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories of control characters, surrogates and line ends."""


class SpecError(TurnwrightError):
    """A spec string that is not valid; the message lists what exists."""


class ForeignCodeError(SpecError):
    """A spec that would run foreign code or read a file without permission."""


@dataclass(frozen=True)
class Spec(ABC):
    """The meaning of a spec string. Prints as the string."""

    runs_foreign_code: ClassVar[bool] = True
    """Whether using it runs code that is neither part of Turnwright nor of an installed package."""

    @property
    @abstractmethod
    def label(self) -> str:
        """The spec without its settings."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """A description of what it is."""

    @property
    @abstractmethod
    def raw(self) -> dict[str, str]:
        """The settings as text, by name."""

    @property
    def files(self) -> tuple[str, ...]:
        """The files that its settings name, such as in `evaluation=model(FILE)`. Using the spec reads them."""
        values = map(model_value, self.raw.values())
        return tuple(value.name for value in values if value is not None and not value.is_shipped)

    @abstractmethod
    def with_settings(self, changes: Mapping[str, Any]) -> Self:
        """The spec with more settings; existing settings are replaced."""


@dataclass(frozen=True)
class _Named(Spec):
    """A spec whose settings follow its label."""

    settings: Raw = ()

    @property
    def raw(self) -> dict[str, str]:
        return dict(self.settings)

    def with_settings(self, changes: Mapping[str, Any]) -> Self:
        merged = self.raw | {key: str(value) for key, value in changes.items()}
        for key, value in merged.items():
            if "," in value:  # the text of the spec would have another meaning
                raise SpecError(f"{key} is {value!r}; a setting cannot contain a comma")
        return replace(self, settings=tuple(merged.items()))

    def __str__(self) -> str:
        return f"{self.label}:{_joined(self.settings)}" if self.settings else self.label


@dataclass(frozen=True, kw_only=True)
class BuiltIn(_Named):
    """Something built in or installed, by name."""

    name: str
    runs_foreign_code = False

    @property
    def label(self) -> str:
        return self.name

    @property
    def kind(self) -> str:
        return "built in"


@dataclass(frozen=True, kw_only=True)
class FileClass(_Named):
    """A class in a Python file, or in a folder that is a package."""

    file: str
    """The path as given; relative paths start at the current folder."""
    class_name: str

    @property
    def label(self) -> str:
        return f"{escaped(self.file)}:{self.class_name}"

    @property
    def kind(self) -> str:
        return f"the file {self.file!r}"

    @property
    def path(self) -> Path:
        """The path of the file or folder."""
        return Path(self.file).resolve()


@dataclass(frozen=True, kw_only=True)
class PackageClass(_Named):
    """A class in a module that Python can import."""

    module: str
    class_name: str

    @property
    def label(self) -> str:
        return f"{self.module}:{self.class_name}"

    @property
    def kind(self) -> str:
        return f"the module {self.module!r}"


@dataclass(frozen=True, kw_only=True)
class Command(Spec):
    """A program that plays."""

    line: str
    """Its command line."""
    settings: Raw = ()

    @property
    def label(self) -> str:
        return _PROGRAM

    @property
    def kind(self) -> str:
        return f"the program {self.line!r}"

    @property
    def raw(self) -> dict[str, str]:
        return dict(self.settings)

    def with_settings(self, changes: Mapping[str, Any]) -> Self:
        if changes:
            raise SpecError(f"{', '.join(changes)} cannot be set; put the settings of a program on its command line")
        return self

    def __str__(self) -> str:
        front = f"{_joined(self.settings)}:" if self.settings else ""
        return f"{_PROGRAM}:{front}{self.line}"


ForeignClass = FileClass | PackageClass


@dataclass(frozen=True, kw_only=True)
class ModelValue:
    """A setting's value that names a model: `model(weights.json)`, `neat(champion.json)`, `model(shipped-name)`."""

    kind: str
    """The word before the parenthesis: `model` accepts any kind, others only their own."""
    name: str
    """A path, or the name of a model of the package."""

    @property
    def is_shipped(self) -> bool:
        """Whether it names a model of the package, not a file: a word without a dot or slash."""
        return _SHIPPED.fullmatch(self.name) is not None


def model_value(text: str) -> ModelValue | None:
    """The model that the value of a setting names, if any. Nothing is looked up or read."""
    found = _MODEL.fullmatch(text.strip())
    return None if found is None else ModelValue(kind=found[1], name=_unescaped(found[2].strip()))


def parse_spec(spec: str | Spec) -> Spec:
    """The meaning of a spec string. Nothing is looked up, loaded or run."""
    if isinstance(spec, Spec):
        return spec
    if not isinstance(spec, str):  # plain data from outside may contain anything
        raise SpecError(f"a spec must be text, not {spec!r}")
    return _parse(spec)


@lru_cache(maxsize=4096)
def _parse(given: str) -> Spec:
    text = given.strip()
    if any(unicodedata.category(letter) in _UNPRINTABLE for letter in text):
        raise SpecError(f"{text!r} contains a control character; a spec is one plain line of text")
    head, colon, rest = text.partition(":")
    if colon and head == _PROGRAM:
        return _command(rest)
    if head.endswith(".py") or "/" in head or "\\" in head:
        class_name, settings = _class_and_settings(text, head, rest, "file" if head.endswith(".py") else "folder")
        return FileClass(file=_unescaped(head), class_name=class_name, settings=settings)
    if _MODULE.fullmatch(head):
        class_name, settings = _class_and_settings(text, head, rest, "module")
        return PackageClass(module=head, class_name=class_name, settings=settings)
    return BuiltIn(name=head.strip(), settings=_raw_settings(rest, text))


def _command(rest: str) -> Command:
    given = _PROGRAM_SETTINGS.match(rest)
    front = given[0] if given else ""
    line = rest[len(front) + 1 :] if given else rest
    return Command(line=line.strip(), settings=_raw_settings(front, f"{_PROGRAM}:{rest}"))


def _class_and_settings(text: str, head: str, rest: str, what: str) -> tuple[str, Raw]:
    class_name, _, settings = rest.partition(":")
    if not class_name:
        raise SpecError(f"{text!r} names a {what} but no class in it; give it as {head}:Class")
    if not class_name.isidentifier():
        raise SpecError(f"{class_name!r} in {text!r} cannot be the name of a class; give it as {head}:Class")
    return class_name, _raw_settings(settings, text)


def _raw_settings(text: str, spec: str) -> Raw:
    settings: dict[str, str] = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        key = key.strip()
        if not equals or not key:
            raise SpecError(f"{part!r} in {spec!r} is not of the form key=value")
        if key in settings:
            raise SpecError(f"{key!r} is given twice in {spec!r}")
        settings[key] = value.strip()
    return tuple(settings.items())


def _joined(settings: Raw) -> str:
    return ",".join(f"{key}={value}" for key, value in settings)


def escaped(path: str) -> str:
    """A path as one word."""
    return re.sub(r"%(?=20|25)", "%25", path).replace(" ", "%20")


def _unescaped(path: str) -> str:
    return re.sub(r"%(20|25)", lambda found: {"20": " ", "25": "%"}[found[1]], path)


def no_foreign_code(spec: str | Spec, how_to_allow: str) -> BuiltIn:
    """The spec. Raises an error, which says how to allow it, if the spec would run foreign code or read a file."""
    parsed = no_files(parse_spec(spec), how_to_allow)
    if isinstance(parsed, BuiltIn):
        return parsed
    raise ForeignCodeError(f"{str(parsed)[:100]!r} would run {parsed.kind[:100]}, which is not trusted; {how_to_allow}")


def no_files(spec: Spec, how_to_allow: str) -> Spec:
    """The spec. Raises an error if its settings name a file."""
    if spec.files:
        file = spec.files[0][:100]
        raise ForeignCodeError(f"{str(spec)[:100]!r} would read {file!r}, which is not trusted; {how_to_allow}")
    return spec


def split_notation(text: str) -> tuple[Spec, str]:
    """The game that the first word of a state's notation names, and the position after it."""
    spec, _, position = text.strip().partition(" ")
    return parse_spec(spec), position.strip()


def format_spec(name: str, settings: Any) -> str:
    """The shortest spec string that parses back to these settings."""
    parts = []
    for field in fields(settings):
        value = getattr(settings, field.name)
        if value != default_of(field):
            parts.append(f"{field.name}={write_value(value)}")
    return f"{name}:{','.join(parts)}" if parts else name


def choose(name: str, known: list[str], what: str) -> str:
    """The name, if it is known. Otherwise raises an error that lists what exists."""
    if name in known:
        return name
    raise SpecError(f"there is no {what} {name!r}{available(name, known)}")


def available(given: str, known: list[str]) -> str:
    """The end of a sentence about an unknown name: a suggestion, if there is one, and what is available."""
    close = get_close_matches(given, known, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return f"{hint}; available: {', '.join(known)}"


def default_of(field: Field[Any]) -> Any:
    """The default of a setting; `MISSING` if it is required."""
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING


def write_value(value: Any) -> str:
    """The value of a setting as text in a spec string."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
