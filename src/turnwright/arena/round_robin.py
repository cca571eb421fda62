"""Everyone against everyone: paired deals with seats swapped, and the cross table that comes of them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from turnwright.arena.game import GameResult, GameSetup, play_game
from turnwright.arena.statistics import wilson_interval
from turnwright.arena.workers import run_jobs
from turnwright.core.budget import Budget
from turnwright.core.rng import generator
from turnwright.core.views import ViewKind


@dataclass(frozen=True, kw_only=True)
class RoundRobin:
    """A round robin: what is played, by whom, and how often."""

    game: str
    """Spec of the game."""
    agents: tuple[str, ...]
    """Specs of the agents."""
    budget: Budget
    """What each agent may spend on each turn."""
    deals: int
    """Starts that every pair of agents plays, each twice: once from either seat."""
    seed: int = 0
    """The deals follow from it; all pairs play the same ones."""
    view: ViewKind = "open"
    """What the agents may know."""

    def games(self) -> list["ScheduledGame"]:
        """All games, deal by deal, so that a round robin stopped early is a fair smaller one."""
        pairs = list(combinations(range(len(self.agents)), 2))
        return [self._game(seats, deal) for deal in range(self.deals) for pair in pairs for seats in (pair, pair[::-1])]

    def _game(self, seats: tuple[int, int], deal: int) -> "ScheduledGame":
        setup = GameSetup(
            game=self.game,
            agents=(self.agents[seats[0]], self.agents[seats[1]]),
            deal=int(generator(self.seed, deal)[0]),
            budget=self.budget,
            view=self.view,
        )
        return ScheduledGame(seats=seats, setup=setup)


@dataclass(frozen=True, kw_only=True)
class ScheduledGame:
    """A game of a round robin."""

    seats: tuple[int, int]
    """Which of the agents sit where; two agents may have the same spec."""
    setup: GameSetup
    """How it is played."""


@dataclass(kw_only=True)
class Cell:
    """What an agent scored: against one other, or against all."""

    points: float = 0.0
    """A win is one, a draw half."""
    games: int = 0

    def add(self, points: float) -> None:
        """Count one more game."""
        self.points += points
        self.games += 1

    @property
    def share(self) -> float | None:
        """Points per game, if there was one."""
        return self.points / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 95 % confidence."""
        return wilson_interval(self.points, self.games)

    def as_dict(self) -> dict[str, Any]:
        low, high = self.interval
        return {"points": self.points, "games": self.games, "share": self.share, "low": low, "high": high}


@dataclass(kw_only=True)
class CrossTable:
    """The results of a round robin, growing as games are played."""

    agents: tuple[str, ...]
    """Specs of the agents."""
    cells: list[list[Cell]] = field(init=False)
    """Row against column."""
    forfeits: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How often an agent forfeited, by its place and the reason."""

    def __post_init__(self) -> None:
        self.cells = [[Cell() for _ in self.agents] for _ in self.agents]

    def add(self, seats: tuple[int, int], result: GameResult) -> None:
        """Count a game of the agents in these seats."""
        for seat, player in enumerate(seats):
            self.cells[player][seats[1 - seat]].add(result.points(seat))
        if result.forfeit:
            self.forfeits[seats[0] if result.outcome < 0 else seats[1], result.forfeit] += 1

    def total(self, player: int) -> Cell:
        """An agent against all others."""
        row = self.cells[player]
        return Cell(points=sum(cell.points for cell in row), games=sum(cell.games for cell in row))

    def ranking(self) -> list[int]:
        """The agents' places, the strongest first."""
        return sorted(range(len(self.agents)), key=lambda player: -(self.total(player).share or 0.0))

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON; rows and columns in the order of the agents."""
        places = range(len(self.agents))
        return {
            "agents": list(self.agents),
            "table": [
                [None if row == column else self.cells[row][column].as_dict() for column in places] for row in places
            ],
            "totals": [self.total(player).as_dict() for player in places],
            "forfeits": [
                {"agent": self.agents[player], "reason": reason, "games": games}
                for (player, reason), games in self.forfeits.items()
            ],
        }


def play_round_robin(
    tournament: RoundRobin, workers: int = 1, progress: Callable[[CrossTable], None] | None = None
) -> CrossTable:
    """Play all games; with a counted budget the table is the same for any number of workers."""
    table = CrossTable(agents=tournament.agents)
    for game, result in run_jobs(_play, tournament.games(), workers):
        table.add(game.seats, result)
        if progress is not None:
            progress(table)
    return table


def _play(game: ScheduledGame) -> GameResult:
    return play_game(game.setup)
