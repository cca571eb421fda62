"""What search costs: one round of each agent's own loop, asked for through its public face.

Searches run on the positions that a game has most of under one set of settings; for Hero Academy those are the
recorded mid-game positions with five action points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import cast

import numpy as np

from turnwright.agents.choice_kernel import TIES_RANDOM, greedy_choice
from turnwright.agents.memory import new_workspace
from turnwright.agents.registry import agent
from turnwright.agents.search import SearchAgent
from turnwright.bench.measures import Measure
from turnwright.bench.timing import Loop
from turnwright.bench.workload import SAMPLE, Workload
from turnwright.core.borrowed import borrowed
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry
from turnwright.core.control import new_control
from turnwright.core.rng import generator
from turnwright.core.state import State, View

POSITIONS = 20
"""Every round of a search measure plans on this many positions, always the same, spread over all."""
ISLAND_POSITIONS = 12
ISLAND_MILLISECONDS = 300.0
UNLIMITED = Budget(iterations=2**60)


@dataclass(frozen=True, kw_only=True)
class SearchCost:
    """A search whose cost is measured."""

    name: str
    what: str
    """What one operation is."""
    agent: str
    """Who searches."""
    iterations: int
    """The budget of a plan."""


SEARCHES = (
    SearchCost(name="oep_offspring", what="OEP", agent="oep", iterations=100_000),
    SearchCost(name="oep_tabu_offspring", what="OEP, kept diverse", agent="oep:diversity=tabu", iterations=20_000),
    SearchCost(name="mcts_iteration", what="MCTS", agent="mcts", iterations=20_000),
    SearchCost(name="greedy_turn_leaf", what="Greedy Turn", agent="greedy_turn", iterations=100_000),
    SearchCost(
        name="greedy_turn_unique_leaf",
        what="no end twice",
        agent="greedy_turn:visited=all",
        iterations=100_000,
    ),
    SearchCost(name="emcts_genome", what="EMCTS", agent="emcts", iterations=5_000),
    SearchCost(name="reply_candidate", what="Reply", agent="reply", iterations=5_000),
    SearchCost(name="fh_emcts_genome", what="FH-EMCTS", agent="fh_emcts", iterations=5_000),
)


def search_measures(workloads: Sequence[Workload], effort: float = 1.0) -> list[Measure]:
    """The costs of searches; `effort` scales their budgets."""
    load = _largest(workloads)
    views = views_of(load, POSITIONS)
    planned = [
        Measure(name=cost.name, what=cost.what, run=planning(cost.agent, views, round(cost.iterations * effort)))
        for cost in SEARCHES
    ]
    return [*planned, _greedy_decisions(load)]


def planning(spec: str, views: Sequence[View], iterations: int) -> Loop:
    """Plan on all positions, this many times; returns the number of iterations."""
    player = cast(SearchAgent, agent(spec))
    budget = Budget(iterations=max(1, iterations))

    def run(repetitions: int) -> int:
        return sum(
            player.plan(view, budget, seed=number).report.iterations
            for _ in range(repetitions)
            for number, view in enumerate(views)
        )

    return run


def views_of(load: Workload, count: int) -> list[View]:
    """This many of the positions, spread over all of them, as agents receive them."""
    places = np.unique(np.linspace(0, len(load.positions) - 1, count).astype(np.int64))
    return [State(load.game, load.positions[i : i + 1]).view() for i in places.tolist()]


def islands_speedup(workloads: Sequence[Workload], effort: float = 1.0) -> float:
    """How many times as many evaluations two islands on two threads do as one, in the same time."""
    one, two = (cast(SearchAgent, agent(spec)) for spec in ("oep", "oep:islands=2,threads=2"))
    budget = Budget(milliseconds=ISLAND_MILLISECONDS * effort)
    views = views_of(_largest(workloads), ISLAND_POSITIONS)
    for player in (one, two):  # a first plan starts its threads
        player.plan(views[0], Budget(iterations=1))
    ratios = []
    for number, view in enumerate(views):
        order = (one, two) if number % 2 else (two, one)
        done = {player: player.plan(view, budget, seed=number).report.evaluations for player in order}
        ratios.append(done[two] / done[one])
    return median(ratios)


def _largest(workloads: Sequence[Workload]) -> Workload:
    return max(workloads, key=lambda load: len(load.positions))


@entry
def _decide_greedily(game, states, control, work, repetitions, sink):
    work = borrowed(work)
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            player = game.player(states[i])
            total += greedy_choice(game, states[i], player, 0, TIES_RANDOM, control[0], work)
    sink[0] = total
    return repetitions * states.size


def _greedy_decisions(load: Workload) -> Measure:
    """Greedy Action's loop itself: a plan of a handful of decisions would be lost in the cost of asking for it."""
    game, states = load.game, load.sample(SAMPLE)
    control, sink = new_control(UNLIMITED), np.zeros(1)
    work = new_workspace(State(game, states[:1]), generator(5))
    return Measure(
        name="greedy_action_decision",
        what="Greedy Action",
        run=lambda n: _decide_greedily(game, states, control, work, n, sink),
    )
