"""What is measured: for every measure a name, a description, and a loop to time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from turnwright.bench import engine
from turnwright.bench.timing import Loop
from turnwright.bench.workload import SAMPLE, Workload, own_module
from turnwright.core.rng import generator

POOL = 16
_GAMES = 32


@dataclass(frozen=True, kw_only=True)
class Measure:
    """Something to time."""

    name: str
    what: str
    """What one operation is."""
    run: Loop
    """Do it that many rounds; returns how many operations those were."""


def measures_of(workloads: Sequence[Workload]) -> list[Measure]:
    """All measures of a game; where a module of this package has a better one of a name, that is taken."""
    first = workloads[0]
    game, states = first.game, _sample(workloads)
    buffer = engine.room_for_actions(game)
    keys = np.empty(buffer.size, dtype=np.int64)
    pool, sink, rng = game.blank(POOL), np.zeros(1), generator(2)
    actions = np.empty(len(states), dtype=np.int32)
    engine.choose_actions(game, states, buffer, generator(3), actions)

    def play(loop: Callable[..., int]) -> Loop:
        return lambda repetitions: sum(
            loop(load.game, load.positions, pool, buffer, rng, repetitions) for load in workloads
        )

    general = [
        Measure(name="random_step", what="list, pick, apply", run=play(engine.play_listed)),
        Measure(name="random_step_sampled", what="sample, apply", run=play(engine.play_sampled)),
        Measure(name="copy", what="a state", run=lambda n: engine.copy_states(states, pool, n)),
        Measure(name="evaluation", what="value", run=lambda n: engine.evaluate_states(game, states, n, sink)),
        Measure(
            name="evaluation_kept",
            what="value as search asks for it",
            run=lambda n: engine.evaluate_states(game, states, n, sink),
        ),
        Measure(
            name="listing",
            what="all legal actions",
            run=lambda n: engine.list_legal(game, states, buffer, n, sink),
        ),
        Measure(
            name="pruned_listing",
            what="candidates, sorted",
            run=lambda n: engine.list_ordered(game, states, buffer, keys, n, sink),
        ),
        Measure(
            name="pruned_unordered",
            what="candidates",
            run=lambda n: engine.list_candidates(game, states, buffer, n, sink),
        ),
        Measure(
            name="top_candidate",
            what="best candidate",
            run=lambda n: engine.pick_top(game, states, buffer, n, sink),
        ),
        Measure(
            name="is_legal",
            what="one action",
            run=lambda n: engine.check_legal(game, states, actions, n, sink),
        ),
        Measure(name="hash", what="a state", run=lambda n: engine.hash_states(game, states, n, sink)),
        Measure(
            name="random_game",
            what="from deal to end",
            run=lambda n: engine.play_from_deal(game, pool, buffer, rng, _GAMES * n),
        ),
    ]
    module = own_module(game)
    better = {measure.name: measure for measure in (module.measures(game, states) if module else [])}
    return [better.pop(measure.name, measure) for measure in general] + list(better.values())


def _sample(workloads: Sequence[Workload]) -> np.ndarray:
    total = sum(len(load.positions) for load in workloads)
    parts = [load.sample(SAMPLE * len(load.positions) // total) for load in workloads]
    states = workloads[0].game.blank(sum(map(len, parts)))
    np.concatenate(parts, out=states)
    order = np.random.default_rng(0).permutation(len(states))
    return states[order]
