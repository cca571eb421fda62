"""How fast batches are on a GPU: steps, genomes and turns of self-play a second."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

from turnwright.batch.devices import missing
from turnwright.batch.play import evolve_turns, playouts, random_games, replies, self_play
from turnwright.bench.workload import workloads
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game

ROUNDS = 3
GAMES = 1 << 20
TURNS = 1 << 16
TURN_GENOMES = 1024
SELF_PLAY_GAMES = 8192
SELF_PLAY_TURNS = 20
REPLIES = 1024
REPLY_GENOMES = 512
_MOST_ACTIONS = 2_000


@dataclass(frozen=True, kw_only=True)
class BatchFigure:
    """How fast one kind of batch is; the median of all rounds."""

    name: str
    what: str
    """What is counted."""
    count: int
    """How many there were in a round."""
    kernel_seconds: float
    """On the device, without copies to and from it."""
    seconds: float
    """From the call to its result."""

    @property
    def rate(self) -> float:
        """So many a second on the device."""
        return self.count / self.kernel_seconds

    def as_dict(self) -> dict[str, float]:
        """The figure as plain data, for JSON."""
        return {
            "rate": self.rate,
            "count": self.count,
            "kernel_seconds": self.kernel_seconds,
            "seconds": self.seconds,
        }


@dataclass(frozen=True, kw_only=True)
class BatchReport:
    """The figures of a run, and the GPU that they belong to."""

    game: Game
    gpu: dict[str, Any]
    figures: tuple[BatchFigure, ...]

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        figures = {figure.name: figure.as_dict() for figure in self.figures}
        return {"game": self.game.spec, "device": self.gpu, "gpu": figures}


def measure_batches(game: Game, *, progress: Callable[[str], None] = lambda line: None) -> BatchReport:
    """Measure batches of a game on the GPU."""
    lacking = missing()
    if lacking:
        raise TurnwrightError(lacking)
    from turnwright.batch import gpu  # not before it is asked for

    positions = max(workloads(game), key=lambda load: len(load.positions))
    starts, states, few = (positions.sample(number) for number in (GAMES, TURNS, REPLIES))

    def deals() -> int:
        random_games(GAMES, game, most_actions=1, device="gpu")
        return GAMES

    def random_steps() -> int:
        return playouts(starts, game, most_actions=_MOST_ACTIONS, device="gpu").steps

    def listed_steps() -> int:
        return playouts(starts, game, most_actions=_MOST_ACTIONS, listed=True, device="gpu").steps

    def genomes() -> int:
        evolve_turns(states, TURN_GENOMES, game, device="gpu")
        return TURNS * TURN_GENOMES

    def turns() -> int:
        played = self_play(SELF_PLAY_GAMES, TURN_GENOMES, game, most_turns=SELF_PLAY_TURNS, device="gpu")
        return int(played.turns.sum())

    def answers() -> int:
        replies(few, REPLY_GENOMES, game, device="gpu")
        return REPLIES

    figures = []
    for name, what, run in (
        ("deal", "games dealt", deals),
        ("random_step", "random actions, from positions to the end of the game", random_steps),
        ("listed_step", "the same, picked from lists", listed_steps),
        ("genome", f"evolved genomes, {TURN_GENOMES} for a turn", genomes),
        ("self_play_turn", f"turns of self-play by {TURN_GENOMES} genomes each", turns),
        ("reply", f"replies by {REPLY_GENOMES} genomes each, {REPLIES} at once", answers),
    ):
        progress(f"{name}, compiling")
        run()
        taken = []
        for number in range(ROUNDS):
            progress(f"{name}, round {number + 1} of {ROUNDS}")
            begun = time.perf_counter()
            count = run()
            taken.append((gpu.clock.seconds, time.perf_counter() - begun))
        on_device, in_all = (median(column) for column in zip(*taken, strict=True))
        figures.append(BatchFigure(name=name, what=what, count=count, kernel_seconds=on_device, seconds=in_all))
    return BatchReport(game=game, gpu=gpu.describe(), figures=tuple(figures))
