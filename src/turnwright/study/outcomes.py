"""What comes of a study: games won by each group of people, with intervals, and how long games were."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from turnwright.arena.statistics import Interval, wilson_interval
from turnwright.study.games import SKILLS, WIN, StudyGame

DECIDED = 0.1 * WIN
"""A game that was left counts as decided where the evaluation is further from nought than this."""


@dataclass(frozen=True, kw_only=True)
class Group:
    """How a group of people fared."""

    label: str
    begun: int
    """Games that were begun."""
    games: int
    """Games that count."""
    won: int
    """Those of them that people won."""
    mean_turns: float | None
    """Mean length of the games that count; None without any."""

    @property
    def share(self) -> float | None:
        """Share of the games that people won; None without games."""
        return self.won / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """Where the true share lies, with 95 % confidence."""
        return wilson_interval(self.won, self.games)


def by_skill(games: Iterable[StudyGame], *, left_too: bool = False) -> list[Group]:
    """Beginners, intermediates and experts; `left_too` counts games that were left where they were decided."""
    found = list(games)
    return [_group(skill, [game for game in found if game.skill == skill], left_too) for skill in SKILLS]


def by_cores(games: Iterable[StudyGame]) -> list[Group]:
    """People by the cores of the machine that the agent thought on; finished games only."""
    found = list(games)
    counts = sorted({game.cores for game in found if game.is_finished})
    return [_group(f"{count} cores", [game for game in found if game.cores == count], False) for count in counts]


def _group(label: str, games: Sequence[StudyGame], left_too: bool) -> Group:
    counted = [game for game in games if game.is_finished or (left_too and abs(game.score) > DECIDED)]
    won = sum(game.winner == "human" or (not game.is_finished and game.score > 0) for game in counted)
    return Group(
        label=label,
        begun=len(games),
        games=len(counted),
        won=won,
        mean_turns=fmean(game.turns for game in counted) if counted else None,
    )
