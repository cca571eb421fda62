"""Games and agents of installed packages, by name.

A package lists its classes in the entry points `turnwright.games` and `turnwright.agents`. Installing it means trusting
its code, so such names are treated like ours. They are loaded on first use, so a broken package does not affect others.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from turnwright.core.spec import BuiltIn, PackageClass, SpecError, parse_spec

GAMES = "turnwright.games"
AGENTS = "turnwright.agents"

_TAKEN = ("cmd", "human")
"""Words that have another meaning where an agent is named."""


@cache
def installed_names(group: str) -> tuple[str, ...]:
    """The names in a group of entry points that a spec can use. Nothing is loaded."""
    return tuple(sorted(_entries(group)))


def installed_class(group: str, name: str) -> PackageClass:
    """The place of the class of an installed name."""
    entry = _entries(group)[name]
    module, _, class_name = (part.strip() for part in entry.value.partition(":"))
    if not (class_name.isidentifier() and all(part.isidentifier() for part in module.split("."))):
        package = "" if entry.dist is None else f" of the package {entry.dist.name!r}"
        raise SpecError(f"{name!r}{package} is {entry.value!r}, which is not a class; its entry must be module:Class")
    return PackageClass(module=module, class_name=class_name)


@cache
def _entries(group: str) -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        if _can_be_named(entry.name):
            found.setdefault(entry.name, entry)
    return found


def _can_be_named(name: str) -> bool:
    try:
        return name not in _TAKEN and parse_spec(name) == BuiltIn(name=name)
    except SpecError:
        return False
