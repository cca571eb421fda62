"""The evaluation's modifiers, read off positions that differ in one unit's gear or square alone."""

import turnwright
from turnwright.papers.experiment import Experiment, Variant
from turnwright.papers.findings import counted_finding
from turnwright.papers.game_experiments import SourceGames
from turnwright.papers.result import Curves, Finding
from turnwright.papers.scale import Size, game_spec

_UNITS = {"archer": ("A", 800), "cleric": ("C", 800), "knight": ("K", 1000), "ninja": ("N", 800), "wizard": ("W", 800)}
_GEAR = {"dragonscale": "d", "runemetal": "r", "helm": "h", "scroll": "s"}
_SQUARES = {"assault": "e5", "deploy": "a1", "defence": "e1", "power": "c3"}
_PLAIN = "b2"


def measured_findings(experiment: Experiment, size: Size, games: SourceGames) -> tuple[list[Finding], list[Curves]]:
    """Every published modifier compared with ours; no games are needed."""
    found = []
    for quantity in experiment.quantities:
        what, unit = quantity.key.split(".")
        found.append(counted_finding(quantity, modifier(experiment.game, size.variant, what, unit)))
    return found, []


def modifier(game: str, variant: Variant, what: str, unit: str) -> int:
    """What gear, or a square, adds to a standing unit. Gear counts twice while the unit stands."""
    letter, hit_points = _UNITS[unit]
    spec = game_spec(game, None, variant)

    def value(square: str, gear: str = "") -> float:
        pieces = ",".join(sorted(["b4X4500", "g2x4500", f"{square}{letter}{hit_points}{gear}"]))
        return turnwright.state(f"{spec} 3 1 5 {pieces} -/k -/- 1/1").evaluate(0)

    if what in _GEAR:
        return round((value(_PLAIN, _GEAR[what]) - value(_PLAIN)) / 2)
    return round(value(_SQUARES[what]) - value(_PLAIN))
