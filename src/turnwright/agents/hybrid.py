"""Hybrid: Greedy Turn gathers turns, rollouts sift them, and an evolution of the opponent's reply decides.

The agent of the 2015 engine: the best turns of a depth-first search are judged by their worst rollout; for the best of
these the opponent's turn is evolved, and the turn that its reply harms least is played.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.greedy_turn import GreedyTurnSettings, most_states, new_best_turns
from turnwright.agents.greedy_turn_kernel import BestTurns, Memory, search_turns
from turnwright.agents.hybrid_kernel import judge_reply, judge_turns
from turnwright.agents.memory import DOUBLE, Rooms, expected_nodes, genome_width, new_workspace
from turnwright.agents.oep import OepSettings, new_population
from turnwright.agents.oep_kernel import evolve
from turnwright.agents.search import SearchAgent, best_turn, finished, merged_report, report_of, run_parts
from turnwright.agents.settings import RolloutSettings, at_least, settings_record, shares
from turnwright.core.budget import Budget
from turnwright.core.clock import now_ns
from turnwright.core.control import budget_ns, new_control, watching
from turnwright.core.hash_table import KEY
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError
from turnwright.core.state import State

_MOST_KEYS = 1 << 22
_EPOCH = 8
"""Generations of replies after which the search asks whether it was stopped: a fraction of a millisecond."""


@dataclass(frozen=True, kw_only=True)
class HybridSettings(RolloutSettings):
    """Settings of the hybrid agent; the 2015 engine has no defaults for them, so these are ours."""

    record_names: ClassVar[dict[str, str]] = RolloutSettings.record_names

    turns: int = 100
    """Turns that the depth-first search gathers (the published n)."""
    refuted: int = 10
    """Turns for which a reply is searched for, the best by rollouts (the published m)."""
    gather: float = 0.3
    """Share of the budget for the depth-first search."""
    sift: float = 0.1
    """Share of the budget for rollouts, at most. What is left is divided among the replies."""
    rollouts: int = 100
    """Rollouts of every gathered turn, at most; they play the opponent's turn."""
    rollout_combine: Literal["mean", "min"] = "min"
    """How several rollouts are combined."""
    population: int = 100
    """Replies that evolve together."""
    mutation: float = 0.1
    """Probability that a reply that was crossed is mutated too."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "turns", "refuted")
        at_least(4, self, "population")
        shares(self, "gather", "sift", "mutation")
        if self.gather + self.sift >= 1.0:
            raise SpecError(
                f"gather and sift are {self.gather:g} and {self.sift:g}; their sum must be below 1, to leave something "
                "for the replies"
            )


class Hybrid(SearchAgent):
    """Gathers turns depth first, filters them by rollouts, and evolves the opponent's reply to the best."""

    name = "hybrid"
    settings_class = HybridSettings

    def __init__(self, settings: HybridSettings | None = None) -> None:
        super().__init__(settings)
        # The records of the two agents that do the work, so that their machine code serves here too.
        self._gathering = settings_record(GreedyTurnSettings(visited="all", ties=self.settings.ties))
        replying = OepSettings(population=self.settings.population, mutation=self.settings.mutation)
        self._replying = settings_record(replying)
        self._turn_rooms, self._reply_rooms = Rooms(table=KEY), Rooms(table=DOUBLE)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        started, begun = now_ns(), budget_ns()
        s, seed = self.settings, int(rng[0])
        best, ends = new_best_turns(s.turns), state.game.blank(s.turns)
        gathering = self._gather(state, _part_of(budget, s.gather), best, generator(seed, 0))
        sifting = new_control(_part_of(budget, s.sift))
        work = new_workspace(state, generator(seed, 1))
        sift = lambda: judge_turns(state.game, state.records, sifting, self.options, best, ends, work)  # noqa: E731
        number = run_parts([sift], 1, [sifting])[0]
        if number == 0:
            return finished(state, [gathering])
        rest = _rest_of(budget, [gathering, sifting], begun)
        order = np.argsort(-best.values, kind="stable")[: min(number, s.refuted)]
        deciding = new_control(rest)
        _forget_turn(gathering)  # from now on, observers see only turns that have met a reply
        self._refute(state, rest, deciding, [(best.turns[i, : best.lengths[i]], ends[i : i + 1]) for i in order], seed)
        turn = finished(state, [deciding])
        report = merged_report([report_of(gathering), report_of(sifting), turn.report], curve=turn.report.curve)
        return replace(turn, report=replace(report, milliseconds=(now_ns() - started) / 1e6, parts=()))

    def _gather(self, state: State, budget: Budget, best: BestTurns, rng: np.ndarray) -> np.ndarray:
        """Fill `best` with the best turns that a depth-first search finds; its control record."""
        control = new_control(budget)
        most = most_states(budget, GreedyTurnSettings.table)
        room = self._turn_rooms.take(table=most)
        memory, work = Memory(room.new_table(most), best), new_workspace(state, rng)
        longest = state.game.max_turn
        job = lambda: search_turns(  # noqa: E731
            state.game, state.records, control, self._gathering, 0, longest, memory, work
        )
        run_parts([job], 1, [control])
        self._turn_rooms.give([room])
        return control

    def _refute(
        self, state: State, budget: Budget, control: np.ndarray, turns: list[tuple[np.ndarray, np.ndarray]], seed: int
    ) -> None:
        """Tell of turns, given with the states behind them: each is worth what an evolved reply leaves of it."""
        started, me = budget_ns(), state.player
        turns = turns[: max(1, _least_count(budget))]
        for number, (turn, end) in enumerate(turns):
            reply = np.empty(0, dtype=np.int32)
            behind = State(state.game, end)
            if not behind.is_over and behind.player != me:
                share = _rest_of(budget, [control], started, parts=len(turns) - number)
                reply = self._reply(behind, share, control, generator(seed, 2 + number))
            judge_reply(state.game, end, reply, control, turn, me)
            if control[0].stop:
                break

    def _reply(self, state: State, budget: Budget, control: np.ndarray, rng: np.ndarray) -> np.ndarray:
        """The opponent's best turn that an evolution finds; the control record counts its work, and can stop it."""
        with watching([]):  # the page shows own turns only
            own = new_control(budget)
        most = expected_nodes(budget, _MOST_KEYS)
        room = self._reply_rooms.take(table=most)
        width = genome_width(state.game, 0)
        population = new_population(state, self.settings.population, width, room.new_table(most))
        work = new_workspace(state, rng)
        job = lambda: evolve(state.game, state.records, own, self._replying, population, _EPOCH, work)  # noqa: E731
        while not run_parts([job], 1, [own])[0] and not control[0].stop:
            pass
        self._reply_rooms.give([room])
        for name in ("evaluations", "steps", "iterations", "generations"):
            control[0][name] += own[0][name]
        return np.array(best_turn(own), dtype=np.int32)


