"""Running compiled searches: settings as records, budgets shared out, threads, worlds, reports."""

import threading
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from turnwright.agents.base import Agent, Report, Turn
from turnwright.core.budget import Budget, BudgetError
from turnwright.core.clock import now_ns
from turnwright.core.compiled import entry
from turnwright.core.control import CONTROL, HISTORY, NO_LIMIT, new_control
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError, format_spec
from turnwright.core.state import State, View

Result = TypeVar("Result")

_BOUNDLESS = Budget(iterations=2**60)


@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """What every search agent can be told."""

    evaluation: str = "game"
    """The game's evaluation to search with; `game`: as the game is set."""
    ordering: str = "game"
    """The game's action ordering."""
    pruning: str = "game"
    """The game's pruning."""
    worlds: int = 1
    """Under hidden information, how many guesses at the hidden part are planned on."""
    threads: int = 1
    """How many threads run the parts of a search; it changes the time, never the plan."""


@dataclass(frozen=True, kw_only=True)
class RolloutSettings(SearchSettings):
    """What agents can be told that judge single states: as they stand, or by rollouts from them."""

    rollouts: int = 0
    """Judge a state by this many rollouts; 0: by its evaluation as it stands."""
    rollout_depth: int = 1
    """Rollouts end with this many turns, the one in progress counted; 0: with the game."""
    rollout_policy: Literal["uniform", "meta", "global", "local"] = "global"
    """How rollouts choose (see `random`)."""
    rollout_greedy: float = 0.5
    """How often rollouts follow the action ordering (the papers' epsilon)."""
    rollout_combine: Literal["mean", "min"] = "mean"
    """How several rollouts make one value."""

    def __post_init__(self) -> None:
        if self.rollouts < 0 or self.rollout_depth < 0:
            raise SpecError("rollouts and rollout_depth cannot be negative")


@cache
def _record_type(kind: type[Any]) -> np.dtype:
    """The record of a settings class: its numbers, switches and choices; a choice is its position."""
    columns: list[tuple[str, type]] = []
    for name, hint in get_type_hints(kind).items():
        if hint is float:
            columns.append((name, np.float64))
        elif hint in (int, bool) or get_origin(hint) is Literal or int in get_args(hint):
            columns.append((name, np.int64))
    return np.dtype(columns)


def settings_record(settings: Any) -> np.ndarray:
    """Settings as compiled code reads them: changing them compiles nothing again. None becomes -1."""
    kind = type(settings)
    hints = get_type_hints(kind)
    array = np.zeros(1, dtype=_record_type(kind)).view(np.recarray)  # type: ignore[arg-type]
    for name in array.dtype.names or ():
        value = getattr(settings, name)
        if get_origin(hints[name]) is Literal:
            value = get_args(hints[name]).index(value)
        array[0][name] = -1 if value is None else value
    return array


def shared_out(budget: Budget, parts: int) -> list[Budget]:
    """A budget for each of several parts: counts are divided, time is not."""
    if parts == 1:
        return [budget]

    def share(amount: int | None, part: int) -> int | None:
        return None if amount is None else amount // parts + (part < amount % parts)

    return [
        Budget(
            milliseconds=budget.milliseconds,
            evaluations=share(budget.evaluations, part),
            steps=share(budget.steps, part),
            iterations=share(budget.iterations, part),
        )
        for part in range(parts)
    ]


def run_parts(jobs: Sequence[Callable[[], Result]], threads: int, controls: Sequence[np.ndarray]) -> list[Result]:
    """Run the parts of a search and give their results in order.

    They run outside the main thread, which stays free to notice Ctrl-C and then stops them all.
    """
    if threading.current_thread() is not threading.main_thread() and (threads == 1 or len(jobs) == 1):
        return [job() for job in jobs]
    futures = [_pool(min(threads, len(jobs))).submit(job) for job in jobs]
    try:
        return [future.result() for future in futures]
    except BaseException:
        for control in controls:
            control[0].stop = 1
        wait(futures)
        raise


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=threads, thread_name_prefix="search")


