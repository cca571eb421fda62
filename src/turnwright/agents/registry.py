"""The agents by name, from spec strings such as `oep:population=100,mutation=0.1`.

An agent outside the package is named by its file and class, `examples/my_bot.py:MyBot`, or is a program of its own,
`cmd:python3 my_bot.py`.
"""

from dataclasses import is_dataclass
from typing import Any

from turnwright.agents.base import Agent
from turnwright.agents.emcts import Emcts, FhEmcts
from turnwright.agents.from_file import agent_in_file
from turnwright.agents.greedy_action import GreedyAction
from turnwright.agents.greedy_turn import GreedyTurn
from turnwright.agents.mcts import Mcts
from turnwright.agents.oep import Oep
from turnwright.agents.permutation import NoAi, PermutationEmcts, PermutationOep, PermutationRandom
from turnwright.agents.random import RandomAgent
from turnwright.agents.search import SearchAgent
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.python_file import split_place
from turnwright.core.spec import SpecError, choose, read_settings, split_spec
from turnwright.wire.agent import CommandAgent
from turnwright.wire.command import Command, is_command

_CLASSES: dict[str, type[SearchAgent]] = {
    kind.name: kind
    for kind in (
        RandomAgent, GreedyAction, GreedyTurn, Mcts, Oep, Emcts, FhEmcts,
        NoAi, PermutationRandom, PermutationOep, PermutationEmcts,
    )
}  # fmt: skip


def agent_names() -> list[str]:
    """The names of all agents."""
    return list(_CLASSES)


def agent_class(name: str) -> type[Agent]:
    """The class of an agent, by its name or its place."""
    place = split_place(name)
    return agent_in_file(*place) if place else _CLASSES[choose(name, agent_names(), "agent")]


def agent_settings(kind: type[Agent]) -> type[Any] | None:
    """The dataclass with an agent's settings, if any: its `settings_class`, or the agent's own class."""
    settings: type[Any] | None = getattr(kind, "settings_class", None)
    return kind if settings is None and is_dataclass(kind) else settings


def agent(spec: str, **settings: Any) -> Agent:
    """An agent from its spec string, and further settings by name.

    >>> agent("greedy_action:top=10").spec
    'greedy_action:top=10'
    """
    if is_command(spec):
        if settings:
            raise SpecError(f"{', '.join(settings)} cannot be set; settings of a program stand in its spec")
        return CommandAgent(Command.parse(spec))
    name, raw = split_spec(spec)
    raw |= {key: str(value) for key, value in settings.items()}
    kind = agent_class(name)
    settings_class = agent_settings(kind)
    if settings_class is None and raw:
        raise SpecError(f"{name} has no settings, so {', '.join(raw)} cannot be set")
    try:
        if settings_class is None:
            return kind()
        read = read_settings(settings_class, raw, name)
        return read if isinstance(read, Agent) else kind(read)  # type: ignore[call-arg]
    except TurnwrightError:
        raise
    except Exception as error:  # whatever a stranger's class does
        raise SpecError(f"{name} cannot be made: {in_one_line(error)}") from error
