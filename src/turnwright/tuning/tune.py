"""Tuning by playing: all runs in parallel, every game stored, and a play-off at the end.

An optimiser waits until its set of games is complete. Meanwhile the workers play the other games of the set, and the
sets of the other runs. A worker that is free takes the next game from the agenda, which is refilled after every set.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from turnwright.arena.backends import play_on
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import compile_for, play_pairings
from turnwright.arena.pairing import Pairing
from turnwright.arena.provenance import counted_source, source_for, versions
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.scores import Score, Tally, score_of
from turnwright.arena.store import Outcome
from turnwright.arena.writer import Writer
from turnwright.tuning.journal import Entry, Journal
from turnwright.tuning.optimisers import checked_optimiser
from turnwright.tuning.plan import Plan
from turnwright.tuning.report import Final, Recommendation, RunReport, TuningReport
from turnwright.tuning.space import Point


@dataclass(frozen=True, kw_only=True)
class TuningProgress:
    """Who follows the progress of a tuning."""

    begin: Callable[[str, int, int], None] = lambda what, total, before: None
    """Called with what is about to be done, how many pieces it has, and how many of them the store has already."""
    evaluated: Callable[[Entry], None] = lambda entry: None
    """Called with every set that has been played."""
    recommended: Callable[[int, Recommendation], None] = lambda run, recommendation: None
    """Called with a run and its recommendation whenever that is logged, and again when a tuning is resumed."""
    finished: Callable[[GameRecord], None] = lambda record: None
    """Called with every game of the play-off, from another thread."""


def tune(
    plan: Plan,
    optimiser: str,
    arena: ArenaConfig,
    progress: TuningProgress = TuningProgress(),  # noqa: B008 (it is a constant)
    *,
    play: bool = True,
) -> TuningReport:
    """Search as planned, and report; without `play` as far as the store has it."""
    checked_optimiser(optimiser)
    journal = Journal(arena, plan, optimiser)
    runs = [TuningRun(plan, optimiser, number, progress.recommended) for number in range(plan.runs)]
    for run in runs:
        for entry in journal.entries(run.number)[: plan.iterations]:
            run.learn(entry)
    if play:
        _evaluate(plan, runs, journal, arena, progress)
    # Runs without an evaluation recommend nothing.
    recommended = [run.recommendation.point for run in runs if run.entries]
    points = list(dict.fromkeys(recommended)) if plan.play_off_games else []
    if play:
        _play_off(plan, points, arena, progress)
    scores = {point: score_of(plan.play_off_of(point), arena) for point in points}
    return TuningReport(
        plan=plan,
        optimiser=optimiser,
        runs=tuple(run.report() for run in runs if run.entries),
        finals=tuple(Final(point=point, runs=recommended.count(point), score=score) for point, score in scores.items()),
    )


class TuningRun:
    """One run of an optimiser."""

    def __init__(
        self, plan: Plan, optimiser: str, number: int, listener: Callable[[int, Recommendation], None]
    ) -> None:
        self.number = number
        self.entries: list[Entry] = []
        self._plan = plan
        self._optimiser = plan.optimiser(optimiser, number)
        self._trajectory: list[Recommendation] = []
        self._listener = listener

    @property
    def is_over(self) -> bool:
        """Whether it has evaluated all it should."""
        return len(self.entries) >= self._plan.iterations

    def next(self) -> tuple[Point, Pairing]:
        """The point to evaluate, and its set of games."""
        point = self._optimiser.suggest()
        return point, self._plan.set_of(point, self.number, len(self.entries))

    def learn(self, entry: Entry) -> None:
        """Continue after an evaluation."""
        self._optimiser.tell(entry.point, entry.fitness)
        self.entries.append(entry)
        if len(self.entries) % self._plan.log_every == 0 or self.is_over:
            self._trajectory.append(self.recommendation)
            self._listener(self.number, self._trajectory[-1])

    @property
    def recommendation(self) -> Recommendation:
        """What it thinks best so far."""
        point = self._optimiser.recommend()
        return Recommendation(iteration=len(self.entries), point=point, estimate=self._optimiser.estimate(point))

    def report(self) -> RunReport:
        """What the report says about it."""
        last = self.recommendation
        logged = self._trajectory if self._trajectory[-1:] == [last] else [*self._trajectory, last]
        return RunReport(number=self.number, entries=tuple(self.entries), trajectory=tuple(logged))


@dataclass(kw_only=True)
class _Set:
    """Games that say how good a point is."""

    run: TuningRun
    point: Point
    pairing: Pairing
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def entry(self) -> Entry:
        """The evaluation, once all games are there."""
        score = self.score()
        assert score.share is not None
        return Entry(
            run=self.run.number,
            iteration=len(self.run.entries),
            point=self.point,
            fitness=score.share,
            forfeits=sum(games for player, _, games in score.forfeits if player == 0),
            overrun=score.overrun_ms,
        )

    def score(self) -> Score:
        tally = Tally(players=self.pairing.players)
        for number in range(self.pairing.pairs):
            tally.add([(game.seats, self.outcomes[game.setup.key]) for game in self.pairing.pair(number)])
        return tally.score()


class _Agenda:
    """The games to be played next. It may run dry while sets are being played, and is asked again after every game."""

    def __init__(self, runs: list[TuningRun], arena: ArenaConfig, progress: TuningProgress) -> None:
        self._arena, self._progress = arena, progress
        self._waiting: deque[GameSetup] = deque()
        self._sets: dict[str, _Set] = {}
        self._heard = 0
        self._new: deque[tuple[int, Entry]] = deque()
        """Evaluations, each with the number of games that had been heard of by then."""
        for run in runs:
            self._begin_set(run)

    def __iter__(self) -> Iterator[GameSetup | None]:
        while True:
            yield self._waiting.popleft() if self._waiting else None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to play, now or later."""
        return not self._sets

    def played(self, record: GameRecord) -> None:
        """Record a game; the last one of a set lets its run continue."""
        self._heard += 1
        done = self._sets.pop(record.setup.key)
        done.outcomes[record.setup.key] = Outcome.of(record)
        if len(done.outcomes) == done.pairing.games:
            self._learn(done)
            self._begin_set(done.run)

    def entries(self, stored: int) -> list[Entry]:
        """New evaluations whose games are among the first `stored` games that were played.

        Another thread may call this: it takes from the front of the queue, and this one adds to its end.
        """
        found = []
        while self._new and self._new[0][0] <= stored:
            found.append(self._new.popleft()[1])
        return found

    def _begin_set(self, run: TuningRun) -> None:
        """Put the games of a run's next set on the agenda; sets that the store has are learned on the way."""
        while not run.is_over:
            point, pairing = run.next()
            setups = {game.setup.key: game.setup for game in pairing}
            found = self._arena.store.outcomes(setups.values(), counted_source(pairing, self._arena))
            begun = _Set(run=run, point=point, pairing=pairing, outcomes=found)
            missing = [setup for key, setup in setups.items() if key not in found]
            if missing:
                self._waiting.extend(missing)
                self._sets |= {setup.key: begun for setup in missing}
                return
            self._learn(begun)

    def _learn(self, done: _Set) -> None:
        entry = done.entry()
        self._progress.evaluated(entry)
        done.run.learn(entry)
        self._new.append((self._heard, entry))


