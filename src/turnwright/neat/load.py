"""Plans of evolutions from TOML files, checked key by key; every mistake is refused with one sentence."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from turnwright.core.plain_data import Reader, read_described
from turnwright.neat.plan import Plan
from turnwright.neat.settings import NeatError

_READER = Reader(error=NeatError)


def read_plan(file: Path) -> Plan:
    """The plan that a TOML file describes."""
    return read_described(file, "evolution", NeatError, plan_from)


def plan_from(data: Mapping[str, Any]) -> Plan:
    """The plan that plain data describe: the settings of `Plan`, with those of NEAT in the table `neat`."""
    return _READER.record(Plan, data)
