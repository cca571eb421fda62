"""Agents from outside the package: `path/to/my_bot.py:MyBot`, `path/to/folder:MyBot` or `package.module:MyBot`.

Such a class needs nothing but `plan(view, budget, seed)`. If it is a dataclass, its fields are its settings.
"""

from dataclasses import is_dataclass
from types import new_class
from typing import Any

from turnwright.agents.base import Agent
from turnwright.core.foreign_code import foreign_class
from turnwright.core.spec import ForeignClass, format_spec


def foreign_agent(spec: ForeignClass, name: str | None = None) -> type[Agent]:
    """The agent class that a spec names. It goes by the spec's label, or by the name that its package gives it, so that
    its spec strings lead back to it."""
    found = foreign_class(
        spec,
        "agent",
        fits=lambda kind: callable(getattr(kind, "plan", None)),
        expected="is not an agent: a class with a method plan(view, budget, seed)",
    )
    label = name or spec.label
    members: dict[str, Any] = {"name": label, "__module__": found.__module__, "__doc__": found.__doc__}
    if is_dataclass(found):
        members["spec"] = property(lambda self: format_spec(label, self))
    bases = (found,) if issubclass(found, Agent) else (found, Agent)
    placed: type[Agent] = new_class(spec.class_name, bases, exec_body=lambda space: space.update(members))
    return placed
