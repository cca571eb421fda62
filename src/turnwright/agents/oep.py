"""Online Evolutionary Planning: a population of whole turns evolves until the budget is spent.

One file for all of it: Online Evolution of 2016 (static fitness), of the thesis (rollout fitness that keeps the
minimum, history table, islands), greedy OEP, and what their authors left open: a flexible horizon, and diversity kept.
"""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.memory import DOUBLE, Rooms, expected_nodes, genome_width, new_workspace
from turnwright.agents.oep_kernel import INDIVIDUAL, PROGRESS, Population, evolve
from turnwright.agents.population_log import NEVER, PopulationLog
from turnwright.agents.search import (
    SearchAgent,
    actions_left,
    controls_for,
    finished,
    run_parts,
    shared_out,
)
from turnwright.agents.settings import RolloutSettings, at_least, shares
from turnwright.core.budget import Budget
from turnwright.core.hash_table import Table
from turnwright.core.records import blank_records
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError
from turnwright.core.state import State

_MOST_KEYS = 1 << 25


@dataclass(frozen=True, kw_only=True)
class OepSettings(RolloutSettings):
    """Settings of Online Evolutionary Planning; the defaults are those of the 2016 paper."""

    record_names: ClassVar[dict[str, str]] = {**RolloutSettings.record_names, "greedy": "greedy_genomes"}

    variant: Literal["described", "reference"] = "described"
    """`reference`: mutation may hit the end of the turn (nothing changes then), survivors are evaluated again, and
    the history table forgets minima, as in the published code."""
    population: int = 100
    """Genomes in a population."""
    survival: float = 0.5
    """Share of the population that survives a generation (called kill rate in the published code)."""
    mutation: float = 0.1
    """Probability that a child is mutated; with `diversity=tabu`, at least 0.75."""
    greedy: float = 0.0
    """Share of the first population that Greedy Action makes; 0.2 in greedy OEP."""
    repair: Literal["random", "greedy"] = "random"
    """How a gene that has become illegal is replaced; greedy in greedy OEP."""
    repair_top: int = 0
    """Greedy Action, in repairs and first genomes, tries only this many best-ordered actions; 0: all of them."""
    rollout_combine: Literal["mean", "min"] = "min"
    """How several rollouts of the opponent's turn are combined. With rollouts, survivors are evaluated again in
    every generation and keep their lowest value."""
    history: bool = False
    """Remember the lowest value of every end-of-turn state and use it for all genomes that lead there."""
    horizon: int = 0
    """Evaluate genomes after this many actions, including the opponent's (FH-OEP); 0: at the end of the turn."""
    model_top: int = 10
    """The opponent's greedy model tries this many best-ordered actions; 0: all of them."""
    diversity: Literal["none", "tabu", "niche"] = "none"
    """tabu: discard children that lead to an end-of-turn state already evaluated; niche: a child competes only with
    the more similar of its parents."""
    patience: int | None = None
    """Start a new population after this many generations without a better genome; 0: never; none: 50 with
    `diversity`, otherwise never."""
    islands: int = 1
    """Parallel populations, each with its share of the budget."""
    migration: int = 32_000
    """Generations after which an island sends its second best genome to the next one; 1 in the thesis. Islands then
    wait for each other, which costs about a third of a millisecond."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(2, self, "population")
        at_least(1, self, "islands", "migration")
        at_least(0, self, "repair_top", "horizon", "model_top", "patience")
        shares(self, "mutation", "greedy")
        if not 0.0 < self.survival < 1.0 or int(self.population * self.survival) < 2:
            raise SpecError("survival must keep at least two genomes, but not the whole population")


class Oep(SearchAgent):
    """Online evolution: evolves a population of whole turns."""

    name = "oep"
    settings_class = OepSettings

    def __init__(self, settings: OepSettings | None = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(table=DOUBLE)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        islands = self.settings.islands
        controls = controls_for(budget, islands)
        works = [new_workspace(state, generator(int(rng[0]), island)) for island in range(islands)]
        options = self.options.copy()
        if self.settings.horizon > 0:  # never short of the turn itself
            options[0].horizon = max(self.settings.horizon, actions_left(state))
        width = genome_width(state.game, int(options[0].horizon))
        shares_of_budget = shared_out(budget, islands)
        rooms = [self._rooms.take(table=expected_nodes(share, _MOST_KEYS)) for share in shares_of_budget]
        populations = [
            new_population(state, self.settings.population, width, room.new_table(expected_nodes(share, _MOST_KEYS)))
            for room, share in zip(rooms, shares_of_budget, strict=True)
        ]
        log = PopulationLog(keep_tree)
        meeting = self.settings.migration if islands > 1 else NEVER
        generation = 0
        going = list(range(islands))
        while going:
            until = min(meeting, log.next)

            def evolve_island(i: int, epoch: int = until - generation) -> bool:
                return bool(evolve(state.game, state.records, controls[i], options, populations[i], epoch, works[i]))

            results = run_parts([partial(evolve_island, i) for i in going], self.settings.threads, controls)
            generation = until
            going = [i for i, done in zip(going, results, strict=True) if not done]
            if log.next == generation or (keep_tree and not going):
                log.write(max(int(control[0].generations) for control in controls), controls, populations)
            if meeting == generation:
                meeting += self.settings.migration
                if len(going) == islands:
                    _migrate(populations)
        self._rooms.give(rooms)
        return finished(state, controls, tree=log.as_data(state, populations) if keep_tree else None)


def new_population(state: State, size: int, width: int, seen: Table, worlds: int = 1) -> Population:
    """Room for a population of genomes, with their end states in some worlds; `seen` is an empty table."""
    progress = blank_records(PROGRESS)
    progress[0].promoted, progress[0].threshold = 1, -np.inf
    return Population(
        genes=np.zeros((size + 2, width), dtype=np.int32),
        individuals=blank_records(INDIVIDUAL, size),
        order=np.arange(size),
        ends=state.game.blank(size * worlds),
        progress=progress,
        seen=seen,
    )


def _migrate(populations: list[Population]) -> None:
    """Every island sends a copy of its second best genome round the ring, in place of the next one's worst."""
    migrants = []
    for p in populations:
        second = int(np.argsort(-p.individuals["value"], kind="stable")[1])
        migrants.append((p.genes[second].copy(), p.individuals[second].copy(), p.ends[second].copy()))
    for island, p in enumerate(populations):
        worst = int(np.argmin(p.individuals["value"]))
        p.genes[worst], p.individuals[worst], p.ends[worst] = migrants[island - 1]
        p.progress[0].promoted = 1
        p.individuals[worst].repeatable = 0  # its end state may be new here