@entry
def _value_in_world(game, states, actions):
    """The evaluation after a turn, for the player whose turn it was; illegal actions are left out."""
    me = game.player(states[0])
    for i in range(actions.size):
        state = states[0]
        if game.is_over(state) or game.player(state) != me:
            break
        if game.is_legal(state, np.int64(actions[i])) or actions[i] == game.end_action():
            game.apply(state, np.int64(actions[i]))
    return game.evaluate(states[0], me)


@entry
def _actions_left(game, states):
    return game.actions_left(states[0])


def actions_left(state: State) -> int:
    """About how many actions the turn still has, its end not counted."""
    return int(_actions_left(state.game, state.records))


class SearchAgent(Agent):
    """An agent whose search is compiled and generic.

    A subclass names its settings and gives `search`, which runs the compiled search on one state.
    """

    settings_class: ClassVar[type[SearchSettings]]
    needs_budget = True

    def __init__(self, settings: Any = None) -> None:
        self.settings: Any = settings if settings is not None else self.settings_class()
        for name in ("worlds", "threads", "shares"):
            if getattr(self.settings, name, 1) < 1:
                raise SpecError(f"{self.name}: {name} must be at least 1")
        self.options = settings_record(self.settings)
        """The settings as compiled code reads them."""

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0, keep_tree: bool = False) -> Turn:
        """The best turn that the search finds within the budget; an empty one if the game is over."""
        if budget is None:
            if self.needs_budget:
                raise BudgetError(f"{self.name} needs a budget, such as 100ms or 5000ev")
            budget = _BOUNDLESS
        started = now_ns()
        game = self._reading(view.game)
        worlds = view.worlds(self.settings.worlds if view.kind == "hidden" else 1, generator(seed))
        if worlds[0].is_over:
            return Turn(state=worlds[0], actions=())
        budgets = shared_out(_divided_time(budget, len(worlds)), len(worlds))
        turns = [
            self.search(world if game is world.game else world.under(game), part, generator(seed, number), keep_tree)
            for number, (world, part) in enumerate(zip(worlds, budgets, strict=True))
        ]
        return turns[0] if len(turns) == 1 else _with_time(_best_over_worlds(turns), (now_ns() - started) / 1e6)

    @abstractmethod
    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        """Plan on one full state."""

    def _reading(self, game: Game) -> Game:
        """The game as this agent wants to read it."""
        wanted = {
            name: getattr(self.settings, name)
            for name in ("evaluation", "ordering", "pruning")
            if getattr(self.settings, name) != "game"
        }
        return game.variant(**wanted) if wanted else game


def _divided_time(budget: Budget, rounds: int) -> Budget:
    """What is done one after the other has to share the time too."""
    if budget.milliseconds is None or rounds == 1:
        return budget
    return Budget(
        milliseconds=budget.milliseconds / rounds,
        evaluations=budget.evaluations,
        steps=budget.steps,
        iterations=budget.iterations,
    )


def _best_over_worlds(turns: list[Turn]) -> Turn:
    """Of the turns planned on several guesses, the one that is best on average over all guesses."""
    means = []
    for turn in turns:
        actions = np.array(turn.actions, dtype=np.int32)
        values = [_value_in_world(other.state.game, other.state.records.copy(), actions) for other in turns]
        means.append(float(np.mean(values)))
    best = int(np.argmax(means))
    chosen = turns[best]
    report = merged_report([turn.report for turn in turns], curve=chosen.report.curve)
    return Turn(state=chosen.state, actions=chosen.actions, value=means[best], report=report, tree=chosen.tree)


def _with_time(turn: Turn, milliseconds: float) -> Turn:
    values = {field.name: getattr(turn.report, field.name) for field in fields(turn.report)}
    values["milliseconds"] = milliseconds
    return Turn(state=turn.state, actions=turn.actions, value=turn.value, report=Report(**values), tree=turn.tree)