def _evaluate(
    plan: Plan, runs: list[TuningRun], journal: Journal, arena: ArenaConfig, progress: TuningProgress
) -> None:
    """Play until every run is over."""
    before = sum(len(run.entries) for run in runs)
    progress.begin("sets", plan.runs * plan.iterations, before)
    agenda = _Agenda(runs, arena, progress)
    journal.add(agenda.entries(0))
    if agenda.is_empty:
        return
    compile_for(plan.covering())
    number = arena.store.begin_run({"tuning": plan.as_dict()})
    stored = 0

    def add(records: list[GameRecord]) -> None:
        nonlocal stored
        sourced = [(record, source_for(record.setup)) for record in records]
        arena.store.add(sourced, run=number, versions=versions())
        stored += len(records)
        journal.add(agenda.entries(stored))

    with (
        Writer(add) as writer,
        closing(play_on(iter(agenda), arena)) as played,
    ):
        for _, record in played:
            agenda.played(record)
            writer.put(record)
    writer.check()


def _play_off(plan: Plan, points: list[Point], arena: ArenaConfig, progress: TuningProgress) -> None:
    """Let the runs' recommendations play on the same deals, which none of them has seen."""
    pairings = [plan.play_off_of(point) for point in points]
    total = sum(pairing.games for pairing in pairings)
    before = sum(score_of(pairing, arena).games for pairing in pairings)
    if not total:
        return
    progress.begin("games of the play-off", total, before)
    if before == total:
        return
    play_pairings(pairings, arena, listener=progress.finished, what={"play_off": plan.as_dict()})
