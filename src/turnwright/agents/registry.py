"""The agents by name, from spec strings such as `oep:population=100,mutation=0.1`.

An installed package may name agents in the entry points `turnwright.agents`. Any other agent from outside is a class,
`examples/my_bot.py:MyBot`, or a program of its own, `cmd:python3 my_bot.py`. Making one runs somebody's code: whoever
passes on a spec that he did not choose himself asks `runs_foreign_code` first.
"""

from dataclasses import is_dataclass
from importlib import import_module
from typing import Any, cast

from turnwright.agents.base import Agent, TurnAgent
from turnwright.agents.emcts import Emcts, FhEmcts
from turnwright.agents.from_file import foreign_agent
from turnwright.agents.greedy_action import GreedyAction
from turnwright.agents.greedy_turn import GreedyTurn
from turnwright.agents.hybrid import Hybrid
from turnwright.agents.mcts import Mcts
from turnwright.agents.ntboe import Ntboe
from turnwright.agents.oep import Oep
from turnwright.agents.permutation import NoAi, PermutationEmcts, PermutationOep, PermutationRandom
from turnwright.agents.random import RandomAgent
from turnwright.agents.reply import Reply
from turnwright.agents.search import SearchAgent
from turnwright.agents.tbets import Tbets
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.installed import AGENTS, installed_class, installed_names
from turnwright.core.plain_data import read_settings
from turnwright.core.spec import (
    BuiltIn,
    Command,
    FileClass,
    PackageClass,
    Spec,
    SpecError,
    choose,
    parse_spec,
)

_CLASSES: dict[str, type[SearchAgent]] = {
    kind.name: kind
    for kind in (
        RandomAgent, GreedyAction, GreedyTurn, Mcts, Oep, Emcts, FhEmcts, Reply,
        Tbets, Ntboe, Hybrid,
        NoAi, PermutationRandom, PermutationOep, PermutationEmcts,
    )
}  # fmt: skip

_KINDS: dict[type[Spec], str] = {Command: "turnwright.wire.agent:CommandAgent"}
"""Agents that are made from the spec itself (`from_spec`), by the kind of spec. They live above this room, and are
loaded on first use."""


def _kind_of(spec: Spec) -> type[Agent] | None:
    if type(spec) not in _KINDS:
        return None
    module, _, name = _KINDS[type(spec)].partition(":")
    kind: type[Agent] = getattr(import_module(module), name)
    return kind


def own_agent_names() -> list[str]:
    """The names of the agents of this package."""
    return list(_CLASSES)


def agent_names() -> list[str]:
    """The names of all agents, those of installed packages last."""
    return [*_CLASSES, *(name for name in installed_names(AGENTS) if name not in _CLASSES)]


def is_own_agent(spec: str | Spec) -> bool:
    """Whether an agent is of this package: it keeps nothing from game to game, and always answers."""
    named = parse_spec(spec)
    return isinstance(named, BuiltIn) and named.name in _CLASSES


def agent_class(spec: str | Spec) -> type[Agent]:
    """The class of an agent."""
    match parse_spec(spec):
        case BuiltIn(name=name):
            if name in _CLASSES:
                return _CLASSES[name]
            choose(name, agent_names(), "agent")
            return foreign_agent(installed_class(AGENTS, name), name)
        case FileClass() | PackageClass() as place:
            return foreign_agent(place)
        case other if (kind := _kind_of(other)) is not None:
            return kind
    raise AssertionError(spec)


def agent_settings(kind: type[Agent]) -> type[Any] | None:
    """The dataclass with an agent's settings, if any: its `settings_class`, or the agent's own class."""
    settings: type[Any] | None = getattr(kind, "settings_class", None)
    return kind if settings is None and is_dataclass(kind) else settings


def agent(spec: str | Spec, **settings: Any) -> TurnAgent:
    """An agent from its spec, and further settings by name.

    The agents of the package answer with a `Turn`. One from outside may answer in any form that `Agent.plan` allows;
    `agents.turn_check.ask` makes a `Turn` of it.

    >>> agent("greedy_action:top=10").spec
    'greedy_action:top=10'
    """
    return cast(TurnAgent, _made(parse_spec(spec).with_settings(settings)))


def _made(wanted: Spec) -> Agent:
    if (made_of_spec := _kind_of(wanted)) is not None:
        return made_of_spec.from_spec(wanted)
    kind, raw = agent_class(wanted), wanted.raw
    settings_class = agent_settings(kind)
    if settings_class is None and raw:
        raise SpecError(f"{wanted.label} has no settings, so {', '.join(raw)} cannot be set")
    try:
        if settings_class is None:
            return kind()
        read = read_settings(settings_class, raw, wanted.label)
        return read if isinstance(read, Agent) else kind(read)  # type: ignore[call-arg]
    except TurnwrightError:
        raise
    except Exception as error:  # whatever a stranger's class does
        raise SpecError(f"{wanted.label} cannot be created: {in_one_line(error)}") from error
