"""Running compiled searches: budgets shared out, threads, worlds, wins at hand, reports."""

import threading
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cache, partial
from typing import Any, ClassVar, TypeVar

import numpy as np

from turnwright.agents.base import Report, Turn, TurnAgent
from turnwright.agents.search_tree import SearchTree
from turnwright.agents.settings import SearchSettings, settings_record
from turnwright.agents.turn_kernel import count_actions_left, end_turn, play_book, value_after
from turnwright.agents.win_probe import win_at_hand
from turnwright.core.budget import Budget, BudgetError
from turnwright.core.clock import now_ns
from turnwright.core.compiled import flags
from turnwright.core.control import budget_ns, new_control
from turnwright.core.control_kernel import CONTROL, HISTORY, MAX_TURN, NO_LIMIT
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.processor_time import on_processor_time
from turnwright.core.rng import generator
from turnwright.core.spec import format_spec
from turnwright.core.state import State, View

Result = TypeVar("Result")

_SAMPLED_WORLDS = 8
"""Guesses at chance where it shows within the turn: a plan on one would count on one's luck."""
_BOOK = 1 << 32
"""The place of the book among the random numbers of a plan; no world has it."""


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
    return ThreadPoolExecutor(max_workers=threads, thread_name_prefix="search", initializer=_let_words_wrap)


def _let_words_wrap() -> None:
    """Without compiling, NumPy would warn about integer overflow, again in every thread."""
    if flags.DISABLE_JIT:
        np.seterr(over="ignore")


def actions_left(state: State) -> int:
    """About how many actions the turn still has, its end not counted."""
    return int(count_actions_left(state.game, state.records))


def _check_input(view: object, budget: object) -> None:
    """Explain the commonest mistakes of callers."""
    if isinstance(view, State):
        raise TurnwrightError("an agent plans on a view, not on a state; write state.view()")
    if not isinstance(budget, Budget | None):
        raise BudgetError(f"{budget!r} is not a Budget; write turnwright.Budget.parse({str(budget)!r})")


class SearchAgent(TurnAgent):
    """An agent whose search is compiled and generic.

    A subclass names its settings and gives `search`, which runs the compiled search on one state.
    """

    settings_class: ClassVar[type[SearchSettings]]
    needs_budget = True
    default_budget: ClassVar[Budget] = Budget(iterations=2**60)
    """What it may spend if nothing is said about it, where it needs no budget."""

    def __init__(self, settings: Any = None) -> None:
        self.settings: Any = settings if settings is not None else self.settings_class()
        self.options = settings_record(self.settings)
        """The settings as compiled code reads them."""
        self._wanted = {
            name: getattr(self.settings, name)
            for name in ("evaluation", "ordering", "pruning", "book")
            if getattr(self.settings, name) != "game"
        }

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0, keep_tree: bool = False) -> Turn:
        """The best turn that the search finds within the budget, or its first action if `answer` says so; an empty one
        if the game is over."""
        _check_input(view, budget)
        if budget is None:
            if self.needs_budget:
                raise BudgetError(f"{self.name} needs a budget, such as 100ms or 5000ev")
            budget = self.default_budget
        if budget.cpu_milliseconds is not None:
            latest = budget.milliseconds
            on_wall = replace(budget, milliseconds=budget.cpu_milliseconds, cpu_milliseconds=None)
            with on_processor_time(latest):
                return self.plan(view, on_wall, seed, keep_tree)
        started = budget_ns()
        game = self.reading(view.game)
        worlds = view.worlds(self._worlds_of(view), generator(seed))
        if worlds[0].is_over:
            return Turn(state=worlds[0], actions=())
        if game.rules.book_action is not None:
            known = _from_book(game, worlds[0], generator(seed, _BOOK))
            if known is not None:
                return known
        if self.settings.answer == "action":
            parts = max(1, actions_left(worlds[0]))
            budget = _divided_time(shared_out(budget, parts)[0], parts)
        states = [world if game is world.game else world.under(game) for world in worlds]
        turn = self.plan_on_worlds(states, _divided_time(budget, 1, spent=budget_ns() - started), seed, keep_tree)
        return replace(turn, actions=turn.actions[:1]) if self.settings.answer == "action" else turn

    def plan_on_worlds(self, worlds: list[State], budget: Budget, seed: int, keep_tree: bool) -> Turn:
        """A turn for all guesses at the hidden part: a search for each, and what is best on average over all."""
        started, begun = now_ns(), budget_ns()
        turns = []
        for number, (state, share) in enumerate(zip(worlds, shared_out(budget, len(worlds)), strict=True)):
            part = _divided_time(share, len(worlds) - number, spent=budget_ns() - begun)
            search = partial(self.search, state, rng=generator(seed, number), keep_tree=keep_tree)
            turns.append(self.win_or_search(state, part, keep_tree, search))
        return turns[0] if len(turns) == 1 else _with_time(_best_over_worlds(turns), (now_ns() - started) / 1e6)

    def win_or_search(self, state: State, budget: Budget, keep_tree: bool, search: Callable[..., Turn]) -> Turn:
        """Play a win at hand, or search with what the look for one has left."""
        longest = self.actions_probed
        if longest == 0:
            return search(budget=budget)
        control, budget = win_at_hand(state, longest, budget)
        probe = report_of(control)
        won = best_turn(control)
        if won and not keep_tree:
            report = replace(probe, probed=probe.steps)
            return Turn(state=state, actions=won, value=float(control[0].best_value), report=report)
        turn = search(budget=budget)
        report = replace(
            turn.report,
            milliseconds=turn.report.milliseconds + probe.milliseconds,
            steps=turn.report.steps + probe.steps,
            probed=probe.steps,
        )
        if won:  # the tree was wanted for study; the win is played all the same
            return replace(turn, actions=won, value=float(control[0].best_value), report=report)
        return replace(turn, report=report)

    @property
    def actions_probed(self) -> int:
        """How long the turns are that are looked at for a win before the search."""
        if self.settings.win_probe is not None:
            return int(self.settings.win_probe)
        return 0 if getattr(self.settings, "variant", "") == "reference" else 2

    def _worlds_of(self, view: View) -> int:
        """How many guesses at what a view hides are planned on."""
        if view.kind != "hidden":
            return 1
        wanted: int | None = self.settings.worlds
        return wanted or (_SAMPLED_WORLDS if view.game.reveals else 1)

    @abstractmethod
    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        """Plan on one full state."""

    def reading(self, game: Game) -> Game:
        """The game as this agent wants to read it; an error where the game has no such evaluation, ordering or book."""
        return game.variant(**self._wanted) if self._wanted else game