def _forget_turn(control: np.ndarray) -> None:
    """Let a control record tell of no turn any more."""
    control[0].best_length, control[0].best_value = 0, -np.inf


def _part_of(budget: Budget, share: float) -> Budget:
    """A share of a budget; of a count at least one."""

    def part(amount: int | None) -> int | None:
        return None if amount is None else min(amount, max(1, int(share * amount)))

    return Budget(
        milliseconds=None if budget.milliseconds is None else share * budget.milliseconds,
        evaluations=part(budget.evaluations),
        steps=part(budget.steps),
        iterations=part(budget.iterations),
    )


def _rest_of(budget: Budget, controls: list[np.ndarray], started: int, parts: int = 1) -> Budget:
    """What some searches, the first of which began at a time, have left of a budget, divided into parts."""

    def rest(currency: str) -> int | None:
        amount: int | None = getattr(budget, currency)
        if amount is None:
            return None
        return max(0, amount - sum(int(control[0][currency]) for control in controls)) // parts

    spent = (budget_ns() - started) / 1e6
    return Budget(
        milliseconds=None if budget.milliseconds is None else max(0.0, budget.milliseconds - spent) / parts,
        evaluations=rest("evaluations"),
        steps=rest("steps"),
        iterations=rest("iterations"),
    )


def _least_count(budget: Budget) -> int:
    """The least of a budget's counts; more than there are turns without one."""
    counts = (budget.evaluations, budget.steps, budget.iterations)
    return min((count for count in counts if count is not None), default=_MOST_KEYS)
