"""A game of a person in a study, as far as results depend on it, and the games that the thesis published."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources

SKILLS = ("beginner", "intermediate", "expert")
"""What people may say of themselves."""
WIN = 60_000
"""The evaluation of a game that is won; of a lost one it is as much below nought."""


@dataclass(frozen=True, kw_only=True)
class StudyGame:
    """A game of a person against the agent of a study."""

    skill: str
    """One of `SKILLS`."""
    winner: str
    """`human`, `agent` or `draw`; empty if the game was left."""
    turns: int
    """Turns of both players together."""
    cores: int
    """Cores of the machine on which the agent thought."""
    score: float
    """The evaluation for the person where the game ended or was left, from -60,000 to 60,000."""

    @property
    def is_finished(self) -> bool:
        return bool(self.winner)


@cache
def published_games() -> tuple[StudyGame, ...]:
    """The 111 games of Appendix B of the thesis."""
    file = resources.files("turnwright.study").joinpath("data", "human-study-2015.csv")
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return tuple(
        StudyGame(
            skill=row["level"],
            winner=row["winner"],
            turns=int(row["turns"]),
            cores=int(row["cores"]),
            score=float(row["heuristic"]),
        )
        for row in rows
    )