def _from_book(game: Game, state: State, rng: np.ndarray) -> Turn | None:
    """The turn that the game's book has for a state, if it has one."""
    known = played_turn(state, lambda turn: play_book(game, state.records, turn, rng))
    return known if known.actions else None


def played_turn(state: State, play: Callable[[np.ndarray], int], iterations: int | None = None) -> Turn:
    """A turn that is played without a search: `play` writes it to an array and returns its length.

    It counts as one iteration an action, unless another number is given.
    """
    started = now_ns()
    turn = np.empty(MAX_TURN, dtype=np.int32)
    length = int(play(turn))
    report = Report(
        milliseconds=(now_ns() - started) / 1e6, steps=length, iterations=length if iterations is None else iterations
    )
    return Turn(state=state, actions=tuple(turn[:length].tolist()), report=report)


def finished(
    state: State,
    controls: Sequence[np.ndarray],
    *,
    best: int | None = None,
    reports: Sequence[Report] = (),
    tree: dict[str, Any] | None = None,
) -> Turn:
    """What a search answers whose parts have filled their control records: the best part's turn, one report for all.

    `best` names a part that was chosen otherwise, `reports` are the parts' where they were made before.
    """
    reports = reports or [report_of(control) for control in controls]
    if len(controls) == 1:
        best = 0
    elif best is None:
        best = max(range(len(controls)), key=lambda i: (controls[i][0].best_length > 0, controls[i][0].best_value))
    report = reports[0] if len(reports) == 1 else merged_report(reports, curve=reports[best].curve)
    actions = best_turn(controls[best]) or _shortest_turn(state)
    value = float(controls[best][0].best_value)
    return Turn(
        state=state,
        actions=actions,
        value=value,
        reply=expected_reply(controls[best]),
        report=report,
        tree=None if tree is None else SearchTree(tree),
    )


def _shortest_turn(state: State) -> tuple[int, ...]:
    """What is played where a search has found nothing."""
    turn = np.empty(MAX_TURN, dtype=np.int32)
    return tuple(turn[: int(end_turn(state.game, state.records, turn))].tolist())


def _divided_time(budget: Budget, rounds: int, spent: int = 0) -> Budget:
    """What is done one after the other has to share the time too, less the nanoseconds that are spent already."""
    if budget.milliseconds is None:
        return budget
    return replace(budget, milliseconds=max(0.0, budget.milliseconds - spent / 1e6) / rounds)


def _best_over_worlds(turns: list[Turn]) -> Turn:
    """Of the turns planned on several guesses, the one that is best on average over all guesses."""
    means = []
    for turn in turns:
        actions = np.array(turn.actions, dtype=np.int32)
        values = [value_after(other.state.game, other.state.records, actions) for other in turns]
        means.append(float(np.mean(values)))
    best = int(np.argmax(means))
    chosen = turns[best]
    report = merged_report([turn.report for turn in turns], curve=chosen.report.curve)
    return Turn(state=chosen.state, actions=chosen.actions, value=means[best], report=report, tree=chosen.tree)


def _with_time(turn: Turn, milliseconds: float) -> Turn:
    return replace(turn, report=replace(turn.report, milliseconds=milliseconds))


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


# Read together: reading a single field of a record costs a microsecond.
_FIGURES = (
    "started", "evaluations", "steps", "iterations", "generations", "unique", "depth_sum", "depth_count", "depth_max",
    "completed", "exhausted", "improvements",
)  # fmt: skip
_FIGURE_PLACES = [CONTROL.fields[name][1] // 8 for name in _FIGURES]  # type: ignore[index]


def merged_report(parts: Sequence[Report], curve: tuple[tuple[int, float, float], ...] = ()) -> Report:
    """One report for parts that ran in parallel: counts add up."""
    leaves = max(1, len(parts))
    return Report(
        milliseconds=max(part.milliseconds for part in parts),
        evaluations=sum(part.evaluations for part in parts),
        steps=sum(part.steps for part in parts),
        iterations=sum(part.iterations for part in parts),
        probed=sum(part.probed for part in parts),
        generations=sum(part.generations for part in parts),
        unique=sum(part.unique for part in parts),
        depth_mean=sum(part.depth_mean for part in parts) / leaves,
        depth_min=min(part.depth_min for part in parts),
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

    The clock of a part that has waited, one whose number is not below the threads', must be started with `start_clock`.
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
    """The best turn that a search has reported."""
    c = control.view(np.ndarray)[0]
    return tuple(c["best_turn"][: int(c["best_length"])].tolist())


def expected_reply(control: np.ndarray) -> tuple[int, ...]:
    """The reply to its best turn that a search fears, if it has looked for replies."""
    c = control.view(np.ndarray)[0]
    return tuple(c["reply"][: int(c["reply_length"])].tolist())
