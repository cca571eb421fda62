"""Work that is more than one game: a function of the package, called by its name, wherever a worker is.

Tasks and results are plain data, which travel as JSON.
"""

import traceback
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from turnwright.core.compile_errors import explained
from turnwright.core.errors import TurnwrightError, in_one_line


@dataclass(frozen=True, kw_only=True)
class Task:
    """A function to call."""

    function: str
    """Its module and its name: `turnwright.neat.workers:points_of_task`."""
    arguments: dict[str, Any]
    """Plain data, by name."""


def done(task: dict[str, Any]) -> dict[str, Any]:
    """A task's result, or why there is none, as plain data."""
    try:
        module, _, name = task["function"].partition(":")
        return {"result": getattr(import_module(module), name)(**task["arguments"])}
    except TurnwrightError as error:
        return {"refusal": str(error)}
    except BaseException as error:
        return {"refusal": explained(error) or f"{in_one_line(error)}\n{traceback.format_exc()}"}


def result_of(message: dict[str, Any]) -> Any:
    """The result in a worker's answer; what it could not do is raised."""
    if "refusal" in message:
        raise TurnwrightError(message["refusal"])
    return message["result"]
