"""Games counted by how they ended, and the score that they make."""

from dataclasses import dataclass

from turnwright.arena.statistics.intervals import Interval, wilson_interval


@dataclass(frozen=True, kw_only=True)
class GameCounts:
    """Games from one player's side."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one, a draw half."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float | None:
        """Points per game, if there was one."""
        return self.points / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """Where the true share lies, with 95 % confidence, if all games were independent (Wilson)."""
        return wilson_interval(self.points, self.games)
