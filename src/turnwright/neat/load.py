"""Plans of evolutions from TOML files, checked key by key; every mistake is refused with one sentence."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader, read_toml
from turnwright.neat.plan import Plan
from turnwright.neat.settings import NeatError

_READER = Reader(error=NeatError)


def read_plan(file: Path) -> Plan:
    """The plan that a TOML file describes."""
    data = read_toml(file, "evolution", NeatError)
    try:
        return plan_from(data)
    except TurnwrightError as error:
        raise NeatError(f"the evolution {str(file)!r}: {error}") from error


def plan_from(data: Mapping[str, Any]) -> Plan:
    """The plan that plain data describe: the settings of `Plan`, with those of NEAT in the table `neat`."""
    return _READER.record(Plan, data)
