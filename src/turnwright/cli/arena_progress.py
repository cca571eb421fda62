"""What the arena tells while it plays: a live picture on a terminal, a line per game elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from turnwright.arena.pairing import Pairing
from turnwright.arena.record import GameRecord
from turnwright.arena.scores import Score, Tally
from turnwright.arena.store import Outcome
from turnwright.cli.console import err

Follow = Callable[[GameRecord], None]


class Counter:
    """Counts the games of a contest as they are stored, and those that were stored before."""

    def __init__(self, pairings: Sequence[Pairing]) -> None:
        self._games = {
            game.setup.key: (number, game.seats) for number, pairing in enumerate(pairings) for game in pairing
        }
        self._tallies = [Tally(players=pairing.players) for pairing in pairings]
        self.total = len(self._games)
        self.done = 0

    def add(self, record: GameRecord) -> int:
        """Count a game; tells which pairing it belongs to."""
        number, seats = self._games[record.setup.key]
        outcome = Outcome(outcome=record.outcome, forfeit="", overrun=None)  # reasons may be as many as games
        self._tallies[number].add([(seats, outcome)])
        self.done += 1
        return number

    def score(self, number: int) -> Score:
        """How a pairing stands."""
        return self._tallies[number].score()


@contextmanager
def following(pairings: Sequence[Pairing], before: int, *, plain: bool) -> Iterator[Follow]:
    """What is called with every game that has been stored; `before` so many have been stored by earlier runs."""
    counter = Counter(pairings)
    counter.done = before
    if before:
        err.print(f"{before:,} of {counter.total:,} games are in the store already", soft_wrap=True)
    if plain or not err.is_terminal:
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
    first, second = (player.agent for player in record.setup.players)
    said = {1: f"{first} beats {second}", 0: f"{first} and {second} draw", -1: f"{second} beats {first}"}
    line = f"game {counter.done:,} of {counter.total:,}: {said[record.outcome]} in {len(record.turns)} turns"
    if record.forfeit:
        line += f", by forfeit: {record.forfeit}"
    return f"{line}; {standing_text(counter.score(number))}"


def standing_text(score: Score) -> str:
    """A score in a few words."""
    low, high = score.interval
    share = f"{100 * (score.share or 0):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    return f"{score.players[0].agent} {score.points:g} of {score.games} against {score.players[1].agent}, {share}"
