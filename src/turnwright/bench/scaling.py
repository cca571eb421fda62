"""How the cost of a turn grows: with action points, and with the number of own units.

Positions are starts of turns, met in games in which every action is Greedy Action's or random, half and half. A random
turn and a turn of Greedy Action are timed as compiled loops; of searches, one iteration through the agent's public
face.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, is_dataclass, replace
from statistics import median
from typing import Any

import numpy as np

from turnwright.agents.choice_kernel import TIES_RANDOM, greedy_choice, new_workspace
from turnwright.bench.engine import room_for_actions
from turnwright.bench.search import UNLIMITED, planning, views_of
from turnwright.bench.timing import Loop, repetitions_of, time_tick, timed
from turnwright.bench.workload import Workload, own_module
from turnwright.core.compiled import entry
from turnwright.core.control import new_control
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.rng import below, generator
from turnwright.core.spec import choose

ACTION_POINTS = (1, 2, 3, 5, 8, 12, 16, 20, 25)
UNITS = range(1, 9)
ROUNDS = 5
COSTS = {
    "random_turn": "random turn",
    "greedy_action_turn": "Greedy Action turn",
    "oep_offspring": "OEP offspring",
    "mcts_iteration": "MCTS iteration",
    "emcts_genome": "EMCTS genome",
}
"""What is measured, in the words of tables and pictures."""
_SEARCHES = {"oep_offspring": ("oep", 5_000), "mcts_iteration": ("mcts", 5_000), "emcts_genome": ("emcts", 1_000)}
_POSITIONS = 256
_PLANNED = 24
_SEEN = 8192
"""Positions that are sorted by their number of units."""
_FEWEST = 16
"""A number of units with fewer positions than this is left out."""
_DEPTH = 120
"""Positions are at most about this many actions deep."""


class ScalingError(TurnwrightError):
    """A game with nothing to scale."""


@dataclass(frozen=True, kw_only=True)
class Curve:
    """How costs grow with one thing."""

    over: str
    """What grows: action_points or units."""
    sizes: tuple[int, ...]
    ns: dict[str, tuple[float, ...]]
    """By cost, nanoseconds for every size."""

    def exponent(self, cost: str) -> float:
        """The slope of the straight line through the points in a log-log picture."""
        return float(np.polyfit(np.log(self.sizes), np.log(self.ns[cost]), 1)[0])


@dataclass(frozen=True, kw_only=True)
class ScalingReport:
    """The curves of a game."""

    game: Game
    tick_ns: float
    """What a tick took, in nanoseconds."""
    curves: tuple[Curve, ...]

    def as_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {"tick_ns": self.tick_ns}
        for curve in self.curves:
            data[curve.over] = {
                str(size): {cost: {"ns": ns[i], "ticks": ns[i] / self.tick_ns} for cost, ns in curve.ns.items()}
                for i, size in enumerate(curve.sizes)
            }
        data["exponents"] = {curve.over: {cost: curve.exponent(cost) for cost in curve.ns} for curve in self.curves}
        return data


def measure_scaling(
    game: Game,
    *,
    rounds: int = ROUNDS,
    only: Collection[str] = (),
    effort: float = 1.0,
    progress: Callable[[str], None] = lambda line: None,
) -> ScalingReport:
    """All curves that a game has; of all costs or `only` some. `effort` scales the budgets of searches.

    Points take turns, so that what disturbs the machine disturbs all of them alike.
    """
    wanted = {choose(name, list(COSTS), "cost") for name in only}
    costs = [cost for cost in COSTS if not wanted or cost in wanted]
    loads: dict[str, dict[int, Workload]] = {
        "action_points": dict(_by_action_points(game)),
        "units": dict(_by_units(game)),
    }
    loads = {over: sizes for over, sizes in loads.items() if len(sizes) > 1}
    if not loads:
        raise ScalingError(f"{game.name} has neither action points to set nor units to count, so nothing can grow")
    loops = {
        (over, size, cost): loop
        for over, sizes in loads.items()
        for size, load in sizes.items()
        for cost, loop in _loops(load, effort).items()
        if cost in costs
    }
    repetitions = {}
    for (over, size, cost), loop in loops.items():
        progress(f"warming up {COSTS[cost]}, {over.replace('_', ' ')} {size}")
        repetitions[over, size, cost] = repetitions_of(loop)
    ticks: list[float] = []
    ns: dict[tuple[str, int, str], list[float]] = {point: [] for point in loops}
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        ticks.append(time_tick())
        for point, loop in loops.items():
            ns[point].append(timed(loop, repetitions[point]))
    curves = [
        Curve(
            over=over,
            sizes=tuple(sizes),
            ns={cost: tuple(median(ns[over, size, cost]) for size in sizes) for cost in costs},
        )
        for over, sizes in loads.items()
    ]
    return ScalingReport(game=game, tick_ns=median(ticks), curves=tuple(curves))


def _by_action_points(game: Game) -> Iterator[tuple[int, Workload]]:
    setting, settings = game.turn_length_setting, getattr(game, "settings", None)
    if setting is None or not is_dataclass(settings):
        return
    make: Any = type(game)
    for points in ACTION_POINTS:
        other = make(replace(settings, **{setting: points}))  # type: ignore[type-var]
        yield points, Workload(game=other, positions=_starts_of_turns(other, _POSITIONS))


def _by_units(game: Game) -> Iterator[tuple[int, Workload]]:
    module = own_module(game)
    if module is None or not hasattr(module, "own_units"):
        return
    positions = _starts_of_turns(game, _SEEN)
    counts = module.own_units(positions)
    for units in UNITS:
        found = positions[counts == units][:_POSITIONS]
        if len(found) >= _FEWEST:
            yield units, Workload(game=game, positions=found)


def _loops(load: Workload, effort: float) -> dict[str, Loop]:
    game, states = load.game, load.positions
    buffer = room_for_actions(game)
    pool, control, rng = game.blank(), new_control(UNLIMITED), generator(7)
    views = views_of(load, _PLANNED)
    searches = {cost: planning(spec, views, round(count * effort)) for cost, (spec, count) in _SEARCHES.items()}
    return {
        "random_turn": lambda n: _play_random_turns(game, states, pool, buffer, rng, n),
        "greedy_action_turn": lambda n: _play_greedy_turns(game, states, pool, control, rng, n),
        **searches,
    }


def _starts_of_turns(game: Game, count: int) -> np.ndarray:
    states = game.blank(count)
    _play_to_starts(game, states, new_control(UNLIMITED), generator(6), _DEPTH)
    return states


@entry
def _play_to_starts(game, states, control, rng, depth):
    """Fill `states` with starts of turns, none of them the first of its game."""
    work = new_workspace(game, states, rng)
    for i in range(states.size):
        state = states[i]
        game.deal(state, rng)
        player, left, started = game.player(state), 1 + below(rng, depth), False
        while left > 0 or not started:
            if below(rng, 2) == 0:
                action = np.int64(game.random_action(state, work.actions, rng))
            else:
                action = greedy_choice(game, state, player, 0, TIES_RANDOM, control[0], work)
            game.apply(state, action)
            left -= 1
            started = game.player(state) != player
            if game.is_over(state):
                game.deal(state, rng)
                left, started = 1 + below(rng, depth), False
            player = game.player(state)


@entry
def _play_random_turns(game, states, pool, buffer, rng, repetitions):
    state = pool[0]
    for _ in range(repetitions):
        for i in range(states.size):
            pool[0] = states[i]
            player = game.player(state)
            while not game.is_over(state) and game.player(state) == player:
                game.apply(state, game.random_action(state, buffer, rng))
    return repetitions * states.size


@entry
def _play_greedy_turns(game, states, pool, control, rng, repetitions):
    work = new_workspace(game, states, rng)
    state = pool[0]
    for _ in range(repetitions):
        for i in range(states.size):
            pool[0] = states[i]
            player = game.player(state)
            while not game.is_over(state) and game.player(state) == player:
                action = greedy_choice(game, state, player, 0, TIES_RANDOM, control[0], work)
                game.apply(state, action)
    return repetitions * states.size
