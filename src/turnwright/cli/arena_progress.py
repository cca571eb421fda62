"""What the arena tells while it plays: a live picture on a terminal, a line per game elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from turnwright.arena import match
from turnwright.arena.match import Listener
from turnwright.arena.pairing import Pairing
from turnwright.arena.record import GameRecord
from turnwright.arena.scores import Score, Tally
from turnwright.arena.store import Outcome
from turnwright.cli.console import StoppedError, err


class Counter:
    """Counts the games of a run as they are stored, and those that were stored before."""

    def __init__(self, pairings: Sequence[Pairing], before: int) -> None:
        self._games = {
            game.setup.key: (number, game.seats) for number, pairing in enumerate(pairings) for game in pairing
        }
        self._tallies = [Tally(players=pairing.players) for pairing in pairings]
        self.total = len(self._games)
        self.done = before

    def add(self, record: GameRecord) -> int:
        """Count a game; tells which pairing it belongs to."""
        number, seats = self._games[record.setup.key]
        self._tallies[number].add([(seats, Outcome(outcome=record.outcome))])  # reasons may be as many as games
        self.done += 1
        return number

    def know(self, outcomes: Mapping[str, Outcome]) -> None:
        """Let games that were stored before count in the standings too."""
        for key, outcome in outcomes.items():
            number, seats = self._games[key]
            self._tallies[number].add([(seats, Outcome(outcome=outcome.outcome))])

    def score(self, number: int) -> Score:
        """How a pairing stands, games of earlier runs included."""
        return self._tallies[number].score()


class CliProgress(match.Progress):
    """Progress for people. Used as a context manager, it says after Ctrl-C what has been stored."""

    def __init__(self, *, plain: bool, resumes: bool = True) -> None:
        self._plain, self._resumes = plain, resumes
        self._counter: Counter | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt) and self._counter is not None and self._resumes:
            done = self._counter.done
            stored = "1 game is stored" if done == 1 else f"{done:,} games are stored"
            raise StoppedError(f"stopped; {stored}; run the same command again to resume") from None

    def warn(self, message: str) -> None:
        err.print(f"warning: {message}", soft_wrap=True, markup=False)

    def found(self, pairing: Pairing, outcomes: dict[str, Outcome]) -> None:
        if self._counter is not None:
            self._counter.know(outcomes)

    @contextmanager
    def following(self, pairings: Sequence[Pairing], before: int) -> Iterator[Listener]:
        counter = self._counter = Counter(pairings, before)
        if before:
            err.print(f"{before:,} of {counter.total:,} games are already in the store", soft_wrap=True)
        if self._plain or not err.is_terminal:
            yield lambda record: print(_line(record, counter), file=err.file, flush=True)
            return
        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}"),
            TextColumn("time left"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=err, transient=True) as bar:
            task = bar.add_task("", total=counter.total, completed=before)

            def follow(record: GameRecord) -> None:
                number = counter.add(record)
                bar.update(task, advance=1, description=escape(standing_text(counter.score(number))))

            yield follow


def _line(record: GameRecord, counter: Counter) -> str:
    number = counter.add(record)
    first, second = map(str, record.setup.players)
    said = {1: f"{first} beats {second}", 0: f"{first} and {second} draw", -1: f"{second} beats {first}"}
    turns = f"{len(record.turns)} turn{'' if len(record.turns) == 1 else 's'}"
    line = f"game {counter.done:,} of {counter.total:,}: {said[record.outcome]} in {turns}"
    if record.forfeit:
        line += f", by forfeit: {record.forfeit}"
    elif record.ending:
        line += f" ({record.ending})"
    return f"{line}; {standing_text(counter.score(number))}"


def standing_text(score: Score) -> str:
    """A score in a few words."""
    low, high = score.interval
    share = f"{100 * (score.share or 0):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    return f"{score.players[0]} {score.points:g} of {score.games} against {score.players[1]}, {share}"
