"""Agents from Python files outside the package: `path/to/my_bot.py:MyBot`.

Such a class needs nothing but `plan(view, budget, seed)`. If it is a dataclass, its fields are its settings.
"""

from dataclasses import is_dataclass
from types import new_class
from typing import Any

from turnwright.agents.base import Agent
from turnwright.core.python_file import class_in_file
from turnwright.core.spec import format_spec


def agent_in_file(file: str, class_name: str) -> type[Agent]:
    """The agent class of that name in a file. Its name is its place, so its spec strings lead back to it."""
    found = class_in_file(
        file,
        class_name,
        "agent",
        fits=lambda kind: callable(getattr(kind, "plan", None)),
        expected="is not an agent: a class with a method plan(view, budget, seed)",
    )
    place = f"{file}:{class_name}"
    members: dict[str, Any] = {"name": place, "__module__": found.__module__, "__doc__": found.__doc__}
    if is_dataclass(found):
        members["spec"] = property(lambda self: format_spec(place, self))
    bases = (found,) if issubclass(found, Agent) else (found, Agent)
    placed: type[Agent] = new_class(class_name, bases, exec_body=lambda space: space.update(members))
    return placed
