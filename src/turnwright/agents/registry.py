"""The agents by name, from spec strings such as `oep:population=100,mutation=0.1`.

An installed package may name agents in the entry points `turnwright.agents`. Any other agent from outside is a class,
`examples/my_bot.py:MyBot`, or a program of its own, `cmd:python3 my_bot.py`. Creating one runs foreign code: check
`runs_foreign_code` before using a spec that comes from somebody else.
"""

from dataclasses import is_dataclass
from importlib import import_module
from typing import Any, cast

from turnwright.agents.base import Agent, TurnAgent
from turnwright.agents.from_file import foreign_agent
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

# Imported on first use: loading all agents would take a tenth of a second in every process.
_CLASSES = {
    "random": "turnwright.agents.random:RandomAgent",
    "greedy_action": "turnwright.agents.greedy_action:GreedyAction",
    "greedy_turn": "turnwright.agents.greedy_turn:GreedyTurn",
    "mcts": "turnwright.agents.mcts:Mcts",
    "oep": "turnwright.agents.oep:Oep",
    "emcts": "turnwright.agents.emcts:Emcts",
    "fh_emcts": "turnwright.agents.emcts:FhEmcts",
    "reply": "turnwright.agents.reply:Reply",
    "tbets": "turnwright.agents.tbets:Tbets",
    "ntboe": "turnwright.agents.ntboe:Ntboe",
    "hybrid": "turnwright.agents.hybrid:Hybrid",
    "no_ai": "turnwright.agents.permutation:NoAi",
    "permutation_random": "turnwright.agents.permutation:PermutationRandom",
    "permutation_oep": "turnwright.agents.permutation:PermutationOep",
    "permutation_emcts": "turnwright.agents.permutation:PermutationEmcts",
}

_KINDS: dict[type[Spec], str] = {Command: "turnwright.wire.agent:CommandAgent"}
"""Agents that are created from the spec itself (`from_spec`), by the kind of spec. They belong to a higher layer, and
are loaded on first use."""


def _loaded(place: str) -> type[Agent]:
    """The class at a place, such as `turnwright.agents.oep:Oep`."""
    module, _, name = place.partition(":")
    kind: type[Agent] = getattr(import_module(module), name)
    return kind


def _kind_of(spec: Spec) -> type[Agent] | None:
    return _loaded(_KINDS[type(spec)]) if type(spec) in _KINDS else None


def own_agent_names() -> list[str]:
    """The names of the agents of this package."""
    return list(_CLASSES)


def agent_names() -> list[str]:
    """The names of all agents, those of installed packages last."""
    return [*_CLASSES, *(name for name in installed_names(AGENTS) if name not in _CLASSES)]


def is_own_agent(spec: str | Spec) -> bool:
    """Whether an agent belongs to this package: it has no memory between games, and always answers."""
    named = parse_spec(spec)
    return isinstance(named, BuiltIn) and named.name in _CLASSES


def agent_class(spec: str | Spec) -> type[Agent]:
    """The class of an agent."""
    match parse_spec(spec):
        case BuiltIn(name=name):
            if name in _CLASSES:
                return _loaded(_CLASSES[name])
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
    """An agent from its spec, with more settings as keyword arguments.

    The agents of the package return a `Turn`. Others may return any form that `Agent.plan` allows;
    `agents.turn_check.ask` converts it to a `Turn`.

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
    except Exception as error:  # foreign code may raise anything
        raise SpecError(f"{wanted.label} cannot be created: {in_one_line(error)}") from error
