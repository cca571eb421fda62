"""What a game was played with: versions, and a digest of everything that decides how it goes."""

import hashlib
import platform
from collections.abc import Iterator
from functools import cache

import numba
import numpy as np

import turnwright
from turnwright.agents.registry import agent, agent_class
from turnwright.arena.config import ArenaConfig
from turnwright.arena.pairing import Pairing
from turnwright.arena.record import GameSetup
from turnwright.core.game import Game
from turnwright.core.game_type import engine_digest
from turnwright.core.source_digest import closure_digest, module_file
from turnwright.core.spec import Command, Spec, model_value, parse_spec
from turnwright.evaluators.changed import split_changes


@cache
def source_of(game: str | Spec, *agents: str | Spec) -> str:
    """A digest of what decides how a game goes: the engine with its parameters, and the code of its agents.

    An edit of any of them makes another one; an edit of a drawing, a notation or a docstring does not.
    """
    played = turnwright.game(game)
    digest = hashlib.sha256(engine_digest(type(played)).encode())
    for values in _fields(played.params):
        digest.update(values)
    for spec in sorted(map(parse_spec, agents), key=str):
        digest.update(_agent_digest(spec).encode())
        for values in _fields(_judging(played, spec)):
            digest.update(values)
    return digest.hexdigest()[:16]


def _judging(played: Game, spec: Spec) -> np.ndarray:
    """The parameters by which an agent judges positions, where it names a model: the model's numbers are in them.

    Evaluations of the game's own words follow from the engine, and nothing is added for them.
    """
    evaluation = "" if isinstance(spec, Command) or not played.evaluations else spec.raw.get("evaluation", "")
    name, changes = split_changes(evaluation)
    if name != "learned" and model_value(name) is None and not changes:
        return np.empty(0)
    return played.variant(evaluation=evaluation).params


def _fields(records: np.ndarray) -> Iterator[bytes]:
    """The bytes of records, field by field: what lies between the fields is whatever was in memory before."""
    if records.dtype.names is None:
        yield np.ascontiguousarray(records).tobytes()
        return
    for name in records.dtype.names:
        yield from _fields(records[name])


def _agent_digest(spec: Spec) -> str:
    code = closure_digest(module_file(agent_class(spec).__module__))
    if not isinstance(spec, Command):
        return code
    files = [hashlib.sha256(file.read_bytes()).hexdigest() for file in agent(spec).files]
    return " ".join([code, *files])


def source_for(played: Pairing | GameSetup) -> str:
    """The digest of the present sources of a game and its players."""
    first, second = played.players
    return source_of(played.game, first.agent, second.agent)


def counted_source(pairing: Pairing, arena: ArenaConfig) -> str | None:
    """Which sources' games count for a pairing: the present ones', or, if none is named, any."""
    return None if arena.any_source else source_for(pairing)


@cache
def versions() -> dict[str, str]:
    """Versions of the software that results depend on."""
    return {
        "turnwright": turnwright.__version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }
