"""What a second of the papers is worth in counts, and what a count costs here."""

import tomllib
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from importlib import resources

from turnwright.core.budget import Budget
from turnwright.core.plain_data import Reader


@dataclass(frozen=True, kw_only=True)
class PaperRates:
    """The figures of `rates.toml`; tables by the length of a turn have it as text."""

    iterations: dict[str, int]
    """Iterations in a second of the papers, by agent."""
    evaluations_per_genome: dict[str, float]
    """Evaluations that a genome of EMCTS takes, by the length of a turn."""
    nanoseconds: dict[str, dict[str, float]]
    """What an iteration takes here, by kind of search and length of a turn."""
    turns: dict[str, float]
    """Turns of a game whose turns have a length, by that length."""
    turns_of: dict[str, float]
    """Turns of another game, by its name."""


@cache
def rates() -> PaperRates:
    """The figures that ship with the package."""
    text = resources.files("turnwright.papers").joinpath("rates.toml").read_text(encoding="utf-8")
    return Reader().record(PaperRates, tomllib.loads(text), "rates.toml")


def at_length(table: dict[str, float], turn_length: int | None) -> float:
    """A figure for a length of the turns, on a straight line between those that were measured.

    Where a game has no such setting, the figure for the shortest turns stands for all.
    """
    places = sorted((int(key), value) for key, value in table.items())
    keys = [key for key, _ in places]
    length = keys[0] if turn_length is None else turn_length
    right = min(max(bisect_left(keys, length), 1), len(places) - 1)
    (x0, y0), (x1, y1) = places[right - 1], places[right]
    inside = min(max(length, keys[0]), keys[-1])
    return y0 + (y1 - y0) * (inside - x0) / (x1 - x0)


def paper_budget(agent: str, seconds: float, turn_length: int | None, rate: int | None = None) -> Budget | None:
    """What seconds of the papers are in counts, for an agent by its name; None for one that takes no budget."""
    if agent == "fh_emcts":
        genomes = (rate or rates().iterations["emcts"]) * seconds
        calls = genomes * at_length(rates().evaluations_per_genome, turn_length)
        return Budget(evaluations=max(1, round(calls)))
    per_second = rate or rates().iterations.get(agent)
    return None if per_second is None else Budget(iterations=max(1, round(per_second * seconds)))
