"""Experiments about one game alone: each game has a folder here, whose modules are loaded when they are needed."""

from importlib import import_module

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.record import GameRecord
from turnwright.core.spec import choose
from turnwright.papers.experiment import Experiment, Source
from turnwright.papers.matches import Matches
from turnwright.papers.result import Curves, Finding
from turnwright.papers.scale import Size

SourceGames = list[tuple[Source, list[GameRecord]]]
"""The played games of every source of an experiment."""

_COMPLEXITY = "turnwright.papers.hero_academy.complexity_findings"
_MEASURES = {
    **dict.fromkeys(("hands", "states", "branching", "length", "mutations"), _COMPLEXITY),
    "modifiers": "turnwright.papers.hero_academy.evaluation_table",
    "possible": "turnwright.papers.locm.possible_actions",
}
"""What can be measured, and the module whose `measured_findings` does it."""

_MATCHES = {"locm": "turnwright.papers.locm.by_deck"}
"""By game, the module whose `further_findings` looks at matches in the game's own terms."""


def measured_findings(experiment: Experiment, size: Size, games: SourceGames) -> tuple[list[Finding], list[Curves]]:
    """What an experiment measures, compared with what was published."""
    module = import_module(_MEASURES[choose(experiment.measure, list(_MEASURES), "measure")])
    findings: tuple[list[Finding], list[Curves]] = module.measured_findings(experiment, size, games)
    return findings


def has_further_findings(experiment: Experiment) -> bool:
    """Whether matches say more than their scores."""
    return turnwright.game(experiment.game).name in _MATCHES


def further_findings(
    experiment: Experiment, matches: Matches, arena: ArenaConfig
) -> tuple[list[Finding], list[Curves]]:
    """What matches say in the terms of their game alone; nothing for most games."""
    if not has_further_findings(experiment):
        return [], []
    place = _MATCHES[turnwright.game(experiment.game).name]
    findings: tuple[list[Finding], list[Curves]] = import_module(place).further_findings(experiment, matches, arena)
    return findings