def report_of(control: np.ndarray) -> Report:
    """What a control record says about a finished search."""
    c = control.view(np.ndarray)
    figures = dict(zip(_FIGURES, c.view(np.int64)[_FIGURE_PLACES].tolist(), strict=True))
    points = min(figures["improvements"], HISTORY)
    curve = zip(
        c["improved_at"][0, :points].tolist(),
        (c["improved_ns"][0, :points] / 1e6).tolist(),
        c["improved_to"][0, :points].tolist(),
        strict=True,
    )
    return Report(
        milliseconds=(now_ns() - figures["started"]) / 1e6,
        evaluations=figures["evaluations"],
        steps=figures["steps"],
        iterations=figures["iterations"],
        generations=figures["generations"],
        unique=figures["unique"],
        depth_mean=figures["depth_sum"] / max(1, figures["depth_count"]),
        depth_max=figures["depth_max"],
        completed=figures["completed"],
        exhausted=figures["exhausted"] != 0,
        curve=tuple(curve) if points else (),
    )


# Read in one go: every field of a record that is asked for by itself costs a microsecond.
_FIGURES = (
    "started", "evaluations", "steps", "iterations", "generations", "unique", "depth_sum", "depth_count", "depth_max",
    "completed", "exhausted", "improvements",
)  # fmt: skip
_FIGURE_PLACES = [CONTROL.fields[name][1] // 8 for name in _FIGURES]  # type: ignore[index]


def merged_report(parts: Sequence[Report], curve: tuple[tuple[int, float, float], ...] = ()) -> Report:
    """One report for parts that ran beside each other: counts add up."""
    leaves = max(1, len(parts))
    return Report(
        milliseconds=max(part.milliseconds for part in parts),
        evaluations=sum(part.evaluations for part in parts),
        steps=sum(part.steps for part in parts),
        iterations=sum(part.iterations for part in parts),
        generations=sum(part.generations for part in parts),
        unique=sum(part.unique for part in parts),
        depth_mean=sum(part.depth_mean for part in parts) / leaves,
        depth_max=max(part.depth_max for part in parts),
        completed=sum(part.completed for part in parts),
        exhausted=all(part.exhausted for part in parts),
        curve=curve,
        parts=tuple(parts),
    )


def controls_for(budget: Budget, parts: int) -> list[np.ndarray]:
    """A control record for every part of a search; their clocks run from now on."""
    return [new_control(share) for share in shared_out(budget, parts)]


def waiting_controls(budget: Budget, parts: int, threads: int) -> list[np.ndarray]:
    """Control records for parts that may have to wait for each other: the time is divided, so that all get some.

    Each part's clock must be started with `start_clock` when its turn has come.
    """
    rounds = -(-parts // max(1, threads))
    return controls_for(_divided_time(budget, rounds), parts)


def start_clock(control: np.ndarray) -> None:
    """Let the time of a part that had to wait begin now."""
    c = control[0]
    now = now_ns()
    if c.deadline < NO_LIMIT:
        c.deadline += now - c.started
    c.started = now


def best_turn(control: np.ndarray) -> tuple[int, ...]:
    """The best turn that a search has told of."""
    c = control.view(np.ndarray)[0]
    return tuple(c["best_turn"][: int(c["best_length"])].tolist())


def expected_nodes(budget: Budget) -> int:
    """More nodes than the search will make, within reason."""
    limits = [limit for limit in (budget.iterations, budget.evaluations, budget.steps) if limit is not None]
    if budget.milliseconds is not None:
        limits.append(int(budget.milliseconds * 1500))
    return 1024 + min([*limits, 1 << 22])


class Rooms:
    """Arrays that a search leaves for the next one of the same agent.

    Getting and giving back tens of megabytes takes milliseconds, which a turn with a deadline does not have.
    """

    def __init__(self, make: Callable[..., list[np.ndarray]]) -> None:
        self._make = make
        self._free: list[list[np.ndarray]] = []

    def take(self, game: Game, size: int, *shape: int) -> list[np.ndarray]:
        """Room of at least that size; whoever takes it has it alone."""
        while self._free:
            room = self._free.pop()
            if len(room[0]) >= size and all(room[1].shape[1] == width for width in shape):
                return room
        return self._make(game, size, *shape)

    def give(self, room: list[np.ndarray]) -> None:
        """Leave room for the next search. It comes back from compiled code as plain arrays."""
        self._free.append([array.view(np.recarray) if array.dtype.names else array for array in room])
