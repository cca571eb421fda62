"""The history of populations: how good their genomes were after some of the generations."""

from time import perf_counter
from typing import Any

import numpy as np

from turnwright.agents.oep_kernel import Population
from turnwright.core.state import State

NEVER = 2**60
"""A generation that no evolution reaches."""
_STRIDE = 8
"""Generations between two entries grow with the generations so far, by this part of them."""
_GENOMES = 20


class PopulationLog:
    """Entries about populations that evolve in parallel; none if the log is not requested.

    The generations written about are ever further apart, so that a long evolution fills no more than some dozens of
    entries and the beginning, when most happens, is covered best.
    """

    def __init__(self, wanted: bool) -> None:
        self._entries: list[dict[str, Any]] = []
        self._begun = perf_counter()
        self.next = 1 if wanted else NEVER
        """The generation after which the next entry is due."""

    def write(self, generation: int, controls: list[np.ndarray], populations: list[Population]) -> None:
        """Add an entry."""
        values = np.concatenate([_born(population)["value"] for population in populations])
        finite = np.sort(values[np.isfinite(values)])[::-1]
        self._entries.append(
            {
                "generation": generation,
                "evaluations": sum(int(control[0].evaluations) for control in controls),
                "milliseconds": 1000 * (perf_counter() - self._begun),
                "values": finite.tolist(),
            }
        )
        self.next = generation + max(1, generation // _STRIDE)

    def as_data(self, state: State, populations: list[Population]) -> dict[str, Any]:
        """The entries and the best genomes of the end as plain data."""
        return {
            "kind": "population",
            "state": state.text,
            "snapshots": self._entries,
            "genomes": _best_genomes(populations),
        }


def _born(population: Population) -> np.ndarray:
    individuals = population.individuals.view(np.ndarray)
    return individuals[individuals["length"] > 0]


def _best_genomes(populations: list[Population]) -> list[dict[str, Any]]:
    """The best genomes, cut to the current turn, each once."""
    best: dict[tuple[int, ...], float] = {}
    for population in populations:
        for row, one in enumerate(population.individuals.view(np.ndarray)):
            if one["length"] > 0 and np.isfinite(one["value"]):
                turn = tuple(population.genes[row, : int(one["head"])].tolist())
                best[turn] = max(best.get(turn, -np.inf), float(one["value"]))
    ranked = sorted(best.items(), key=lambda entry: -entry[1])[:_GENOMES]
    return [{"value": value, "actions": list(turn)} for turn, value in ranked]
